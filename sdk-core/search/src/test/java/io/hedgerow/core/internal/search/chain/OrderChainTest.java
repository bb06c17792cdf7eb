// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.chain;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.internal.random.SearchRandom;
import io.hedgerow.core.internal.search.graph.EdgeKnowledge;
import io.hedgerow.core.internal.search.graph.GivenEdges;
import io.hedgerow.core.internal.search.graph.ParentSets;
import io.hedgerow.core.internal.search.score.BgeScore;
import io.hedgerow.core.internal.search.score.LocalScores;
import io.hedgerow.core.internal.search.score.StructureScore;
import io.hedgerow.core.internal.simulation.model.ErdosRenyi;
import io.hedgerow.core.internal.simulation.model.LinearSem;
import io.hedgerow.core.internal.simulation.model.Noise;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Four variables have 24 orders and 543 graphs: few enough to add them all up. */
class OrderChainTest {

    private static final int D = 4;
    private static final int[][] OTHERS = {{1, 2, 3}, {0, 2, 3}, {0, 1, 3}, {0, 1, 2}};
    // few rows, so that the posterior is spread over many graphs
    private static final StructureScore SCORE = BgeScore.of(
            D, LinearSem.of(new ErdosRenyi(D, 4).generate(11), Noise.GAUSSIAN).covariance(), 8);
    private static final LocalScores SCORES = new LocalScores(EdgeKnowledge.none(D), SCORE, new double[D * D]);

    private static OrderTable[] tables(LocalScores scores, EdgeKnowledge known) {
        return IntStream.range(0, D)
                .mapToObj(j -> new OrderTable(
                        scores,
                        j,
                        IntStream.of(OTHERS[j])
                                .filter(i -> known.allows(i, j) && !known.requires(i, j))
                                .toArray()))
                .toArray(OrderTable[]::new);
    }

    private static List<int[]> orders(int[] rest) {
        if (rest.length == 0) {
            return List.of(new int[0]);
        }
        List<int[]> all = new ArrayList<>();
        for (int first : rest) {
            for (int[] tail : orders(IntStream.of(rest).filter(v -> v != first).toArray())) {
                all.add(IntStream.concat(IntStream.of(first), IntStream.of(tail))
                        .toArray());
            }
        }
        return all;
    }

    /** Σ over orders and the graphs of each, by score; [d, d], by the naive sum over subsets of what comes before. */
    private static double[] exact(LocalScores scores) {
        double[] edge = new double[D * D];
        double total = 0;
        int[] targets = scores.targets();
        int[] first = IntStream.range(0, D)
                .filter(i -> IntStream.of(targets).noneMatch(j -> j == i))
                .toArray();
        for (int[] last : orders(targets)) {
            int[] order =
                    IntStream.concat(IntStream.of(first), IntStream.of(last)).toArray();
            double weight = 1;
            double[] own = new double[D * D];
            for (int at = 0; at < D; at++) {
                double sum = 0;
                double[] with = new double[D];
                for (int mask = 0; mask < 1 << at; mask++) {
                    int[] parents = new int[at];
                    int count = 0;
                    for (int b = 0; b < at; b++) {
                        if ((mask >> b & 1) != 0) {
                            parents[count++] = order[b];
                        }
                    }
                    double p = Math.exp(scores.of(order[at], parents, count));
                    sum += p;
                    for (int b = 0; b < count; b++) {
                        with[parents[b]] += p;
                    }
                }
                weight *= sum;
                for (int i = 0; sum > 0 && i < D; i++) {
                    own[i * D + order[at]] = with[i] / sum;
                }
            }
            total += weight;
            for (int k = 0; k < edge.length; k++) {
                edge[k] += weight * own[k];
            }
        }
        for (int k = 0; k < edge.length; k++) {
            edge[k] /= total;
        }
        return edge;
    }

    @Test
    void probabilities_areThoseOfAllOrders() {
        check(EdgeKnowledge.none(D), new int[] {3, 1, 0, 2});
    }

    @Test
    void probabilities_areThoseOfAllOrdersThatKeepWhatIsKnown() {
        check(GivenEdges.among(D).required(2, 0).known(), new int[] {3, 1, 2, 0});
        check(GivenEdges.among(D).required(0, 1).required(2, 1).forbidden(3, 0).known(), new int[] {3, 0, 2, 1});
        check(GivenEdges.among(D).tiers(1, 0, 1, 2).known(), new int[] {3, 1, 0, 2});
    }

    @Test
    void variablesThatAreParentsOnly_comeBeforeAllOrders() {
        check(EdgeKnowledge.none(D).parentsOnlyFrom(2), new int[] {1, 0});
        check(GivenEdges.among(D).required(2, 0).known().parentsOnlyFrom(3), new int[] {2, 0, 1});
    }

    private static void check(EdgeKnowledge known, int[] start) {
        LocalScores scores = new LocalScores(known, SCORE, known.logOdds(0, 0));
        OrderChain chain = new OrderChain(tables(scores, known), start, new SearchRandom(7));
        double[] mean = new double[D * D];
        double[] drawn = new double[D * D];
        int sweeps = 20_000;
        for (int sweep = 0; sweep < sweeps; sweep++) {
            chain.sweep(1);
            chain.addProbabilities(mean);
            ParentSets graph = chain.draw().parents();
            for (int j = 0; j < D; j++) {
                for (int p = 0; p < graph.count(j); p++) {
                    drawn[graph.parent(j, p) * D + j]++;
                }
            }
        }
        double[] exact = exact(scores);
        for (int k = 0; k < exact.length; k++) {
            // a sweep moves each of four variables by its conditional distribution, so draws are nearly independent:
            // the deviation of a mean of 20,000 is below 0.0036, of which 0.02 is five and a half
            assertEquals(exact[k], mean[k] / sweeps, 0.02);
            assertEquals(exact[k], drawn[k] / sweeps, 0.02);
        }
    }

    @Test
    void randomOrder_hasRequiredCausesFirst_andMeetsEverySuchOrder() {
        EdgeKnowledge known = GivenEdges.among(D).required(3, 0).required(0, 2).known();
        LocalScores scores = new LocalScores(known, SCORE, known.logOdds(0, 0));
        OrderTable[] tables = tables(scores, known);
        SearchRandom random = new SearchRandom(3);
        Set<List<Integer>> met = new HashSet<>();
        for (int times = 0; times < 400; times++) {
            List<Integer> order = IntStream.of(OrderChain.randomOrder(tables, known.targets(), random))
                    .boxed()
                    .toList();
            assertTrue(order.indexOf(3) < order.indexOf(0) && order.indexOf(0) < order.indexOf(2), order.toString());
            met.add(order);
        }
        assertEquals(4, met.size());
    }

    @Test
    void sums_areThoseOverSubsets() {
        OrderTable table = new OrderTable(SCORES, 2, OTHERS[2]);
        for (int mask = 0; mask < 8; mask++) {
            double sum = 0;
            for (int subset = 0; subset < 8; subset++) {
                if ((subset & ~mask) == 0) {
                    sum += Math.exp(SCORES.ofSubsets(2, OTHERS[2])[subset]);
                }
            }
            assertEquals(Math.log(sum), table.sum(mask), 1e-10);
        }
    }

    /** ln Σ e^score, added up pair by pair; scores as those of many rows, which are thousands of nats apart. */
    @Test
    void sums_areThoseOverSubsets_howeverFarScoresAreApart() {
        SearchRandom random = new SearchRandom(5);
        for (double range : new double[] {1, 300, 800, 20_000}) {
            double[] scores = new double[32];
            for (int set = 0; set < scores.length; set++) {
                scores[set] = -180_000 + range * random.nextDouble();
            }
            scores[5] = Double.NEGATIVE_INFINITY;
            double[] sums = OrderTable.overSubsets(scores);
            for (int mask = 0; mask < scores.length; mask++) {
                double sum = Double.NEGATIVE_INFINITY;
                for (int subset = 0; subset < scores.length; subset++) {
                    double larger = Math.max(sum, scores[subset]);
                    boolean within = (subset & ~mask) == 0 && scores[subset] > Double.NEGATIVE_INFINITY;
                    sum = within ? larger + Math.log1p(Math.exp(Math.min(sum, scores[subset]) - larger)) : sum;
                }
                assertEquals(sum, sums[mask], 1e-9);
            }
        }
    }

    @Test
    void sums_ofSetsThatMustNotBe_areNothing() {
        double[] scores = {Double.NEGATIVE_INFINITY, -3, Double.NEGATIVE_INFINITY, Double.NEGATIVE_INFINITY};
        double[] sums = OrderTable.overSubsets(scores);
        assertEquals(Double.NEGATIVE_INFINITY, sums[0]);
        assertEquals(-3, sums[1], 1e-12);
        assertEquals(Double.NEGATIVE_INFINITY, sums[2]);
        assertEquals(-3, sums[3], 1e-12);
    }

    /** Chains of 7 variables, each a candidate of three others only: a move has runs of places of one weight. */
    @Test
    void moves_keepSumsAndMasksThoseOfTheOrder() {
        int d = 7;
        StructureScore score = BgeScore.of(
                d,
                LinearSem.of(new ErdosRenyi(d, 9).generate(3), Noise.GAUSSIAN).covariance(),
                12);
        EdgeKnowledge known = GivenEdges.among(d).required(1, 4).known();
        LocalScores scores = new LocalScores(known, score, known.logOdds(0, 0));
        OrderTable[] tables = IntStream.range(0, d)
                .mapToObj(j -> new OrderTable(
                        scores,
                        j,
                        IntStream.of((j + 1) % d, (j + 2) % d, (j + 4) % d)
                                .filter(i -> !known.requires(i, j))
                                .toArray()))
                .toArray(OrderTable[]::new);
        OrderChain chain = OrderChain.from(tables, known.targets(), Optional.empty(), new SearchRandom(2));
        for (int sweep = 0; sweep < 200; sweep++) {
            chain.sweep(1);
            assertEquals(
                    new OrderChain(tables, chain.order(), new SearchRandom(1)).logProbability(),
                    chain.logProbability(),
                    1e-9);
            List<Integer> order = IntStream.of(chain.order()).boxed().toList();
            assertTrue(order.indexOf(1) < order.indexOf(4), order.toString());
        }
    }

    /** min(1, first^(1 − sweep / (.8 burn-in))), first = min(.1, 10 / n). */
    @Test
    void power_beginsAtThatOfTenRows_andIsWholeAtFourFifths() {
        assertEquals(0.1, OrderChain.power(0, 1000, 50), 1e-12);
        assertEquals(1e-3, OrderChain.power(0, 1000, 10_000), 1e-12);
        assertEquals(Math.sqrt(1e-3), OrderChain.power(400, 1000, 10_000), 1e-12);
        assertEquals(1, OrderChain.power(800, 1000, 10_000), 1e-12);
        assertEquals(1, OrderChain.power(999, 1000, 10_000));
    }
}
