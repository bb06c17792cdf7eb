// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.mechanism;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.privacy.Adjacency;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.DoubleRange;
import org.junit.jupiter.api.Test;

class NormClippingTest {

    @Provide
    Arbitrary<double[]> vectors() {
        Arbitrary<Double> entries = Arbitraries.oneOf(
                Arbitraries.doubles().between(-3, 3).ofScale(6),
                Arbitraries.of(0.0, 1e-300, 1e300, Double.MAX_VALUE, Double.MIN_VALUE, Double.NaN, 0.5, -0.5),
                Arbitraries.of(Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 1e10, -1e10));
        return entries.array(double[].class).ofMinSize(1).ofMaxSize(8);
    }

    @Property
    void norms_neverExceedTheBoundInWholeSteps(
            @ForAll("vectors") double[] vector, @ForAll @DoubleRange(min = 1, max = 1000) double norm) {
        for (double step : new double[] {1, 0x1p-3, 0x1p-20}) {
            NormClipping clipping = new NormClipping(new Lattice(step), norm);
            long[] steps = new long[vector.length];
            clipping.clip(vector, steps);
            assertTrue(square(steps) <= clipping.normSteps() * clipping.normSteps());
        }
    }

    /** Frobenius norms of differences of outer products, in whole numbers, against the stated sensitivity. */
    @Property
    void outerProducts_ofNeighboursNeverDifferByMoreThanTheSensitivity(
            @ForAll("vectors") double[] one, @ForAll("vectors") double[] other) {
        NormClipping clipping = new NormClipping(new Lattice(0x1p-6), 2.7);
        int d = Math.min(one.length, other.length);
        long[] first = new long[d];
        long[] second = new long[d];
        clipping.clip(java.util.Arrays.copyOf(one, d), first);
        clipping.clip(java.util.Arrays.copyOf(other, d), second);
        long replaced = 0;
        long zeroed = 0;
        for (int i = 0; i < d; i++) {
            for (int j = 0; j < d; j++) {
                long entry = first[i] * first[j];
                long difference = entry - second[i] * second[j];
                replaced += difference * difference;
                zeroed += entry * entry;
            }
        }
        assertTrue(Math.sqrt((double) replaced)
                <= Sensitivity.ofOuterProducts(Adjacency.REPLACE_ONE, clipping.normSteps())
                        .steps());
        assertTrue(Math.sqrt((double) zeroed)
                <= Sensitivity.ofOuterProducts(Adjacency.ZERO_OUT, clipping.normSteps())
                        .steps());
    }

    @Test
    void sensitivity_isAttainedByOrthogonalVectorsAtTheBound() {
        NormClipping clipping = new NormClipping(new Lattice(0.5), 50);
        long[] first = new long[2];
        long[] second = new long[2];
        clipping.clip(new double[] {1e6, 0}, first);
        clipping.clip(new double[] {0, 1e6}, second);
        long bound = clipping.normSteps() * clipping.normSteps();
        assertEquals(bound, first[0] * first[0]);
        assertEquals(bound, second[1] * second[1]);
        // √(bound² + bound²), rounded up
        assertEquals(
                (long) Math.ceil(Math.sqrt(2.0) * (double) bound),
                Sensitivity.ofOuterProducts(Adjacency.REPLACE_ONE, clipping.normSteps())
                        .steps());
    }

    @Test
    void vectors_insideAreOnlyRounded() {
        NormClipping clipping = new NormClipping(new Lattice(0.25), 2);
        long[] steps = new long[3];
        clipping.clip(new double[] {0.6, -1.1, Double.NaN}, steps);
        assertArrayEquals(new long[] {2, -4, 0}, steps);
    }

    @Test
    void clippedVectors_keepTheirDirectionAndAlmostTheWholeNorm() {
        NormClipping clipping = new NormClipping(new Lattice(0x1p-20), 3);
        long[] steps = new long[2];
        clipping.clip(new double[] {30, 40}, steps);
        // rounding moves a coordinate by a step, the shrinking by one more and by 2^-20 of its size
        assertEquals(1.8, steps[0] * 0x1p-20, 4e-6);
        assertEquals(2.4, steps[1] * 0x1p-20, 4e-6);
    }

    @Test
    void wrongShapesAndBounds_areRefused() {
        NormClipping clipping = new NormClipping(new Lattice(1), 5);
        assertThrows(IllegalArgumentException.class, () -> clipping.clip(new double[2], new long[3]));
        for (double norm : new double[] {0.5, 0x1.1p30, Double.NaN}) {
            assertThrows(IllegalArgumentException.class, () -> new NormClipping(new Lattice(1), norm));
        }
    }

    private static long square(long[] steps) {
        long sum = 0;
        for (long step : steps) {
            sum = Math.addExact(sum, step * step);
        }
        return sum;
    }
}
