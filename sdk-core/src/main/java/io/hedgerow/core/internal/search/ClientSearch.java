package io.hedgerow.core.internal.search;

import io.hedgerow.core.data.Centring;
import io.hedgerow.core.data.SufficientStatistics;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.search.NoiseAssumption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * A network for every client, where clients may differ. Settings are always shared; what else is, is chosen by how well
 * held-out rows are predicted. Everything that passes between clients is a sum over them, of at least three.
 *
 * <p>Symbols: d targets; q columns; K clients. Deterministic for a seed. Immutable. Not private: sums over clients tell
 * of their rows.
 */
public final class ClientSearch {

    /** Blocks of rows of which each is predicted from the others. */
    public static final int BLOCKS = 5;

    private static final double[] WEIGHTS = {0.05, 0.1, 0.2, 0.4, 1};
    /** Of a chain, for each edge that may be. */
    private static final int STEPS = 400;

    private final EdgeKnowledge knowledge;
    private final Optional<NoiseAssumption> assumption;
    private final long seed;

    /**
     * A search.
     *
     * @param knowledge of edges; targets are the first columns
     * @param assumption on noises; empty to choose
     * @param seed of its random numbers
     */
    public ClientSearch(EdgeKnowledge knowledge, Optional<NoiseAssumption> assumption, long seed) {
        this.knowledge = knowledge;
        this.assumption = assumption;
        this.seed = seed;
    }

    /**
     * What was found.
     *
     * @param mode of sharing
     * @param gain of the mode over the local one, in the log-likelihood of held-out rows; 0 of the local mode
     * @param error standard error of the gain
     * @param assumption on noises, given or chosen
     * @param told what sums over clients were needed, those of the choice among them
     * @param networks of the clients, with least-squares weights
     */
    public record Found(
            ClientMode mode,
            double gain,
            double error,
            NoiseAssumption assumption,
            String told,
            List<WeightMatrix> networks) {
        public Found {
            networks = List.copyOf(networks);
        }
    }

    /**
     * Searches.
     *
     * @param clients {@value #BLOCKS} blocks of consecutive rows of each
     * @param centring whether each client's own mean is subtracted, or the mean of all
     * @param kind of sharing; empty to choose, and to share only what surely predicts better
     * @return every client's network
     * @throws IllegalArgumentException when there are fewer than three clients
     */
    public Found search(List<List<SufficientStatistics>> clients, Centring centring, Optional<ClientMode.Kind> kind) {
        ClientSums sums = new ClientSums(clients.size());
        List<List<ClientMoments>> blocks = blocks(sums, clients, centring);
        List<ClientMoments> all =
                blocks.stream().map(own -> SharingChoice.without(own, -1)).toList();
        SharedFit shared = fit(sums, all, blocks);
        SharingChoice.Gain choice = chosen(shared, blocks, kind);
        return new Found(
                choice.mode(),
                choice.gain(),
                choice.error(),
                shared.assumption(),
                told(kind),
                new SharedModes(shared, all).networks(choice.mode()));
    }

    private static String told(Optional<ClientMode.Kind> asked) {
        List<String> all = new ArrayList<>(List.of("row counts", "five numbers of each round", "likelihoods"));
        for (ClientMode.Kind one : ClientMode.Kind.values()) {
            if (one != ClientMode.Kind.LOCAL && (asked.isEmpty() || asked.get() == one)) {
                all.add(one.told());
            }
        }
        return "sums over sites of " + String.join(", ", all);
    }

    private SharedFit fit(ClientSums sums, List<ClientMoments> all, List<List<ClientMoments>> blocks) {
        if (assumption.isPresent()) {
            return SharedFit.of(sums, knowledge, assumption.get(), all, STEPS, new SearchRandom(seed));
        }
        SharedFit equal = SharedFit.of(sums, knowledge, NoiseAssumption.EQUAL, all, STEPS, new SearchRandom(seed));
        SharedFit unequal = SharedFit.of(sums, knowledge, NoiseAssumption.UNEQUAL, all, STEPS, new SearchRandom(seed));
        return SharingChoice.local(equal, blocks) >= SharingChoice.local(unequal, blocks) ? equal : unequal;
    }

    private static SharingChoice.Gain chosen(
            SharedFit shared, List<List<ClientMoments>> blocks, Optional<ClientMode.Kind> kind) {
        List<ClientMode> modes = new ArrayList<>();
        for (ClientMode.Kind one : ClientMode.Kind.values()) {
            if (one != ClientMode.Kind.LOCAL && (kind.isEmpty() || kind.get() == one)) {
                for (double weight : one == ClientMode.Kind.POOL ? WEIGHTS : new double[1]) {
                    modes.add(new ClientMode(one, weight));
                }
            }
        }
        List<SharingChoice.Gain> gains = SharingChoice.gains(shared, blocks, modes);
        return kind.isEmpty() ? SharingChoice.surest(gains) : SharingChoice.best(gains);
    }

    private static List<List<ClientMoments>> blocks(
            ClientSums sums, List<List<SufficientStatistics>> clients, Centring centring) {
        List<double[]> means = new ArrayList<>();
        for (List<SufficientStatistics> client : clients) {
            means.add(total(client));
        }
        double[] all = sums.over(means::get);
        List<List<ClientMoments>> blocks = new ArrayList<>();
        for (int k = 0; k < clients.size(); k++) {
            boolean own = centring == Centring.LOCAL_MEAN;
            double[] centre = own ? means.get(k) : all;
            // a mean that was subtracted takes a degree of freedom
            double factor = own ? (centre[0] - 1) / centre[0] : 1;
            blocks.add(clients.get(k).stream()
                    .map(block -> moments(block, centre, factor))
                    .toList());
        }
        return blocks;
    }

    /** n and Σ x: [1 + q]. */
    private static double[] total(List<SufficientStatistics> blocks) {
        double[] total = new double[1 + blocks.get(0).variables()];
        for (SufficientStatistics block : blocks) {
            total[0] += block.rows();
            for (int j = 1; j < total.length; j++) {
                total[j] += block.rows() * block.mean(j - 1);
            }
        }
        return total;
    }

    private static ClientMoments moments(SufficientStatistics block, double[] centre, double factor) {
        int q = block.variables();
        double[] products = new double[q * q];
        double[] apart = new double[q];
        Arrays.setAll(apart, j -> block.mean(j) - centre[j + 1] / centre[0]);
        for (int k = 0; k < products.length; k++) {
            products[k] = block.rows() * (block.covariance(k / q, k % q) + apart[k / q] * apart[k % q]);
        }
        return ClientMoments.of(q, factor * block.rows(), products);
    }
}
