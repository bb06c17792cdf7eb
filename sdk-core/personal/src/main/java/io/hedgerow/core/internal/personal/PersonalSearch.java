// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.personal;

import io.hedgerow.core.internal.personal.PersonalFamilies.Family;
import io.hedgerow.core.internal.random.SearchRandom;
import io.hedgerow.core.internal.search.graph.EdgeKnowledge;
import io.hedgerow.core.internal.search.graph.ParentSets;
import io.hedgerow.core.internal.search.posterior.GraphSearch;
import io.hedgerow.core.internal.search.score.HyperParameters;
import io.hedgerow.core.internal.search.score.HyperParameters.FitSums;
import io.hedgerow.core.search.NoiseAssumption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The coordinator's part of a search for networks of K clients that may differ: it sends requests in rounds, sees only
 * sums over clients, and chooses. Settings are shared; the prediction of held-out rows decides what else.
 * {@link PersonalSite} answers, and has the network. Deterministic for a seed. Not thread-safe. Not private: sums over
 * clients reveal something about their rows.
 */
public final class PersonalSearch {

    /** The number of blocks of rows, each of which is predicted from the others. */
    public static final int BLOCKS = 5;

    /** Two clients could each learn the other's part by subtracting their own from a sum. */
    public static final int FEWEST = 3;

    /** The number of rounds without those that ask for scores. */
    private static final int ROUNDS_OF_SETTINGS = 10;

    private static final int ROUNDS_OF_EDGES = 3;

    private final PersonalSumLayout layout;
    private final EdgeKnowledge knowledge;
    private final int lags;
    private final int clients;
    private final long seed;
    private final double[] centre;
    private final Rounds rounds;
    private int round;
    private Map<NoiseAssumption, HyperParameters> settings = new EnumMap<>(NoiseAssumption.class);
    private double[] blocks = new double[0];
    private double[] edges = new double[0];
    private double[] graphs = new double[0];
    private boolean complete = true;

    public interface Rounds {
        /** Announces a question, at the places of the layout, and sums the answers. */
        double[] ask(double[] told);

        int left();
    }

    /** A search by K clients of q columns, targets first; {@code centre}: n and Σ x, [1 + q], or 0 for own means. */
    @SuppressWarnings("ArrayRecordComponent") // within this package and its method, and modified nowhere
    public record Task(
            PersonalSumLayout layout, EdgeKnowledge knowledge, int lags, int clients, long seed, double[] centre) {}

    public PersonalSearch(Task task, Rounds rounds) {
        requireEnough(task.clients);
        this.layout = task.layout;
        this.knowledge = task.knowledge;
        this.lags = task.lags;
        this.clients = task.clients;
        this.seed = task.seed;
        this.centre = task.centre;
        this.rounds = rounds;
    }

    /** Refuses two clients, who would reveal their answers to each other. */
    public static void requireEnough(int clients) {
        if (clients < FEWEST) {
            throw new IllegalArgumentException(
                    "networks of each site's own need at least " + FEWEST + " sites, for a sum"
                            + " over two tells each what the other sent; were " + clients
                            + ": learn at every site alone, or one network for all");
        }
    }

    /** The fewest questions, some of them for scores where one structure is searched. Without a kind one is chosen. */
    public static int fewestRounds(Optional<SharingMode.Kind> asked) {
        int some = 3 + ROUNDS_OF_SETTINGS; // the start, likelihoods, and the network
        for (SharingMode.Kind kind : tried(asked)) {
            some += switch (kind) {
                case LOCAL -> 0;
                case POOL -> 1;
                case STRUCTURE -> 11;
                case EDGES -> ROUNDS_OF_EDGES + 1;
            };
        }
        return some;
    }

    private static List<SharingMode.Kind> tried(Optional<SharingMode.Kind> asked) {
        return Arrays.stream(SharingMode.Kind.values())
                .filter(kind -> kind != SharingMode.Kind.LOCAL)
                .filter(kind -> asked.isEmpty() || asked.get() == kind)
                .toList();
    }

    /** The result: {@code gain} of held-out log-likelihood over the local mode; {@code complete} in enough rounds. */
    public record Found(SharingMode mode, double gain, double error, boolean complete) {}

    /** The shared knowledge about clients, in words. Without a kind of sharing one is chosen. */
    public static String told(Optional<SharingMode.Kind> asked) {
        List<String> all = new ArrayList<>(List.of("row counts", "five numbers of each round", "likelihoods"));
        tried(asked).forEach(kind -> all.add(kind.told()));
        return "sums over sites of " + String.join(", ", all);
    }

    /**
     * Searches; at the end every client has its network. What is not given is chosen: sharing that surely helps.
     *
     * @throws IllegalArgumentException when no rows have the moments, settings or scores that follow from the sums
     */
    public Found search(Optional<NoiseAssumption> assumption, Optional<SharingMode.Kind> asked) {
        List<SharingMode.Kind> kinds = tried(asked);
        learnSettings(assumption, kinds.contains(SharingMode.Kind.POOL));
        List<SharingChoice.Gain> gains = new ArrayList<>();
        for (SharingMode.Kind kind : kinds) {
            if (kind == SharingMode.Kind.STRUCTURE) {
                climb();
            } else if (kind == SharingMode.Kind.EDGES) {
                drawEdges();
            }
            double[] sum = ask(PersonalQuestion.Kind.GAIN, kind.modes().get(0));
            for (SharingMode mode : kind.modes()) {
                int at = PersonalSumLayout.GAINS + 3 * mode.position();
                gains.add(SharingChoice.gain(mode, Arrays.copyOfRange(sum, at, at + 3)));
            }
        }
        SharingChoice.Gain choice = asked.isEmpty() ? SharingChoice.surest(gains) : SharingChoice.best(gains);
        ask(PersonalQuestion.Kind.NETWORK, choice.mode());
        return new Found(
                choice.mode(),
                choice.gain(),
                choice.error(),
                complete || choice.mode().kind() != SharingMode.Kind.STRUCTURE);
    }

    private double[] ask(PersonalQuestion.Kind kind, SharingMode mode) {
        double[] told = question(kind, mode);
        double[] sums =
                switch (mode.kind()) {
                    case LOCAL -> new double[0];
                    case POOL -> blocks;
                    case STRUCTURE -> graphs;
                    case EDGES -> edges;
                };
        int at = mode.kind() == SharingMode.Kind.POOL ? layout.moments() : layout.edges();
        System.arraycopy(sums, 0, told, at, sums.length);
        return rounds.ask(told);
    }

    private double[] question(PersonalQuestion.Kind kind, SharingMode mode) {
        return new PersonalQuestion(kind, ++round, lags, settings, mode, centre).told(layout);
    }

    private void learnSettings(Optional<NoiseAssumption> assumption, boolean pool) {
        for (NoiseAssumption one : NoiseAssumption.values()) {
            if (assumption.isEmpty() || assumption.get() == one) {
                settings.put(one, HyperParameters.ofNothing());
            }
        }
        double[] sum = rounds.ask(question(
                PersonalQuestion.Kind.START,
                pool ? SharingMode.Kind.POOL.modes().get(0) : SharingMode.LOCAL));
        if (pool) {
            double[] sent = Arrays.copyOfRange(sum, layout.moments(), layout.edges());
            blocks = PersonalRows.ofSum(layout.columns(), sent).message();
        }
        settings.replaceAll((one, old) -> next(sum, one).start());
        for (int step = 0; step < ROUNDS_OF_SETTINGS; step++) {
            double[] next = ask(PersonalQuestion.Kind.SETTINGS, SharingMode.LOCAL);
            settings.replaceAll((one, old) -> next(next, one));
        }
        if (settings.size() > 1) {
            double[] likelihoods = ask(PersonalQuestion.Kind.LIKELIHOOD, SharingMode.LOCAL);
            int at = PersonalSumLayout.LIKELIHOODS;
            boolean equal = likelihoods[at + PersonalSumLayout.position(NoiseAssumption.EQUAL)]
                    >= likelihoods[at + PersonalSumLayout.position(NoiseAssumption.UNEQUAL)];
            settings.remove(equal ? NoiseAssumption.UNEQUAL : NoiseAssumption.EQUAL);
        }
    }

    private HyperParameters next(double[] sum, NoiseAssumption assumption) {
        int at = 5 * PersonalSumLayout.position(assumption);
        FitSums sums = FitSums.of(Arrays.copyOfRange(sum, at, at + 5));
        return HyperParameters.of(sums, clients, layout.targets(), layout.columns())
                .sparseLags();
    }

    private void drawEdges() {
        SharingMode prior = SharingMode.LOCAL;
        for (int step = 0; step < ROUNDS_OF_EDGES; step++) {
            double[] sum = ask(PersonalQuestion.Kind.EDGES, prior);
            edges = Arrays.copyOfRange(sum, layout.edges(), layout.scores());
            prior = SharingMode.Kind.EDGES.modes().get(0);
        }
    }

    /** Finds one structure of each set of rows: climbs on known scores, asks for missing ones, and climbs again. */
    private void climb() {
        PersonalFamilies families = new PersonalFamilies(layout);
        RemoteScores scores = new RemoteScores(knowledge);
        List<ParentSets> found = climbed(scores);
        List<Family> missing = scores.missing();
        int kept = 1 + 1 + ROUNDS_OF_EDGES + 1; // gain, edges, gain of edges, network
        while (!missing.isEmpty() && rounds.left() > kept) {
            List<Family> asked = missing.subList(0, Math.min(missing.size(), layout.mostFamilies()));
            double[] told = question(PersonalQuestion.Kind.SCORES, SharingMode.LOCAL);
            families.tell(asked, told);
            double[] sum = rounds.ask(told);
            for (int k = 0; k < asked.size(); k++) {
                scores.learn(asked.get(k), families.summed(sum, k));
            }
            found = climbed(scores);
            missing = scores.missing();
        }
        complete = missing.isEmpty();
        graphs = new double[layout.scores() - layout.edges()];
        for (int set = 0; set < PersonalSumLayout.SETS; set++) {
            for (int j : knowledge.targets()) {
                for (int p = 0; p < found.get(set).count(j); p++) {
                    graphs[layout.edge(set, found.get(set).parent(j, p), j) - layout.edges()] = 1;
                }
            }
        }
    }

    private List<ParentSets> climbed(RemoteScores scores) {
        return IntStream.range(0, PersonalSumLayout.SETS)
                .mapToObj(set -> GraphSearch.of(knowledge, scores.of(set), new SearchRandom(seed + set))
                        .search())
                .toList();
    }

    /** Chooses the {@link SharingMode} that predicts five blocks of consecutive rows best, each in turn. */
    static final class SharingChoice {

        /** Standard errors by which a gain must exceed 0; with fewer, clients with unrelated graphs share by chance. */
        static final double MARGIN = 2;

        /** A mode's gain in the log-likelihood of all held-out rows, 0 of the local one, with its standard error. */
        record Gain(SharingMode mode, double gain, double error) {
            static final Gain LOCAL = new Gain(SharingMode.LOCAL, 0, 0);
        }

        private SharingChoice() {}

        /** The gain of Σ d and its error √(m Var d), from (Σ d, Σ d², m) of differences d. */
        static Gain gain(SharingMode mode, double[] sum) {
            double m = sum[2];
            double variance = Math.max(0, sum[1] - sum[0] * sum[0] / m) / (m - 1);
            return new Gain(mode, sum[0], Math.sqrt(m * variance));
        }

        static Gain surest(List<Gain> gains) {
            Gain best = best(gains);
            return best.gain > MARGIN * best.error ? best : Gain.LOCAL;
        }

        static Gain best(List<Gain> gains) {
            return gains.stream().max(Comparator.comparingDouble(Gain::gain)).orElse(Gain.LOCAL);
        }
    }
}
