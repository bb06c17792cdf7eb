// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.data;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.hedgerow.core.data.rows.InMemoryRows;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** The oracle is a two-pass computation with 60 decimal digits. */
class SufficientStatisticsProperties {

    private static final MathContext DIGITS = new MathContext(60);

    @Property(tries = 60, seed = "43")
    void accumulate_ofAnyRows_equalsTwoPassesInExactArithmetic(
            @ForAll @IntRange(min = 1, max = 600) int rows,
            @ForAll @IntRange(min = 1, max = 4) int variables,
            @ForAll long seed) {
        double[][] data = rows(rows, variables, seed, 3, 2);

        // Sums of 600 products of size 4 in 53 bits: 600 roundings of 1.1e-16 at worst, relative to the scale.
        assertMoments(data, accumulate(data, 0, rows), 1e-12);
    }

    @Example
    void accumulate_aroundBlockBoundaries_losesNoRow() {
        int block = StatisticsAccumulator.BLOCK;
        for (int rows : new int[] {1, 2, block - 1, block, block + 1, 2 * block, 2 * block + 1}) {
            double[][] data = rows(rows, 2, rows, 1, 1);
            assertMoments(data, accumulate(data, 0, rows), 1e-13);
        }
    }

    @Example
    void accumulate_whenMeanIs1e8AndDeviation1_keepsTheCovariance() {
        double[][] data = rows(5000, 3, 7, 1e8, 1);
        // 1e-6 is asked for; the input itself is rounded to 1.5e-8, which the oracle sees too.
        assertMoments(data, accumulate(data, 0, 5000), 1e-10);
    }

    @Example
    void accumulate_whenFinishedInBetween_goesOn() {
        double[][] data = rows(300, 2, 5, 1, 1);
        StatisticsAccumulator accumulator = new StatisticsAccumulator(2);
        for (int r = 0; r < 300; r++) {
            accumulator.add(data[r]);
            if (r == 99) {
                assertMoments(rows(300, 2, 5, 1, 1), accumulate(data, 0, 300), 1e-12);
                assertEquals(100, accumulator.finish().rows());
            }
        }
        assertMoments(data, accumulator.finish(), 1e-12);
    }

    @Property(tries = 100, seed = "43")
    void merge_ofAnySplit_equalsTheWhole(
            @ForAll @IntRange(min = 2, max = 700) int rows,
            @ForAll @IntRange(max = 700) int first,
            @ForAll @IntRange(max = 700) int second,
            @ForAll long seed) {
        double[][] data = rows(rows, 3, seed, 100, 1);
        int a = Math.min(rows, Math.min(first, second));
        int b = Math.min(rows, Math.max(first, second));
        SufficientStatistics left = accumulate(data, 0, a);
        SufficientStatistics middle = accumulate(data, a, b);
        SufficientStatistics right = accumulate(data, b, rows);
        SufficientStatistics whole = accumulate(data, 0, rows);

        // A mean of 100 is kept to 1.4e-14, so a covariance of 1 to about 1e-14 per merged pair; parts may be empty.
        assertSimilar(whole, left.merge(middle).merge(right), 1e-11);
        assertSimilar(whole, left.merge(middle.merge(right)), 1e-11);
        assertSimilar(whole, right.merge(left).merge(middle), 1e-11);
    }

    @Example
    void merge_withNothing_changesNothing() {
        SufficientStatistics none = new StatisticsAccumulator(2).finish();
        SufficientStatistics some = accumulate(rows(5, 2, 1, 0, 1), 0, 5);

        assertSame(some, none.merge(some));
        assertSame(some, some.merge(none));
        assertEquals(0, none.merge(none).rows());
        assertEquals(0, none.mean(0));
    }

    @Example
    void secondMoment_isExactlySymmetricAndAddsTheMeansWhenNotCentred() {
        double[][] data = rows(1000, 5, 3, 2, 1);
        SufficientStatistics merged = accumulate(data, 0, 400).merge(accumulate(data, 400, 1000));
        double[] raw = merged.secondMoment(Centring.NONE);
        double[] centred = merged.secondMoment(Centring.LOCAL_MEAN);
        for (int i = 0; i < 5; i++) {
            for (int j = 0; j < 5; j++) {
                assertEquals(raw[i * 5 + j], raw[j * 5 + i], 0);
                assertEquals(centred[i * 5 + j] + merged.mean(i) * merged.mean(j), raw[i * 5 + j], 1e-15);
            }
        }
    }

    @Example
    void of_whenOneRow_isRefused() {
        RowSource source = InMemoryRows.of(VariableSchema.numbered(2), new double[][] {{1, 2}});

        assertEquals(
                "data: needs at least 2 rows, has 1",
                assertThrows(DataException.class, () -> SufficientStatistics.of(source))
                        .getMessage());
    }

    @Example
    void add_whenRowHasAnotherLength_isRefused() {
        assertThrows(IllegalArgumentException.class, () -> new StatisticsAccumulator(2).add(new double[3]));
        assertThrows(IllegalArgumentException.class, () -> new StatisticsAccumulator(0));
    }

    private static double[][] rows(int n, int d, long seed, double mean, double deviation) {
        Random random = new Random(seed);
        double[][] data = new double[n][d];
        for (double[] row : data) {
            double common = random.nextGaussian();
            for (int c = 0; c < d; c++) {
                row[c] = mean + deviation * (0.5 * common + random.nextGaussian());
            }
        }
        return data;
    }

    private static SufficientStatistics accumulate(double[][] data, int from, int to) {
        StatisticsAccumulator accumulator = new StatisticsAccumulator(data[0].length);
        for (int r = from; r < to; r++) {
            accumulator.add(data[r]);
        }
        return accumulator.finish();
    }

    private static void assertSimilar(SufficientStatistics expected, SufficientStatistics actual, double tolerance) {
        assertEquals(expected.rows(), actual.rows());
        assertArrayEquals(
                expected.secondMoment(Centring.LOCAL_MEAN), actual.secondMoment(Centring.LOCAL_MEAN), tolerance);
        for (int i = 0; i < expected.variables(); i++) {
            assertEquals(expected.mean(i), actual.mean(i), tolerance);
        }
    }

    private static void assertMoments(double[][] data, SufficientStatistics statistics, double tolerance) {
        int n = data.length;
        int d = data[0].length;
        BigDecimal[] mean = new BigDecimal[d];
        for (int i = 0; i < d; i++) {
            mean[i] = BigDecimal.ZERO;
            for (double[] row : data) {
                mean[i] = mean[i].add(new BigDecimal(row[i]));
            }
            mean[i] = mean[i].divide(BigDecimal.valueOf(n), DIGITS);
            assertEquals(mean[i].doubleValue(), statistics.mean(i), tolerance * (1 + Math.abs(mean[i].doubleValue())));
        }
        assertEquals(n, statistics.rows());
        for (int i = 0; i < d; i++) {
            for (int j = 0; j <= i; j++) {
                BigDecimal sum = BigDecimal.ZERO;
                for (double[] row : data) {
                    BigDecimal left = new BigDecimal(row[i]).subtract(mean[i]);
                    sum = sum.add(left.multiply(new BigDecimal(row[j]).subtract(mean[j]), DIGITS), DIGITS);
                }
                double expected = sum.divide(BigDecimal.valueOf(n), DIGITS).doubleValue();
                double scale = Math.sqrt(statistics.covariance(i, i) * statistics.covariance(j, j));
                assertEquals(expected, statistics.covariance(i, j), tolerance * Math.max(scale, 1e-3));
            }
        }
    }
}
