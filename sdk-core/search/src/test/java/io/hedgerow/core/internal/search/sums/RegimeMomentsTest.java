// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.sums;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.graph.Dag;
import io.hedgerow.core.graph.EquivalenceClass;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.search.graph.EdgeKnowledge;
import io.hedgerow.core.internal.search.regression.FamilyMoments;
import io.hedgerow.core.internal.search.score.GraphScore;
import io.hedgerow.core.internal.search.score.HyperParameters;
import io.hedgerow.core.internal.search.score.SubsetScores;
import io.hedgerow.core.internal.simulation.model.ErdosRenyi;
import io.hedgerow.core.internal.simulation.model.LinearSem;
import io.hedgerow.core.internal.simulation.model.Noise;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.search.Interventions;
import io.hedgerow.core.search.NoiseAssumption;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A variable's moments are those of the rows in which it is no target, whatever the others are. */
class RegimeMomentsTest {

    private static final int D = 4;

    private static Regimes regimes(String text, int sites) {
        return Regimes.of(Interventions.parse(text), VariableSchema.numbered(D), SiteId.numbered(sites));
    }

    static RegimeMoments moments(String text, List<double[][]> sites) {
        Regimes regimes = regimes(text, sites.size());
        double[] total = new double[regimes.layout().size()];
        for (int p = 0; p < sites.size(); p++) {
            Parameters placed = regimes.placed(
                    SiteId.numbered(sites.size()).get(p), SummedRows.sums(List.<double[][]>of(sites.get(p))));
            for (int k = 0; k < total.length; k++) {
                total[k] += placed.get(k);
            }
        }
        return RegimeMoments.of(regimes, Parameters.takeOver(total));
    }

    private static List<double[][]> rows(int sites, long seed) {
        List<double[][]> rows = new ArrayList<>();
        for (int p = 0; p < sites; p++) {
            WeightMatrix graph = new ErdosRenyi(D, 4).generate(seed + p);
            double[][] own = LinearSem.of(graph, Noise.GAUSSIAN).sample(40 + 10 * p, seed + p);
            for (double[] row : own) {
                row[0] += 100 * p; // means of sites are no relation
            }
            rows.add(own);
        }
        return rows;
    }

    @Test
    void families_areThoseOfTheRowsInWhichTheyAreNoTarget() {
        List<double[][]> rows = rows(5, 1);
        RegimeMoments found = moments(
                "site-002: set x1; site-003: set x1, changed x2; site-004: changed x1; site-005: changed x3", rows);
        FamilyMoments families = found.families();
        int[][] own = {{0, 4}, {0, 1, 3, 4}, {0, 1, 2, 3}, {0, 1, 2, 3, 4}};
        for (int j = 0; j < D; j++) {
            List<double[][]> mine = new ArrayList<>();
            for (int p : own[j]) {
                mine.add(rows.get(p));
            }
            WithinSites direct = SummedRows.of(mine);
            assertArrayEquals(direct.covariance(), families.of(j).covariance(), 1e-9);
            assertEquals((double) direct.degrees() - 3, families.of(j).rows(), 1e-6);
            assertEquals(direct.mean(2), found.mean(2, j), 1e-9);
        }
        assertFalse(families.areOne());
        assertEquals(0, families.place(0));
        assertSame(families.all(), families.of(3));
        // sites with the same targets are of one regime, whichever way they are targets
        assertEquals(4, found.regimes().all().size());
        assertEquals(300, found.rows());
    }

    @Test
    void withoutTargets_slotsAndMomentsAreThoseOfSites() {
        Regimes one = regimes("", 3);
        assertEquals(SiteSums.layout(D), one.layout());
        Parameters sums = SummedRows.sums(rows(1, 2));
        assertArrayEquals(
                sums.toArray(), one.placed(SiteId.numbered(3).get(1), sums).toArray());
        RegimeMoments found = moments("", rows(3, 3));
        assertTrue(found.families().areOne());
        assertArrayEquals(
                SummedRows.of(rows(3, 3)).covariance(), found.families().all().covariance(), 1e-12);
    }

    /** A dose that is given at one site only, where people decide it. */
    @Test
    void aColumnThatVariesOnlyWhereItIsSet_hasNoCauses() {
        List<double[][]> rows = rows(2, 4);
        for (double[] row : rows.get(0)) {
            row[3] = 0;
        }
        RegimeMoments found = moments("site-002: set x4", rows);
        assertEquals(List.of(3), found.varyingAsTargetsOnly());
        double[] own = found.families().of(3).covariance();
        assertTrue(own[3 * D + 3] > 0);
        assertEquals(0, own[3 * D + 1]);
        for (double[] row : rows.get(1)) {
            row[3] = 5;
        }
        String refused = assertThrows(DataException.class, () -> moments("site-002: set x4", rows))
                .getMessage();
        assertTrue(refused.contains("column \"x4\": must have a variance > 0"), refused);
    }

    @Test
    void aRegimeWithFewRows_isNamed() {
        List<double[][]> rows = new ArrayList<>(rows(1, 5));
        rows.add(new double[][] {{1, 2, 3, 4}, {2, 1, 3, 4}});
        String refused = assertThrows(DataException.class, () -> moments("site-002: set x4", rows))
                .getMessage();
        assertTrue(refused.startsWith("rows where x4 was set: there must be at least 5 rows"), refused);
    }

    /**
     * By all graphs: those of one interventional class have one score, and others have other ones. So climbs and chains
     * may use these scores, and a search over classes of observed rows may not.
     */
    @ParameterizedTest
    @EnumSource
    void scores_areOneForEachInterventionalClass(GraphScore score) {
        List<double[][]> rows = rows(3, 6);
        RegimeMoments found = moments("site-002: set x1, set x2, set x3; site-003: changed x4", rows);
        SubsetScores scores = HyperParameters.ofNothing()
                .scores(EdgeKnowledge.none(D), found.families(), NoiseAssumption.UNEQUAL, score, new double[D * D]);
        List<Dag> graphs = new ArrayList<>();
        List<Double> values = new ArrayList<>();
        Random random = new Random(7);
        for (int trial = 0; trial < 120; trial++) {
            Dag graph = Dag.of(new ErdosRenyi(D, 2 + random.nextInt(4)).generate(trial));
            double sum = 0;
            for (int j = 0; j < D; j++) {
                sum += scores.of(j, graph.parents(j), graph.parents(j).length);
            }
            graphs.add(graph);
            values.add(sum);
        }
        int same = 0;
        int apart = 0;
        for (int a = 0; a < graphs.size(); a++) {
            for (int b = 0; b < a; b++) {
                boolean one = classOf(graphs.get(a), found).equals(classOf(graphs.get(b), found));
                boolean observed = EquivalenceClass.of(graphs.get(a)).equals(EquivalenceClass.of(graphs.get(b)));
                double difference = Math.abs(values.get(a) - values.get(b));
                assertEquals(one, difference < 1e-6, graphs.get(a) + " and " + graphs.get(b) + ": " + difference);
                boolean equal = sameEdges(graphs.get(a), graphs.get(b));
                same += one && !equal ? 1 : 0;
                apart += observed && !one ? 1 : 0;
            }
        }
        assertTrue(same > 5 && apart > 5, same + " and " + apart);
    }

    private static EquivalenceClass classOf(Dag graph, RegimeMoments moments) {
        return EquivalenceClass.of(graph, (i, j) -> false, moments.regimes().targets());
    }

    private static boolean sameEdges(Dag one, Dag other) {
        for (int k = 0; k < D * D; k++) {
            if (one.weights().hasEdge(k / D, k % D) != other.weights().hasEdge(k / D, k % D)) {
                return false;
            }
        }
        return true;
    }
}
