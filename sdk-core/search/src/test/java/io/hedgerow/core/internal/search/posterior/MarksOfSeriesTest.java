// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.posterior;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.graph.AncestralMarks;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.ancestral.GivenRules;
import io.hedgerow.core.internal.ancestral.HiddenCauseSearch;
import io.hedgerow.core.internal.search.graph.EdgeKnowledge;
import io.hedgerow.core.internal.search.regression.MomentMatrix;
import io.hedgerow.core.search.NoiseAssumption;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Marks of series are those of a step given all lags: exact covariances of x_t = x_{t−1} A + x_{t−2} B + e_t. */
class MarksOfSeriesTest {

    private static final int T = 6;
    private static final int ALL = 3 * T;
    private static final int ROWS = 800;

    /** Covariances Σ of e: 0 → 3, 1 → 4, 2 → 5, and a hidden cause of 3, 4 and 5. */
    private static double[] withinStep() {
        double[] s = new double[T * T];
        for (int j = 0; j < T; j++) {
            s[j * T + j] = j < 3 ? 1 : 3;
            for (int k = 3; k < T && j >= 3; k++) {
                s[j * T + k] += j == k ? 0 : 1;
            }
        }
        for (int j = 0; j < 3; j++) {
            s[j * T + j + 3] = 1;
            s[(j + 3) * T + j] = 1;
        }
        return s;
    }

    /** Of each variable its own past acts, and of the first three that of another; the second lag has no effect. */
    private static boolean effect(int lag, int j) {
        return lag < 2 * T && (lag - T == j || (j < 3 && lag - T == (j + 1) % 3));
    }

    /** With any covariances of the lags: [t and lags, t and lags]. */
    private static double[] withLags(double[] within) {
        Random random = new Random(3);
        int lags = ALL - T;
        double[] root = random.doubles((long) lags * lags, -0.4, 0.4).toArray();
        double[] s = new double[ALL * ALL];
        for (int i = 0; i < lags; i++) {
            for (int j = 0; j < lags; j++) {
                double sum = i == j ? 1 : 0;
                for (int k = 0; k < lags; k++) {
                    sum += root[i * lags + k] * root[j * lags + k];
                }
                s[(T + i) * ALL + T + j] = sum;
            }
        }
        double[] effects = new double[lags * T];
        for (int k = 0; k < effects.length; k++) {
            effects[k] = effect(T + k / T, k % T) ? 0.7 : 0;
        }
        for (int j = 0; j < T; j++) {
            for (int i = 0; i < lags; i++) {
                double sum = 0;
                for (int k = 0; k < lags; k++) {
                    sum += s[(T + i) * ALL + T + k] * effects[k * T + j];
                }
                s[(T + i) * ALL + j] = sum;
                s[j * ALL + T + i] = sum;
            }
        }
        for (int i = 0; i < T; i++) {
            for (int j = 0; j < T; j++) {
                double sum = within[i * T + j];
                for (int k = 0; k < lags; k++) {
                    sum += effects[k * T + i] * s[(T + k) * ALL + j];
                }
                s[i * ALL + j] = sum;
            }
        }
        return s;
    }

    @Test
    void correlationsGivenLags_areThoseOfTheStep() {
        double[] s = withLags(withinStep());
        int[] lags = IntStream.range(T, ALL).toArray();
        assertArrayEquals(
                MomentMatrix.correlation(T, withinStep()),
                MomentMatrix.correlationGiven(ALL, s, T, lags).orElseThrow(),
                1e-10);
        assertArrayEquals(
                MomentMatrix.correlation(ALL, s),
                MomentMatrix.correlationGiven(ALL, s, ALL).orElseThrow());
        assertEquals(Optional.empty(), MomentMatrix.correlationGiven(ALL, s, T, T, T));
        assertEquals(Optional.empty(), MomentMatrix.correlationGiven(ALL, s, T, 0));
    }

    /** The lags of one variable of a pair tell more than what they leave: without them the gain is smaller. */
    @Test
    void hiddenCausesOfAStep_areClaimed_andLagsTellMoreThanWhatTheyLeave() {
        double[] s = withLags(withinStep());
        EdgeKnowledge known = EdgeKnowledge.none(ALL).parentsOnlyFrom(T).withoutChildrenFrom(2 * T);
        StructurePosterior found = StructureSearch.of(ALL, 1).knowing(known).search(s, ROWS);
        StructurePosterior looked = found.lookedForHiddenCauses(known, s, ROWS);
        double[] best = new double[T * T];
        for (int k = 0; k < best.length; k++) {
            best[k] = found.network().get(k / T, k % T);
        }
        AncestralMarks alone = new HiddenCauseSearch(
                        MomentMatrix.correlation(T, withinStep()),
                        ROWS - T,
                        MomentMatrix.correlation(T, withinStep()),
                        ROWS - T,
                        GivenRules.of(T, (i, j) -> true, (i, j) -> false))
                .look(WeightMatrix.ofRows(T, best), List.of())
                .marks();
        AncestralMarks marks = looked.marks().orElseThrow();
        assertTrue(alone.claimHiddenCauses());
        assertTrue(marks.gain() > alone.gain() + 3, marks.gain() + " and " + alone.gain());
        assertEquals(ALL, marks.variables());
        assertEquals("<->", marks.mark(3, 4));
        assertEquals("<->", marks.mark(4, 5));
        // an edge of a lag that only a hidden cause makes necessary goes
        WeightMatrix edges = looked.edges().orElseThrow();
        for (int lag = T; lag < 2 * T; lag++) {
            for (int j = 0; j < T; j++) {
                boolean there = effect(lag, j);
                assertEquals(there ? "o->" : AncestralMarks.NONE, marks.mark(lag, j), lag + " to " + j);
                assertEquals(there ? 1 : 0, edges.get(lag, j), 0.1, lag + " to " + j);
                assertEquals(0, edges.get(j, lag));
            }
        }
        for (int unused = 2 * T; unused < ALL; unused++) {
            assertEquals(AncestralMarks.NONE, marks.mark(unused, 3));
        }
    }

    /** Two rows for each variable, beside those that lags take; what so few say here would be enough. */
    @Test
    void fewRows_claimNothing() {
        double[] within = withinStep();
        for (int j = 3; j < T; j++) { // three times the variance of the hidden cause
            for (int k = 3; k < T; k++) {
                within[j * T + k] = j == k ? 5 : 3;
            }
        }
        double[] s = withLags(within);
        EdgeKnowledge known = EdgeKnowledge.none(ALL).parentsOnlyFrom(T).withoutChildrenFrom(2 * T);
        StructurePosterior found = StructureSearch.of(ALL, 1).knowing(known).search(s, ROWS);
        int enough = 2 * T + T;
        assertTrue(gain(found, known, s, enough) > 0);
        for (double rows : new double[] {enough - 1, T + 1}) {
            assertEquals(0, gain(found, known, s, rows));
        }
    }

    private static double gain(StructurePosterior found, EdgeKnowledge known, double[] s, double rows) {
        return found.lookedForHiddenCauses(known, s, rows).marks().orElseThrow().gain();
    }

    /** Without graphs of the posterior nothing says where edges from lags may be. */
    @Test
    void edgesFromLags_keepTheirProbabilities_whereNoGraphsAreTrusted() {
        double[] s = withLags(withinStep());
        EdgeKnowledge known = EdgeKnowledge.none(ALL).parentsOnlyFrom(T).withoutChildrenFrom(2 * T);
        StructurePosterior found = StructureSearch.of(ALL, 1).knowing(known).search(s, ROWS);
        StructurePosterior trapped = new StructurePosterior(
                found.assumption(),
                found.margin(),
                found.network(),
                found.edges(),
                found.drawn(),
                found.wide(),
                Optional.empty(),
                2,
                found.gap());
        StructurePosterior looked = trapped.lookedForHiddenCauses(known, s, ROWS);
        assertTrue(looked.findHiddenCause().failed());
        WeightMatrix before = found.edges().orElseThrow();
        WeightMatrix after = looked.edges().orElseThrow();
        for (int lag = T; lag < ALL; lag++) {
            for (int j = 0; j < T; j++) {
                assertEquals(before.get(lag, j), after.get(lag, j), lag + " to " + j);
            }
        }
        assertNotEquals(before, after);
    }

    /** Of more columns no graphs are drawn. */
    @Test
    void manyColumns_haveNoMarks() {
        assertTrue(independent(StructureSearch.MOST_COLUMNS_DRAWN).marks().isPresent());
        assertTrue(independent(StructureSearch.MOST_COLUMNS_DRAWN + 1).marks().isEmpty());
    }

    /** Two variables with a lag each that is used, and other columns that are not. */
    private static StructurePosterior independent(int columns) {
        double[] s = new double[columns * columns];
        for (int j = 0; j < columns; j++) {
            s[j * columns + j] = 1;
        }
        WeightMatrix none = WeightMatrix.ofRows(columns, new double[columns * columns]);
        EdgeKnowledge known = EdgeKnowledge.none(columns).parentsOnlyFrom(2).withoutChildrenFrom(4);
        return new StructurePosterior(
                        NoiseAssumption.UNEQUAL,
                        0,
                        none,
                        Optional.of(none),
                        List.of(),
                        List.of(),
                        Optional.empty(),
                        0,
                        0)
                .lookedForHiddenCauses(known, s, ROWS);
    }
}
