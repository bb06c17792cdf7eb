// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.posterior;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.graph.Dag;
import io.hedgerow.core.graph.EquivalenceClass;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.search.graph.EdgeKnowledge;
import io.hedgerow.core.internal.search.graph.GivenEdges;
import io.hedgerow.core.internal.search.score.GraphScore;
import io.hedgerow.core.internal.simulation.model.ErdosRenyi;
import io.hedgerow.core.internal.simulation.model.LinearSem;
import io.hedgerow.core.internal.simulation.model.Noise;
import io.hedgerow.core.search.NoiseAssumption;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class StructureSearchTest {

    private static final int D = 12;
    private static final double ROWS = 800;

    private static WeightMatrix truth(long seed) {
        return new ErdosRenyi(D, 16).generate(seed);
    }

    private static double[] unequal(long seed) {
        double[] variances = new Random(seed).doubles(D, 0.25, 4).toArray();
        return LinearSem.of(truth(seed), Noise.GAUSSIAN, variances).covariance();
    }

    private static EquivalenceClass classOf(WeightMatrix graph) {
        return EquivalenceClass.of(Dag.of(graph));
    }

    private static double joined(StructurePosterior found, int i, int j) {
        WeightMatrix edges = found.edges().orElseThrow();
        return edges.get(i, j) + edges.get(j, i);
    }

    private static double[] inUnits(double[] s, double[] unit) {
        double[] other = s.clone();
        for (int k = 0; k < s.length; k++) {
            other[k] *= unit[k / D] * unit[k % D];
        }
        return other;
    }

    @Test
    void anotherCommonUnit_changesNothing() {
        double[] s = LinearSem.of(truth(5), Noise.GAUSSIAN).covariance();
        StructurePosterior found = StructureSearch.of(D, 1).search(s, ROWS);
        for (double unit : new double[] {1e-12, 1e-2, 1e6, 1e20}) {
            double[] units = new double[D];
            Arrays.fill(units, unit);
            StructurePosterior other = StructureSearch.of(D, 1).search(inUnits(s, units), ROWS);
            assertEquals(NoiseAssumption.EQUAL, other.assumption());
            assertEquals(found.margin(), other.margin(), 1e-6 * found.margin());
            for (int i = 0; i < D; i++) {
                for (int j = 0; j < i; j++) {
                    // sums in another order of magnitude: round-off alone
                    assertEquals(joined(found, i, j), joined(other, i, j), 1e-6, unit + ": " + i + ", " + j);
                }
            }
        }
    }

    @Test
    void equalVariances_areFoundAndGiveTheGraph() {
        for (long seed = 1; seed <= 4; seed++) {
            double[] s = LinearSem.of(truth(seed), Noise.GAUSSIAN).covariance();
            StructurePosterior found = StructureSearch.of(D, 1).search(s, ROWS);
            assertEquals(NoiseAssumption.EQUAL, found.assumption());
            assertTrue(found.margin() > 0);
            assertEquals(truth(seed).edgeCount(), found.network().edgeCount());
            for (int k = 0; k < D * D; k++) {
                assertEquals(truth(seed).hasEdge(k / D, k % D), found.network().hasEdge(k / D, k % D));
            }
        }
    }

    @Test
    void unequalVariances_giveTheClass_inAnyUnits() {
        for (long seed = 1; seed <= 4; seed++) {
            double[] s = unequal(seed);
            StructurePosterior found = StructureSearch.of(D, 1).search(s, ROWS);
            assertEquals(NoiseAssumption.UNEQUAL, found.assumption());
            assertEquals(0, classOf(found.network()).distance(classOf(truth(seed))));
            double[] unit = new Random(seed).doubles(D, -3, 3).map(Math::exp).toArray();
            StructurePosterior again =
                    StructureSearch.of(D, 1).assuming(NoiseAssumption.UNEQUAL).search(inUnits(s, unit), ROWS);
            // the same correlations up to round-off, so the same chains
            assertArrayEquals(
                    found.edges().orElseThrow().toRows(),
                    again.edges().orElseThrow().toRows(),
                    1e-6);
        }
    }

    @Test
    void criterion_givesTheClass_byAnotherScoreThanThePrior_andLeavesEqualVariancesAlone() {
        for (long seed = 1; seed <= 4; seed++) {
            StructurePosterior found =
                    StructureSearch.of(D, 1).by(GraphScore.BIC).search(unequal(seed), ROWS);
            assertEquals(NoiseAssumption.UNEQUAL, found.assumption());
            assertEquals(0, classOf(found.network()).distance(classOf(truth(seed))));
        }
        // few rows: what a prior of coefficients says and a criterion without one are not the same
        double[] weak = {1, .35, .35, 1};
        StructureSearch search = StructureSearch.of(2, 1).assuming(NoiseAssumption.UNEQUAL);
        double byPrior = joined(search.search(weak, 25), 0, 1);
        double byCriterion = joined(search.by(GraphScore.BIC).search(weak, 25), 0, 1);
        assertTrue(Math.abs(byPrior - byCriterion) > 0.01, byPrior + " and " + byCriterion);
        double[] equal = LinearSem.of(truth(1), Noise.GAUSSIAN).covariance();
        assertArrayEquals(
                StructureSearch.of(D, 1).search(equal, ROWS).network().toRows(),
                StructureSearch.of(D, 1)
                        .by(GraphScore.BIC)
                        .search(equal, ROWS)
                        .network()
                        .toRows());
    }

    @Test
    void standardisedColumns_haveNoEqualVariances() {
        double[] s = LinearSem.of(truth(2), Noise.GAUSSIAN).standardised().covariance();
        assertEquals(
                NoiseAssumption.UNEQUAL,
                StructureSearch.of(D, 1).search(s, ROWS).assumption());
    }

    @Test
    void independentColumns_areNotJoined() {
        double[] s = new double[D * D];
        for (int j = 0; j < D; j++) {
            s[j * (D + 1)] = 1 + j;
        }
        StructurePosterior found = StructureSearch.of(D, 1).search(s, ROWS);
        assertEquals(0, found.network().edgeCount());
        for (int i = 0; i < D; i++) {
            for (int j = 0; j < i; j++) {
                assertTrue(joined(found, i, j) < 0.05);
            }
        }
    }

    @Test
    void directionsThatAreNotIdentified_haveHalfEach() {
        // one edge between two variables: nothing tells its direction
        double[] s = {1, .6, .6, 1};
        StructurePosterior found =
                StructureSearch.of(2, 1).assuming(NoiseAssumption.UNEQUAL).search(s, ROWS);
        assertTrue(joined(found, 0, 1) > 0.99);
        assertEquals(0.5, found.edges().orElseThrow().get(0, 1), 0.05);
    }

    @Test
    void search_givesTheSameForTheSameSeed() {
        double[] s = unequal(3);
        StructurePosterior one = StructureSearch.of(D, 9).search(s, ROWS);
        StructurePosterior two = StructureSearch.of(D, 9).search(s, ROWS);
        assertArrayEquals(
                one.edges().orElseThrow().toRows(), two.edges().orElseThrow().toRows());
        assertArrayEquals(one.network().toRows(), two.network().toRows());
    }

    @Test
    void knowledge_isKept() {
        double[] s = unequal(5);
        WeightMatrix free = StructureSearch.of(D, 1).search(s, ROWS).network();
        int edge = 0;
        while (!free.hasEdge(edge / D, edge % D)) {
            edge++;
        }
        int from = edge / D;
        int to = edge % D;
        EdgeKnowledge known =
                GivenEdges.among(D).forbidden(from, to).forbidden(to, from).known();
        StructurePosterior without = StructureSearch.of(D, 1).knowing(known).search(s, ROWS);
        assertEquals(0, joined(without, from, to));
        assertFalse(without.network().hasEdge(from, to) || without.network().hasEdge(to, from));
        StructurePosterior reversed = StructureSearch.of(D, 1)
                .knowing(GivenEdges.among(D).required(to, from).known())
                .search(s, ROWS);
        assertTrue(reversed.network().hasEdge(to, from));
        assertEquals(1, reversed.edges().orElseThrow().get(to, from));
    }

    @Test
    void tiers_areKept() {
        int[] tiers = new int[D];
        Arrays.setAll(tiers, j -> j % 3);
        StructurePosterior found = StructureSearch.of(D, 1)
                .knowing(GivenEdges.among(D).tiers(tiers).known())
                .search(unequal(7), ROWS);
        for (int k = 0; k < D * D; k++) {
            if (tiers[k % D] < tiers[k / D]) {
                assertEquals(0, found.edges().orElseThrow().get(k / D, k % D));
                assertFalse(found.network().hasEdge(k / D, k % D));
            }
        }
    }

    private static void requireKept(EdgeKnowledge known, StructurePosterior found) {
        assertEquals(D, Dag.of(found.network()).topologicalOrder().length);
        for (int k = 0; k < D * D; k++) {
            int i = k / D;
            int j = k % D;
            if (i == j) {
                continue;
            }
            if (!known.allows(i, j)) {
                assertFalse(found.network().hasEdge(i, j), i + " -> " + j);
                found.edges().ifPresent(edges -> assertEquals(0, edges.get(i, j)));
            }
            if (known.requires(i, j)) {
                assertTrue(found.network().hasEdge(i, j), i + " -> " + j);
                found.edges().ifPresent(edges -> assertEquals(1, edges.get(i, j)));
            }
        }
    }

    /** The true order backwards, edges that are not there, all causes of one variable, under either assumption. */
    @Test
    void wrongKnowledge_isKept() {
        int[] order = Dag.of(truth(5)).topologicalOrder();
        int[] backwards = new int[D];
        GivenEdges chain = GivenEdges.among(D);
        GivenEdges sink = GivenEdges.among(D);
        GivenEdges nothing = GivenEdges.among(D);
        for (int at = 0; at < D; at++) {
            backwards[order[at]] = D - at;
            if (at > 0) {
                chain = chain.required(order[at], order[at - 1]);
                sink = sink.required(order[at], order[0]);
            }
            for (int other = 0; other < D; other++) {
                nothing = other == at ? nothing : nothing.forbidden(other, at);
            }
        }
        for (EdgeKnowledge known :
                List.of(GivenEdges.among(D).tiers(backwards).known(), chain.known(), sink.known(), nothing.known())) {
            for (NoiseAssumption assumed : NoiseAssumption.values()) {
                StructureSearch search = StructureSearch.of(D, 1).knowing(known).assuming(assumed);
                requireKept(known, search.search(unequal(5), ROWS));
                requireKept(known, search.climbing().search(unequal(5), ROWS));
            }
        }
    }

    /**
     * Required causes that are one column twice, and determine their child, in far units: no score of them is finite.
     */
    @Test
    void requiredCausesThatDetermineEachOther_areNoCrash() {
        double[] s = unequal(5);
        for (int k = 0; k < D; k++) {
            s[D + k] = s[k];
            s[2 * D + k] = 3e8 * s[k];
        }
        for (int k = 0; k < D; k++) {
            s[k * D + 1] = s[k * D];
            s[k * D + 2] = 3e8 * s[k * D];
        }
        EdgeKnowledge known =
                GivenEdges.among(D).required(0, 2).required(1, 2).required(3, 2).known();
        for (NoiseAssumption assumed : NoiseAssumption.values()) {
            StructurePosterior found =
                    StructureSearch.of(D, 1).knowing(known).assuming(assumed).search(s, ROWS);
            assertTrue(found.network().hasEdge(0, 2));
            assertEquals(1, found.edges().orElseThrow().get(1, 2));
            for (double p : found.edges().orElseThrow().toRows()) {
                assertTrue(p >= 0 && p <= 1, "was " + p);
            }
        }
        StructurePosterior chosen = StructureSearch.of(D, 1).knowing(known).search(s, ROWS);
        assertTrue(Double.isFinite(chosen.margin()), "margin " + chosen.margin());
    }

    @Test
    void trueKnowledge_changesNothing_whereRowsSayTheSame() {
        double[] s = LinearSem.of(truth(2), Noise.GAUSSIAN).covariance();
        GivenEdges known = GivenEdges.among(D);
        for (int k = 0; k < D * D; k++) {
            known = truth(2).hasEdge(k / D, k % D) ? known.required(k / D, k % D) : known;
        }
        StructurePosterior free = StructureSearch.of(D, 1).search(s, ROWS);
        StructurePosterior told =
                StructureSearch.of(D, 1).knowing(known.known()).search(s, ROWS);
        assertArrayEquals(free.network().toRows(), told.network().toRows(), 1e-9);
    }

    @Test
    void climbing_givesTheSameGraph_withoutProbabilities() {
        double[] s = unequal(3);
        StructurePosterior climbed = StructureSearch.of(D, 1).climbing().search(s, ROWS);
        assertTrue(climbed.edges().isEmpty());
        assertEquals(0, classOf(climbed.network()).distance(classOf(truth(3))));
    }

    @Test
    void badInput_isRefused() {
        double[] s = {1, 0, 0, 1};
        assertThrows(
                IllegalArgumentException.class, () -> StructureSearch.of(2, 1).search(s, 1));
        assertThrows(
                IllegalArgumentException.class, () -> StructureSearch.of(2, 1).search(s, Double.NaN));
        assertThrows(
                IllegalArgumentException.class, () -> StructureSearch.of(3, 1).search(s, 10));
        assertThrows(
                IllegalArgumentException.class, () -> StructureSearch.of(2, 1).search(new double[] {0, 0, 0, 1}, 10));
        assertThrows(
                IllegalArgumentException.class,
                () -> StructureSearch.of(2, 1).search(new double[] {1, Double.NaN, Double.NaN, 1}, 10));
    }

    @Test
    void oneVariable_hasNoEdges() {
        StructurePosterior found = StructureSearch.of(1, 1).search(new double[] {2}, 10);
        assertEquals(0, found.network().edgeCount());
    }
}
