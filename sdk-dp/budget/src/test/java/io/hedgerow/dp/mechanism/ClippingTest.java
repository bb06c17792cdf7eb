// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.mechanism;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.privacy.Adjacency;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class ClippingTest {

    private final Clipping clipping = new Clipping(new Lattice(0.25), 1.1);

    /** Ordinary values, values at the bound, and everything a double can be. */
    @Provide
    Arbitrary<Double> anything() {
        return Arbitraries.oneOf(
                Arbitraries.doubles().between(-3, 3).ofScale(6),
                Arbitraries.of(-1.1, 1.1, 1.125, -1.125, 0.0, -0.0, Double.NaN, Double.POSITIVE_INFINITY),
                Arbitraries.of(Double.NEGATIVE_INFINITY, Double.MAX_VALUE, Double.MIN_VALUE, -Double.MAX_VALUE, 1e300));
    }

    @Provide
    Arbitrary<double[]> tables() {
        return anything().array(double[].class).ofMinSize(1).ofMaxSize(12);
    }

    @Property
    void neighbours_neverDifferByMoreThanTheSensitivity(
            @ForAll("tables") double[] rows, @ForAll("anything") double other, @ForAll @IntRange(max = 11) int at) {
        int changed = at % rows.length;
        long before = sum(rows);
        double old = rows[changed];
        rows[changed] = other;
        assertTrue(Math.abs(sum(rows) - before)
                <= clipping.sensitivity(Adjacency.REPLACE_ONE).steps());
        rows[changed] = old;
        long without = before - clipping.clip(old);
        assertTrue(Math.abs(without - before)
                <= clipping.sensitivity(Adjacency.ZERO_OUT).steps());
    }

    @Test
    void sensitivity_isAttained() {
        long high = sum(new double[] {0.3, 5});
        assertEquals(
                clipping.sensitivity(Adjacency.REPLACE_ONE).steps(),
                high - sum(new double[] {0.3, -5}),
                "opposite ends");
        assertEquals(clipping.sensitivity(Adjacency.ZERO_OUT).steps(), high - sum(new double[] {0.3, 0}));
    }

    @Test
    void clip_roundsToTheLatticeInsideAndCutsOutside() {
        assertEquals(4, clipping.boundSteps(), "1.1 is 4.4 steps of 0.25");
        assertEquals(2, clipping.clip(0.6));
        assertEquals(-1, clipping.clip(-0.2));
        assertEquals(4, clipping.clip(1.05));
        assertEquals(4, clipping.clip(Double.MAX_VALUE));
        assertEquals(-4, clipping.clip(-1e9));
        assertEquals(0, clipping.clip(Double.NaN));
        assertEquals(0, clipping.clip(Double.POSITIVE_INFINITY));
        assertEquals(0, clipping.clip(Double.NEGATIVE_INFINITY));
    }

    @Test
    void sums_thatCouldOverflowAreRefusedBeforehand() {
        Clipping wide = new Clipping(new Lattice(1), 0x1p52);
        wide.requireSumFits(1 << 10);
        assertThrows(IllegalArgumentException.class, () -> wide.requireSumFits((1 << 10) + 1));
        assertThrows(IllegalArgumentException.class, () -> wide.requireSumFits(-1));
    }

    @Test
    void bounds_outOfRangeAreRefused() {
        for (double bound : new double[] {0, -1, 0.2, 0x1.1p50, Double.NaN, Double.POSITIVE_INFINITY}) {
            assertThrows(IllegalArgumentException.class, () -> new Clipping(new Lattice(0.25), bound));
        }
    }

    private long sum(double[] rows) {
        long sum = 0;
        for (double row : rows) {
            sum += clipping.clip(row);
        }
        return sum;
    }
}
