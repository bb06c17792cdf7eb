// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.personal;

import io.hedgerow.core.data.SufficientStatistics;
import io.hedgerow.core.graph.Dag;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.random.SearchRandom;
import io.hedgerow.core.internal.search.graph.EdgeKnowledge;
import io.hedgerow.core.internal.search.graph.ParentSets;
import io.hedgerow.core.internal.search.regression.ParentFit;
import io.hedgerow.core.search.NoiseAssumption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * One client's part of {@link PersonalSearch}: it answers requests by sums over its rows, graphs and likelihoods, and
 * has its network at the end. An answer follows from the rows, the question, and the last answer. Deterministic. Not
 * private: answers are exact, so only sums over clients may be seen.
 */
public final class PersonalSite {

    /** Steps of a chain for each allowed edge. */
    private static final int STEPS = 400;

    private static final long ROUND = 0x632BE59BD9B4E019L;

    private final PersonalSumLayout layout;
    private final IntFunction<EdgeKnowledge> knowledge;
    private final int clients;
    private final long seed;
    private final List<SufficientStatistics> blocks;

    /** The part of one of K clients with {@value PersonalSearch#BLOCKS} blocks of rows; {@code knowledge} by lags. */
    public PersonalSite(
            PersonalSumLayout layout,
            IntFunction<EdgeKnowledge> knowledge,
            int clients,
            long seed,
            List<SufficientStatistics> blocks) {
        this.layout = layout;
        this.knowledge = knowledge;
        this.clients = clients;
        this.seed = seed;
        this.blocks = List.copyOf(blocks);
    }

    /** Whether this is no question: a study begins with moments. */
    public static boolean isFirst(double[] told) {
        return PersonalQuestion.isFirst(told);
    }

    /** Values to be summed over clients, at the places of the layout, and the part that the client keeps at the end. */
    @SuppressWarnings("ArrayRecordComponent") // made here, and modified nowhere
    public record Answer(double[] values, Optional<Own> own) {}

    /**
     * The client's acyclic network, which stays at the client, and its edge probabilities, which are empty where all
     * clients share one structure.
     */
    public record Own(WeightMatrix network, Optional<WeightMatrix> probabilities) {}

    /** Answers a question at the layout's places, over the client's last answer, zeros before the first. */
    public Answer answer(double[] told, double[] before) {
        PersonalQuestion question = PersonalQuestion.of(layout, told);
        Question now = new Question(question, told, before);
        return new Answer(
                now.answer(),
                question.kind() == PersonalQuestion.Kind.NETWORK ? Optional.of(now.own()) : Optional.empty());
    }

    /** The random numbers of one question, independent of earlier questions. */
    private SearchRandom random(int round) {
        return new SearchRandom(seed + ROUND * round);
    }

    private final class Question {
        private final PersonalQuestion asked;
        private final double[] told;
        private final double[] before;
        private final PersonalRows rows;
        private final EdgeKnowledge edges;

        Question(PersonalQuestion asked, double[] told, double[] before) {
            this.asked = asked;
            this.told = told;
            this.before = before;
            this.rows = PersonalRows.of(blocks, asked.centre());
            this.edges = knowledge.apply(asked.lags());
        }

        private PersonalModel model(NoiseAssumption assumption) {
            return new PersonalModel(edges, assumption, asked.settings(assumption));
        }

        private PersonalModel model() {
            return model(asked.assumption());
        }

        double[] answer() {
            double[] answer = before.clone();
            switch (asked.kind()) {
                case START -> start(answer);
                case SETTINGS ->
                    forEachAssumption((model, at) -> put(
                            answer,
                            5 * at,
                            DrawnGraphs.of(model.fit(rows.all()), edges, STEPS, random(asked.round()))
                                    .sums()
                                    .message()));
                case LIKELIHOOD ->
                    forEachAssumption((model, at) -> answer[PersonalSumLayout.LIKELIHOODS + at] =
                            Arrays.stream(alone(model)).sum());
                case EDGES -> draw(answer);
                case SCORES -> new PersonalFamilies(layout).answer(told, this::fitOfOneStructure, answer);
                case GAIN -> asked.mode().kind().modes().forEach(mode -> gain(mode, answer));
                case NETWORK -> {}
            }
            return answer;
        }

        private void forEachAssumption(AnswerOf answer) {
            asked.settings()
                    .keySet()
                    .forEach(assumption -> answer.give(model(assumption), PersonalSumLayout.position(assumption)));
        }

        private void start(double[] answer) {
            forEachAssumption((model, at) ->
                    put(answer, 5 * at, model.fit(rows.all()).sums(model.lags()).message()));
            if (asked.mode().kind() == SharingMode.Kind.POOL) {
                put(answer, layout.moments(), rows.message());
            }
        }

        private PersonalFit fitOfOneStructure(int set) {
            return model().fitOfOneStructure(rows.set(set), clients);
        }

        private void draw(double[] answer) {
            SearchRandom random = random(asked.round());
            for (int set = 0; set < PersonalSumLayout.SETS; set++) {
                put(
                        answer,
                        layout.edge(set, 0, 0),
                        edges(DrawnGraphs.of(fit(asked.mode(), set), edges, STEPS, random)));
            }
        }

        private double[] edges(DrawnGraphs drawn) {
            int d = layout.targets();
            double[] probabilities = new double[layout.columns() * d];
            Arrays.setAll(probabilities, k -> drawn.edges().get(k / d, k % d));
            return probabilities;
        }

        private PersonalFit fit(SharingMode mode, int set) {
            return switch (mode.kind()) {
                case LOCAL -> model().fit(rows.set(set));
                case STRUCTURE -> fitOfOneStructure(set);
                case POOL ->
                    model().fit(rows.pooled(
                                    PersonalRows.ofSum(
                                            layout.columns(),
                                            Arrays.copyOfRange(told, layout.moments(), layout.edges())),
                                    mode.weight())
                            .set(set));
                case EDGES ->
                    model().fit(rows.set(set), model().logOdds(square(told, set), square(before, set), clients));
            };
        }

        /** [q, q] of a set. */
        private double[] square(double[] from, int set) {
            int q = layout.columns();
            double[] square = new double[q * q];
            for (int i = 0; i < q; i++) {
                System.arraycopy(from, layout.edge(set, i, 0), square, i * q, layout.targets());
            }
            return square;
        }

        private ParentSets structure(int set) {
            int q = layout.columns();
            ParentSets graph = ParentSets.empty(q);
            for (int k = 0; k < q * layout.targets(); k++) {
                int i = k / layout.targets();
                int j = k % layout.targets();
                if (told[layout.edge(set, i, j)] != 0 && !graph.full(j)) {
                    graph.add(j, i);
                }
            }
            return graph;
        }

        /** The log-likelihood of the rows of every block given all others. */
        private double[] heldOut(IntFunction<PersonalFit> fits, IntFunction<ParentSets> graphs) {
            return IntStream.range(0, PersonalSearch.BLOCKS)
                    .mapToDouble(block -> fits.apply(block).logLikelihood(graphs.apply(block), rows.block(block)))
                    .toArray();
        }

        private double[] heldOut(List<PersonalFit> fits) {
            SearchRandom random = random(0);
            return heldOut(fits::get, block -> fits.get(block).climbed(random).best());
        }

        private double[] alone(PersonalModel model) {
            return heldOut(IntStream.range(0, PersonalSearch.BLOCKS)
                    .mapToObj(block -> model.fit(rows.set(block)))
                    .toList());
        }

        private void gain(SharingMode mode, double[] answer) {
            List<PersonalFit> fits = new ArrayList<>();
            for (int block = 0; block < PersonalSearch.BLOCKS; block++) {
                fits.add(fit(mode, block));
            }
            double[] shared =
                    mode.kind() == SharingMode.Kind.STRUCTURE ? heldOut(fits::get, this::structure) : heldOut(fits);
            double[] alone = alone(model());
            double[] sums = new double[3];
            for (int block = 0; block < shared.length; block++) {
                double difference = shared[block] - alone[block];
                sums[0] += difference;
                sums[1] += difference * difference;
                sums[2]++;
            }
            put(answer, PersonalSumLayout.GAINS + 3 * mode.position(), sums);
        }

        /** The one structure, or the posterior's decision on each pair, with least squares. */
        Own own() {
            PersonalFit fit = fit(asked.mode(), PersonalSearch.BLOCKS);
            Optional<WeightMatrix> drawn = asked.mode().kind() == SharingMode.Kind.STRUCTURE
                    ? Optional.empty()
                    : Optional.of(DrawnGraphs.of(fit, edges, STEPS, random(asked.round()))
                            .edges());
            ParentSets graph =
                    drawn.map(p -> ThresholdedPosterior.of(edges, p)).orElseGet(() -> structure(PersonalSearch.BLOCKS));
            return new Own(ParentFit.weights(layout.columns(), fit.covariance(), graph), drawn);
        }
    }

    private interface AnswerOf {
        void give(PersonalModel model, int assumption);
    }

    private static void put(double[] answer, int at, double[] values) {
        System.arraycopy(Objects.requireNonNull(values, "values"), 0, answer, at, values.length);
    }

    /** Decides on one graph from edge probabilities, where lags are parents only. */
    private static final class ThresholdedPosterior {

        private ThresholdedPosterior() {}

        /**
         * The likeliest of none, i → j and j → i in a step, and lags above ½; the weakest go while there is a cycle.
         */
        static ParentSets of(EdgeKnowledge knowledge, WeightMatrix p) {
            int q = p.variables();
            int d = knowledge.targets().length;
            double[] kept = new double[q * q];
            for (int i = 0; i < q; i++) {
                for (int j = 0; j < d; j++) {
                    double edge = p.get(i, j);
                    double back = i < d ? p.get(j, i) : 0;
                    boolean taken = i != j && edge > back && edge > 1 - edge - back;
                    kept[i * q + j] = taken ? edge : 0;
                }
            }
            WeightMatrix dag =
                    Dag.strongest(WeightMatrix.ofRows(q, kept), 0).dag().weights();
            ParentSets graph = ParentSets.empty(q);
            for (int j = 0; j < d; j++) {
                int[] ranked = parents(dag, j);
                for (int i : ranked) {
                    if (!graph.full(j)) {
                        graph.add(j, i);
                    }
                }
            }
            return graph;
        }

        private static int[] parents(WeightMatrix dag, int j) {
            return IntStream.range(0, dag.variables())
                    .filter(i -> dag.hasEdge(i, j))
                    .boxed()
                    .sorted((a, b) -> Double.compare(dag.get(b, j), dag.get(a, j)))
                    .mapToInt(Integer::intValue)
                    .toArray();
        }
    }
}
