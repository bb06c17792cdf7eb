// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.accuracy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.graph.Graphs;
import io.hedgerow.core.graph.WeightMatrix;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class EdgeCalibrationTest {

    private static final WeightMatrix TRUTH = Graphs.of(4, new int[] {0, 1}, new int[] {1, 2}, new int[] {3, 2});

    private static WeightMatrix probabilities(double... rows) {
        return WeightMatrix.ofRows(4, rows);
    }

    private static final WeightMatrix SAID = probabilities(
            0, 0.6, 0.015, 0.985, //
            0.395, 0, 0.1, 0, //
            0, 0.7, 0, 0, //
            0, 0, 0.05, 0);

    private static void assertBin(EdgeCalibration.Bin bin, long count, double expected, long happened) {
        assertEquals(count, bin.count());
        assertEquals(expected, bin.expected(), 1e-12);
        assertEquals(happened, bin.happened());
    }

    @Test
    void of_countsAHandMadeExample() {
        EdgeCalibration found = EdgeCalibration.of(SAID, TRUTH);
        // 0-2 and 1-3: 0.015 and 0, neither joined. 2-3: 0.05, joined. 1-2: 0.8, joined. 0-1 and 0-3: 0.995 and
        // 0.985, the first joined.
        assertBin(found.adjacency().get(0), 2, 0.015, 0);
        assertBin(found.adjacency().get(1), 1, 0.05, 1);
        assertBin(found.adjacency().get(5), 1, 0.8, 1);
        assertBin(found.adjacency().get(7), 2, 1.98, 1);
        assertEquals(
                6,
                found.adjacency().stream().mapToLong(EdgeCalibration.Bin::count).sum());
        // 0-1: 0.6 of 0.995, right. 1-2: 0.7 of 0.8, wrong. 2-3: all of 0.05, right. 0-3 is not joined.
        assertBin(found.direction().get(4), 1, 0.6 / 0.995, 1);
        assertBin(found.direction().get(5), 1, 0.875, 0);
        assertBin(found.direction().get(7), 1, 1, 1);
        assertEquals(
                3,
                found.direction().stream().mapToLong(EdgeCalibration.Bin::count).sum());
        assertEquals(0.99, found.adjacency().get(7).predicted(), 1e-12);
        assertEquals(0.5, found.adjacency().get(7).observed());
        assertEquals(0.5, found.certainRight());
    }

    @Test
    void errors_areMeansOverPairsFromTwoHundredths() {
        EdgeCalibration found = EdgeCalibration.of(SAID, TRUTH);
        // Σ_b n_b |predicted − observed| / Σ_b n_b without the first bin
        assertEquals((0.95 + 0.2 + 0.98) / 4, found.adjacencyError(), 1e-12);
        assertEquals(((1 - 0.6 / 0.995) + 0.875 + 0) / 3, found.directionError(), 1e-12);
    }

    @Test
    void bins_beginWithTheirLowerBound() {
        double[] at = {0.02, 0.1, 0.3, 0.5, 0.7, 0.9, 0.98};
        for (int b = 0; b < at.length; b++) {
            EdgeCalibration found =
                    EdgeCalibration.of(WeightMatrix.ofRows(2, new double[] {0, at[b], 0, 0}), Graphs.of(2));
            assertEquals(1, found.adjacency().get(b + 1).count(), "at " + at[b]);
            assertEquals(at[b], found.adjacency().get(b + 1).from());
            assertEquals(at[b], found.adjacency().get(b).to());
        }
        EdgeCalibration certain = EdgeCalibration.of(WeightMatrix.ofRows(2, new double[] {0, 1, 0, 0}), Graphs.of(2));
        assertEquals(1, certain.adjacency().get(7).count());
    }

    @Test
    void plus_addsWhatBothSaw() {
        EdgeCalibration once = EdgeCalibration.of(SAID, TRUTH);
        EdgeCalibration other = EdgeCalibration.of(SAID, WeightMatrix.empty(4));
        EdgeCalibration both = once.plus(other);
        assertBin(both.adjacency().get(7), 4, 3.96, 1);
        assertBin(both.adjacency().get(5), 2, 1.6, 1);
        assertEquals((0.9 + 0.6 + 2.96) / 8, both.adjacencyError(), 1e-12);
        assertEquals(once.directionError(), both.directionError(), 1e-12, "an empty truth has no directions");
    }

    @Test
    void errors_withoutAnythingToJudge_areNotNumbers() {
        EdgeCalibration none = EdgeCalibration.of(WeightMatrix.empty(3), WeightMatrix.empty(3));
        assertTrue(Double.isNaN(none.adjacencyError()));
        assertTrue(Double.isNaN(none.directionError()));
        assertTrue(Double.isNaN(none.certainRight()));
    }

    @Test
    void adjacencyError_ofChancesAsSaid_isSmall_andOfOverstatedOnesIsNot() {
        Random random = new Random(3);
        int d = 200;
        double[] honest = new double[d * d];
        double[] overstated = new double[d * d];
        double[] edges = new double[d * d];
        for (int i = 0; i < d; i++) {
            for (int j = i + 1; j < d; j++) {
                double p = random.nextDouble();
                honest[i * d + j] = p;
                overstated[i * d + j] = Math.sqrt(p);
                edges[i * d + j] = random.nextDouble() < p ? 1 : 0;
            }
        }
        WeightMatrix truth = WeightMatrix.ofRows(d, edges);
        // 19,900 pairs in seven bins of 400 and more; a bin's error is below 0.5 / √n_b = 0.025 in one deviation, and
        // the mean of seven below 0.025 in more than four.
        assertTrue(EdgeCalibration.of(WeightMatrix.ofRows(d, honest), truth).adjacencyError() < 0.025);
        // E[√p − p] = 2/3 − 1/2
        assertEquals(
                1 / 6.0,
                EdgeCalibration.of(WeightMatrix.ofRows(d, overstated), truth).adjacencyError(),
                0.02);
    }

    @Test
    void of_whenProbabilitiesAreNot_saysSo() {
        for (double[] pair : List.of(new double[] {0.7, 0.4}, new double[] {-0.1, 0.4}, new double[] {1.1, 0})) {
            WeightMatrix bad = WeightMatrix.ofRows(2, new double[] {0, pair[0], pair[1], 0});
            IllegalArgumentException e =
                    assertThrows(IllegalArgumentException.class, () -> EdgeCalibration.of(bad, WeightMatrix.empty(2)));
            assertEquals(
                    "probabilities of a pair must be >= 0 and at most 1 together, were " + pair[0] + " and " + pair[1],
                    e.getMessage());
        }
        assertThrows(IllegalArgumentException.class, () -> EdgeCalibration.of(SAID, WeightMatrix.empty(3)));
    }
}
