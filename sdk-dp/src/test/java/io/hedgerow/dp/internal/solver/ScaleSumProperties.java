// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.solver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.privacy.Adjacency;
import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class ScaleSumProperties {

    private static GramOptions options(int d, Adjacency adjacency) {
        return new GramOptions(d, 100, adjacency, 0.01, 100, false, GramCentre.none(d), 1);
    }

    private static long[] contributions(ScaleSum sum, double[] row) {
        long[] steps = new long[row.length];
        for (int j = 0; j < row.length; j++) {
            steps[j] = sum.contribution(row[j]);
        }
        return steps;
    }

    private static double distance(long[] a, long[] b) {
        double sum = 0;
        for (int j = 0; j < a.length; j++) {
            sum += (double) (a[j] - b[j]) * (a[j] - b[j]);
        }
        return Math.sqrt(sum);
    }

    @Property(tries = 300)
    void aReplacedRowMovesTheSumByAtMostTheSensitivity(@ForAll long seed, @ForAll @IntRange(min = 1, max = 40) int d) {
        Random random = new Random(seed);
        ScaleSum sum = new ScaleSum(options(d, Adjacency.REPLACE_ONE), 1, false);
        double[] one = new double[d];
        double[] other = new double[d];
        double[] any = {0, Double.NaN, Double.NEGATIVE_INFINITY, Double.MAX_VALUE, Double.MIN_VALUE, -0.0};
        for (int j = 0; j < d; j++) {
            one[j] = random.nextInt(5) == 0 ? any[random.nextInt(6)] : StrictMath.exp(9 * random.nextGaussian());
            other[j] = random.nextInt(5) == 0 ? any[random.nextInt(6)] : -StrictMath.exp(9 * random.nextGaussian());
        }
        assertTrue(distance(contributions(sum, one), contributions(sum, other)) <= sum.sensitivity());
        ScaleSum vanishing = new ScaleSum(options(d, Adjacency.ZERO_OUT), 1, true);
        assertTrue(distance(contributions(vanishing, one), new long[d]) <= vanishing.sensitivity());
    }

    @Example
    void theSensitivityIsAttained() {
        ScaleSum sum = new ScaleSum(options(4, Adjacency.REPLACE_ONE), 1, false);
        double moved = distance(
                contributions(sum, new double[] {1e-9, 1e-9, 1e-9, 1e-9}),
                contributions(sum, new double[] {1e9, -1e9, 1e9, 1e9}));
        // one spare step for the rounding of the square root, on each side
        assertEquals((double) sum.sensitivity(), moved, 2.5);
    }

    @Example
    void deviation_ofNormalRows_isTheirStandardDeviation() {
        GramOptions options = options(1, Adjacency.REPLACE_ONE);
        ScaleSum sum = new ScaleSum(options, 1, false);
        Random random = new Random(3);
        int n = 100_000;
        double total = 0;
        for (int k = 0; k < n; k++) {
            total += sum.contribution(2.5 * random.nextGaussian()) * 0x1p-24;
        }
        // ln g² has deviation π/√2 = 2.22, so half its mean over n rows has 0.0035; five of these, and 0.01 for the
        // clipping
        assertEquals(2.5, ScaleSum.deviation(options, total / n), 2.5 * 0.0176);
    }
}
