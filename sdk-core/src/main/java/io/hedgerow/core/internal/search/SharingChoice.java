package io.hedgerow.core.internal.search;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Which {@link ClientMode} predicts rows best that it was not learned from: five blocks of consecutive rows, each in
 * turn. Clients send sums and sums of squares of what a mode gains over the local one.
 */
final class SharingChoice {

    /** Standard errors by which a gain must exceed nothing: else clients whose graphs are unrelated share by chance. */
    static final double MARGIN = 1.5;

    /**
     * A mode and its gain.
     *
     * @param mode chosen
     * @param gain in the log-likelihood of held-out rows of all clients; 0 of the local mode
     * @param error standard error of the gain
     */
    record Gain(ClientMode mode, double gain, double error) {
        static final Gain LOCAL = new Gain(new ClientMode(ClientMode.Kind.LOCAL, 0), 0, 0);
    }

    private SharingChoice() {}

    /** The gain of Σ d and its error √(m Var d), from (Σ d, Σ d², m) of differences d. */
    static Gain gain(ClientMode mode, double[] sum) {
        double m = sum[2];
        double variance = Math.max(0, sum[1] - sum[0] * sum[0] / m) / (m - 1);
        return new Gain(mode, sum[0], Math.sqrt(m * variance));
    }

    /** The largest gain, if it is surely one. */
    static Gain surest(List<Gain> gains) {
        Gain best = best(gains);
        return best.gain > MARGIN * best.error ? best : Gain.LOCAL;
    }

    static Gain best(List<Gain> gains) {
        return gains.stream().max(Comparator.comparingDouble(Gain::gain)).orElse(Gain.LOCAL);
    }

    /** The gains of modes over the local one. */
    static List<Gain> gains(SharedFit shared, List<List<ClientMoments>> blocks, List<ClientMode> modes) {
        int folds = blocks.get(0).size();
        double[][] local = new double[folds][];
        List<double[][]> others = new ArrayList<>();
        for (int m = 0; m < modes.size(); m++) {
            others.add(new double[folds][]);
        }
        for (int f = 0; f < folds; f++) {
            SharedModes modesOfFold = training(shared, blocks, f);
            local[f] = heldOut(modesOfFold, Gain.LOCAL.mode, blocks, f);
            for (int m = 0; m < modes.size(); m++) {
                others.get(m)[f] = heldOut(modesOfFold, modes.get(m), blocks, f);
            }
        }
        List<Gain> gains = new ArrayList<>();
        for (int m = 0; m < modes.size(); m++) {
            double[][] of = others.get(m);
            gains.add(gain(modes.get(m), shared.sums().over(k -> {
                double[] sums = new double[3];
                for (int f = 0; f < folds; f++) {
                    double difference = of[f][k] - local[f][k];
                    sums[0] += difference;
                    sums[1] += difference * difference;
                    sums[2]++;
                }
                return sums;
            })));
        }
        return gains;
    }

    private static SharedModes training(SharedFit shared, List<List<ClientMoments>> blocks, int fold) {
        return new SharedModes(
                shared, blocks.stream().map(own -> without(own, fold)).toList());
    }

    /** ln of the density of held-out rows of all clients in the local mode, by which assumptions are compared. */
    static double local(SharedFit shared, List<List<ClientMoments>> blocks) {
        double[] own = new double[blocks.size()];
        for (int f = 0; f < blocks.get(0).size(); f++) {
            double[] of = heldOut(training(shared, blocks, f), Gain.LOCAL.mode, blocks, f);
            Arrays.setAll(own, k -> own[k] + of[k]);
        }
        return shared.sums().over(k -> new double[] {own[k]})[0];
    }

    /** All blocks but one. */
    static ClientMoments without(List<ClientMoments> blocks, int fold) {
        return IntStream.range(0, blocks.size())
                .filter(f -> f != fold)
                .mapToObj(blocks::get)
                .reduce((sum, block) -> sum.plus(block, 1))
                .orElseThrow();
    }

    private static double[] heldOut(SharedModes modes, ClientMode mode, List<List<ClientMoments>> blocks, int fold) {
        List<ClientFit> fits = modes.fits(mode);
        List<ParentSets> graphs = modes.best(mode, fits);
        double[] likelihood = new double[blocks.size()];
        for (int k = 0; k < likelihood.length; k++) {
            likelihood[k] =
                    fits.get(k).logLikelihood(graphs.get(k), blocks.get(k).get(fold));
        }
        return likelihood;
    }
}
