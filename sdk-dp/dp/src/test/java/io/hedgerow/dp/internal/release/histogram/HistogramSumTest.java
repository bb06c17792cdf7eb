// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.release.histogram;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.internal.feature.moments.Marginal;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.dp.internal.release.ReleaseOptions;
import io.hedgerow.dp.internal.release.ReleaseOptions.ReleaseCentre;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a unit moves them by is in {@link ChargedShiftTest}. */
class HistogramSumTest {

    private static final double H = 0x1p24;

    private static HistogramSum sum(int d) {
        HistogramSum sum = new HistogramSum(
                new ReleaseOptions(d, 9, Adjacency.REPLACE_ONE, 1, 2, true, ReleaseCentre.none(d), 1), 1);
        double[] centre = new double[d];
        double[] units = new double[d];
        java.util.Arrays.fill(centre, 3);
        java.util.Arrays.fill(units, 2);
        sum.begin(centre, units);
        return sum;
    }

    private static int cell(double value) {
        return Marginal.bin((value - 3) / 2) / 4;
    }

    @Test
    void aRowIsInOneCellOfEachHistogram_whereItIsANumber() {
        HistogramSum sum = sum(3);
        sum.add(new double[] {3, -1e9, Double.NaN});
        sum.add(new double[] {3.5, Double.POSITIVE_INFINITY, 4});
        long[] exact = sum.sums().clone();
        long[] expected = new long[3 * HistogramSum.CELLS];
        expected[cell(3)] += (long) H;
        expected[cell(3.5)] += (long) H;
        expected[HistogramSum.CELLS] += (long) H; // below all edges
        expected[2 * HistogramSum.CELLS - 1] += (long) H;
        expected[2 * HistogramSum.CELLS + cell(4)] += (long) H;
        assertEquals(List.of(boxed(expected)), List.of(boxed(exact)));
    }

    private static List<Long> boxed(long[] values) {
        return java.util.Arrays.stream(values).boxed().toList();
    }

    @Test
    void aUserIsTheSharesOfItsRows_roundedDown() {
        HistogramSum sum = sum(1);
        sum.addUser(List.of(new double[] {3}, new double[] {300}, new double[] {3}));
        long[] exact = sum.sums().clone();
        assertEquals((long) (2 * H / 3), exact[cell(3)]);
        assertEquals((long) (H / 3), exact[cell(300)]);
        assertTrue(java.util.Arrays.stream(exact).sum() <= H);
    }

    @Test
    void sharedNoise_isDrawnInShares() {
        ReleaseOptions own = FeatureFixtures.options(3, 1).options();
        double shared = new HistogramSum(own.withNoiseSharedBy(4), 1).sigma();
        assertEquals(new HistogramSum(own, 1).sigma() / 2, shared, 1e-7);
    }

    /** Δ = √(2d) H, and the lattice's charge of every cell. */
    @Test
    void sensitivityAndEvent() {
        HistogramSum sum = sum(5);
        assertEquals(Math.sqrt(10) * H, (double) sum.sensitivity(), 2); // rounded up, and one step more
        assertTrue(sum.sensitivity() >= Math.sqrt(10) * H);
        MechanismEvent.Sequence event = (MechanismEvent.Sequence) sum.event();
        double claimed = ((MechanismEvent.PureDp) event.steps().get(1)).epsilon();
        double each = 2 * 197 / (24 * Math.pow(sum.sigmas()[0], 2)); // 2 η(σ), c = 14
        assertEquals(5 * HistogramSum.CELLS * each, claimed, 1e-9 * claimed);
        assertEquals(5 * HistogramSum.CELLS, sum.sigmas().length);
    }
}
