// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.sites;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.internal.search.graph.EdgeKnowledge;
import io.hedgerow.core.internal.search.graph.GivenEdges;
import io.hedgerow.core.internal.search.posterior.StructureSearch;
import io.hedgerow.core.internal.search.sums.SummedRows;
import io.hedgerow.core.search.Trust;
import io.hedgerow.core.search.Trust.Misfit;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Rows of a series count less where hidden inputs move all variables a little, and in full where none do. */
class DiffuseDependenceTest {

    /** [x_t | x_{t−1}] of d variables that depend on their own past, some on that of others, and on hidden inputs. */
    private static double[][] series(int d, int inputs, double strength, long seed) {
        Random random = new Random(seed);
        double[][] loading = new double[d][inputs];
        for (double[] row : loading) {
            for (int k = 0; k < inputs; k++) {
                row[k] = strength * random.nextGaussian();
            }
        }
        double[][] rows = new double[300][2 * d];
        double[] before = new double[d];
        double[] input = new double[inputs];
        for (double[] row : rows) {
            for (int k = 0; k < inputs; k++) {
                input[k] = 0.7 * input[k] + random.nextGaussian();
            }
            for (int j = 0; j < d; j++) {
                row[j] = 0.5 * before[j] + (j % 3 == 0 ? 0.4 * before[(j + 1) % d] : 0) + random.nextGaussian();
                for (int k = 0; k < inputs; k++) {
                    row[j] += loading[j][k] * input[k];
                }
                row[d + j] = before[j];
            }
            before = Arrays.copyOf(row, d);
        }
        return rows;
    }

    private static SitesSearch.Found searchSeries(double[][] rows) {
        int d = rows[0].length / 2;
        return search(rows, EdgeKnowledge.none(2 * d).parentsOnlyFrom(d));
    }

    private static SitesSearch.Found search(double[][] rows, EdgeKnowledge known) {
        StructureSearch search =
                StructureSearch.of(known.variables(), 1).knowing(known).climbing();
        return new SitesSearch(search)
                .search(SummedRows.of(List.<double[][]>of(rows)).ofSeries());
    }

    @Test
    void steps_countInFull_whereOneNetworkMadeThem() {
        for (long seed = 1; seed <= 5; seed++) {
            SitesSearch.Found found = searchSeries(series(30, 0, 0, seed));
            Trust trust = found.evidence().trust();
            assertTrue(trust.effectiveRows() > 290, trust.effectiveRows() + " rows");
            assertFalse(trust.flags().contains(Misfit.UNEXPLAINED));
            assertFalse(found.acrossSteps());
        }
    }

    /** Inputs that are not recorded act on all a little: within a step no edge can be told from their work. */
    @Test
    void steps_countLess_andJoinNothingWithin_whereHiddenInputsActOnAll() {
        int d = 50;
        SitesSearch.Found found = searchSeries(series(d, 4, 0.3, 1));
        Trust trust = found.evidence().trust();
        assertTrue(trust.effectiveRows() < 220, trust.effectiveRows() + " rows");
        assertTrue(trust.flags().contains(Misfit.UNEXPLAINED));
        assertTrue(found.acrossSteps());
        for (int j = 0; j < d; j++) {
            for (int i = 0; i < d; i++) {
                assertFalse(found.network().hasEdge(i, j));
            }
            assertTrue(found.network().hasEdge(d + j, j), "its own past");
        }
    }

    @Test
    void requiredEdgesWithinAStep_stay() {
        int d = 50;
        EdgeKnowledge known = GivenEdges.among(2 * d).required(4, 7).known().parentsOnlyFrom(d);
        SitesSearch.Found found = search(series(d, 4, 0.3, 1), known);
        assertTrue(found.acrossSteps());
        assertTrue(found.network().hasEdge(4, 7));
        int within = 0;
        for (int k = 0; k < d * d; k++) {
            within += found.network().hasEdge(k / d, k % d) ? 1 : 0;
        }
        assertEquals(1, within);
    }

    /**
     * A chain whose variables follow their own past closely, with edges within a step: pairs depend on each other, and
     * weak edges are missed, but rows count in full.
     */
    @Test
    void steps_countInFull_whereVariablesFollowTheirPastClosely() {
        int fewer = 0;
        for (int d : new int[] {2, 5, 30}) {
            for (int seed = 1; seed <= 4; seed++) {
                fewer += searchSeries(chain(d, seed)).evidence().trust().effectiveRows() < 290 ? 1 : 0;
            }
        }
        assertTrue(fewer <= 1, fewer + " of 12 studies count fewer rows");
    }

    private static double[][] chain(int d, int seed) {
        Random random = new Random(seed);
        double[][] rows = new double[300][2 * d];
        double[] before = new double[d];
        for (int t = -100; t < 300; t++) {
            double[] now = new double[d];
            for (int j = 0; j < d; j++) {
                now[j] = 0.9 * before[j] + (j > 0 ? 0.1 * before[j - 1] + now[j - 1] : 0) + random.nextGaussian();
            }
            if (t >= 0) {
                System.arraycopy(now, 0, rows[t], 0, d);
                System.arraycopy(before, 0, rows[t], d, d);
            }
            before = now;
        }
        return rows;
    }

    /** Rows that are no series have no lags, and count as they did: sites tell how they agree. */
    @Test
    void otherRows_areNotLookedAt() {
        double[][] rows = series(10, 4, 0.3, 1);
        SitesSearch.Found found = search(rows, EdgeKnowledge.none(20));
        assertTrue(found.evidence().trust().effectiveRows() > 290);
        assertFalse(found.acrossSteps());
    }
}
