// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.release.moments;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.privacy.Adjacency;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Scale;

/**
 * Brute force: no neighbour moves the exact whole-number sum by more than the sensitivity from which the noise is made.
 */
class GramSumProperties {

    private static double[] row(Random random, int d, int kind) {
        double[] row = new double[d];
        for (int j = 0; j < d; j++) {
            row[j] = switch (kind) {
                case 0 -> random.nextGaussian();
                case 1 -> random.nextGaussian() * StrictMath.exp(20 * random.nextGaussian());
                case 2 -> random.nextInt(3) - 1;
                case 3 -> random.nextInt(8) == 0 ? Double.MAX_VALUE : Double.MIN_VALUE;
                case 4 -> random.nextInt(4) == 0 ? Double.NaN : Double.POSITIVE_INFINITY;
                default -> 0;
            };
        }
        return row;
    }

    private static double distance(int d, long[] a, long[] b) {
        double sum = 0;
        int at = 0;
        for (int i = 0; i < d; i++) {
            for (int j = i; j < d; j++, at++) {
                double difference = a[at] - b[at];
                sum += (i == j ? 1 : 2) * difference * difference;
            }
        }
        return Math.sqrt(sum);
    }

    private static long[] exact(GramSum sum, double[] centre, double[] units, double[]... rows) {
        sum.begin(centre, units);
        for (double[] row : rows) {
            sum.add(row);
        }
        return sum.sums().clone();
    }

    @Property(tries = 500)
    void aReplacedRowMovesTheMatrixByAtMostTheSensitivity(
            @ForAll long seed,
            @ForAll @IntRange(min = 1, max = 12) int d,
            @ForAll @IntRange(max = 5) int kind,
            @ForAll @IntRange(max = 5) int otherKind,
            @ForAll boolean directions,
            @ForAll @DoubleRange(min = 0.01, max = 500) @Scale(3) double multiplier) {
        Random random = new Random(seed);
        double radius = directions ? 0 : StrictMath.exp(3 * random.nextGaussian());
        GramSum sum = new GramSum(d, 100, Adjacency.REPLACE_ONE, false, radius, multiplier);
        double[] centre = row(random, d, 0);
        double[] units = new double[d];
        for (int j = 0; j < d; j++) {
            units[j] = StrictMath.exp(5 * random.nextGaussian());
        }
        double[] common = row(random, d, 0);
        long[] one = exact(sum, centre, units, common, row(random, d, kind));
        long[] other = exact(sum, centre, units, row(random, d, otherKind), common);
        assertTrue(distance(d, one, other) <= sum.sensitivity());
    }

    @Property(tries = 200)
    void aRowThatVanishesMovesTheMatrixByAtMostTheSensitivityOfZeroOut(
            @ForAll long seed, @ForAll @IntRange(min = 1, max = 12) int d, @ForAll @IntRange(max = 5) int kind) {
        Random random = new Random(seed);
        GramSum sum = new GramSum(d, 100, Adjacency.ZERO_OUT, true, 0, 1);
        double[] units = new double[d];
        java.util.Arrays.fill(units, 1);
        double[] row = row(random, d, kind);
        long[] one = exact(sum, new double[d], units, row);
        long[] other = exact(sum, new double[d], units, new double[d]);
        assertTrue(distance(d, one, other) <= sum.sensitivity());
    }

    @Property(tries = 20)
    void orthogonalRowsAttainTheSensitivity(@ForAll @IntRange(min = 2, max = 12) int d) {
        GramSum sum = new GramSum(d, 100, Adjacency.REPLACE_ONE, false, 0, 1);
        double[] units = new double[d];
        java.util.Arrays.fill(units, 1);
        double[] first = new double[d];
        first[0] = 3;
        double[] last = new double[d];
        last[d - 1] = -0.2;
        double moved = distance(d, exact(sum, new double[d], units, first), exact(sum, new double[d], units, last));
        // rows are made √d/2 steps of 2⁻¹⁶ too short, so that rounding does not lift them: relative √d · 2⁻¹⁶ on
        // squares
        assertTrue(moved >= sum.sensitivity() * (1 - 2 * Math.sqrt(d) * 0x1p-16));
    }
}
