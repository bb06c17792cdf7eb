// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.release.scale;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.dp.internal.release.ReleaseOptions;
import io.hedgerow.dp.internal.release.ReleaseOptions.ReleaseCentre;
import io.hedgerow.dp.internal.release.moments.GramFixtures;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class ScaleSumProperties {

    private static ReleaseOptions options(int d, Adjacency adjacency) {
        return new ReleaseOptions(d, 100, adjacency, 0.01, 100, false, ReleaseCentre.none(d), 1);
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
        ReleaseOptions options = options(1, Adjacency.REPLACE_ONE);
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

    /** Its range is narrower, so its noise is less; what it tells multiplies the unit that was announced. */
    @Example
    void fine_tellsByHowMuchAUnitIsWrong_withinItsRange() {
        Random random = new Random(5);
        int n = 100_000;
        for (double wrong : new double[] {0.3, 1, 3}) {
            ScaleSum fine = ScaleSum.fine(options(1, Adjacency.REPLACE_ONE), 1);
            fine.begin(new double[] {7}, new double[] {20});
            for (int k = 0; k < n; k++) {
                fine.add(new double[] {7 + 20 * wrong * random.nextGaussian()});
            }
            double mean = fine.finish(GramFixtures.SILENT)[0] / n;
            // five deviations of the mean of ln g², and 0.01 for the clipping, as above
            assertEquals(wrong, ScaleSum.fineDeviation(mean), wrong * 0.0176);
        }
    }

    /** Whatever is announced, contributions stay within H. */
    @Property(tries = 200)
    void fine_movesByAtMostTheSensitivity(@ForAll long seed, @ForAll @IntRange(min = 1, max = 10) int d) {
        Random random = new Random(seed);
        ScaleSum fine = ScaleSum.fine(options(d, Adjacency.REPLACE_ONE), 1);
        double[] units = new double[d];
        Arrays.setAll(units, j -> StrictMath.exp(50 * random.nextGaussian()));
        double[] any = {0, Double.NaN, Double.NEGATIVE_INFINITY, Double.MAX_VALUE, Double.MIN_VALUE, -0.0};
        long[][] sums = new long[2][];
        for (int side = 0; side < 2; side++) {
            fine.begin(new double[d], units);
            List<double[]> rows = new ArrayList<>();
            for (int t = random.nextInt(4); t >= 0; t--) {
                double[] row = new double[d];
                Arrays.setAll(
                        row,
                        j -> random.nextBoolean()
                                ? any[random.nextInt(6)]
                                : units[j] * StrictMath.exp(9 * random.nextGaussian()));
                rows.add(row);
            }
            fine.addUser(rows);
            sums[side] = fine.sums().clone();
        }
        assertTrue(distance(sums[0], sums[1]) <= fine.sensitivity());
    }

    /** A step without a number is not a step of size 1. */
    @Example
    void ofAUser_itIsTheMeanOverTheCellsThatHaveANumber() {
        ScaleSum sum = new ScaleSum(options(2, Adjacency.REPLACE_ONE), 1, false);
        sum.begin(new double[2], new double[] {1, 1});
        sum.addUser(List.of(
                new double[] {3, Double.NaN}, new double[] {Double.NaN, Double.NaN}, new double[] {0.5, Double.NaN}));
        assertEquals((sum.contribution(3) + sum.contribution(0.5)) / 2, sum.sums()[0]);
        assertEquals(0, sum.sums()[1]);
    }
}
