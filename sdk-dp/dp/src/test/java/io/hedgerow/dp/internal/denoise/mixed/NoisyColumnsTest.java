// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.denoise.mixed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.rows.InMemoryRows;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.dp.internal.release.ReleaseOptions;
import io.hedgerow.dp.internal.release.mixed.MixedDesign;
import io.hedgerow.dp.internal.release.mixed.MixedFixtures;
import io.hedgerow.dp.internal.release.moments.GramFixtures;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NoisyColumnsTest {

    static final double W = MixedColumns.WEIGHT;

    /** A number, a category of three levels, another number, a category of two. */
    static final int[] LEVELS = {0, 3, 0, 2};

    static final MixedColumns SHAPE = MixedFixtures.columns(LEVELS);

    /** Every level of a category is in as many rows as the others, nearly, and numbers follow from levels. */
    static double[][] rows(int count, long seed) {
        Random random = new Random(seed);
        double[][] rows = new double[count][];
        Arrays.setAll(rows, r -> {
            double category = random.nextInt(10) < 4 ? 1 : random.nextInt(2) * 2;
            double number = random.nextGaussian() + 0.5 * category;
            double level = random.nextDouble() < 0.3 + 0.2 * category ? 1 : 0;
            return new double[] {number, category, 10 + 3 * (random.nextGaussian() - number), level};
        });
        return rows;
    }

    /** Mean products of the columns of rows whose numbers are about a centre, in units. */
    static double[] products(MixedColumns shape, double[][] rows, double[] centre, double[] units) {
        int q = shape.size();
        double[] products = new double[q * q];
        for (double[] row : rows) {
            double[] y = new double[q];
            for (int x = 0; x < centre.length; x++) {
                int j = shape.numbers()[x];
                y[shape.first(j)] = (row[j] - centre[x]) / units[x];
            }
            for (int j = 0; j < row.length; j++) {
                if (shape.isCategory(j) && !Double.isNaN(row[j])) {
                    y[shape.first(j) + (int) row[j]] = W;
                }
            }
            for (int a = 0; a < q; a++) {
                for (int b = 0; b < q; b++) {
                    products[a * q + b] += y[a] * y[b] / rows.length;
                }
            }
        }
        return products;
    }

    static NoisyColumns of(double[][] rows, double sigma) {
        double[] centre = {0.5, 10};
        double[] units = {2, 3};
        return new NoisyColumns(SHAPE, products(SHAPE, rows, centre, units), sigma, centre, units, rows.length);
    }

    /** A column of the search of each row: a number, or 1 where it has the level. */
    static double[] column(NoisyColumns released, int variable, int column, double[][] rows) {
        int level = released.level(variable, column);
        return Arrays.stream(rows)
                .mapToDouble(row -> level < 0 ? row[variable] : row[variable] == level ? 1 : 0)
                .toArray();
    }

    static double mean(double[] values) {
        return Arrays.stream(values).average().orElseThrow();
    }

    static double covariance(double[] one, double[] other) {
        double sum = 0;
        for (int r = 0; r < one.length; r++) {
            sum += one[r] * other[r];
        }
        return sum / one.length - mean(one) * mean(other);
    }

    /** Those of the rows, in the units of the rows. */
    private static void assertMoments(NoisyColumns released, double[][] rows, double tolerance) {
        int[][] blocks = released.blocks();
        int r = Arrays.stream(blocks).mapToInt(block -> block.length).sum();
        double[] covariance = released.covariance();
        for (int i = 0; i < blocks.length; i++) {
            for (int a : blocks[i]) {
                double[] one = column(released, i, a, rows);
                assertEquals(mean(one), released.mean(i, a), tolerance * Math.sqrt(covariance(one, one)));
                for (int j = 0; j < blocks.length; j++) {
                    for (int b : blocks[j]) {
                        double[] other = column(released, j, b, rows);
                        double unit = Math.sqrt(covariance(one, one) * covariance(other, other));
                        assertEquals(
                                covariance(one, other),
                                covariance[a * r + b] * released.unit(i) * released.unit(j),
                                tolerance * unit);
                    }
                }
            }
        }
    }

    @Test
    void withoutNoise_covariancesSharesAndMeansAreThoseOfTheRows() {
        double[][] rows = rows(400, 1);
        NoisyColumns released = of(rows, 1e-9);
        assertMoments(released, rows, 1e-6);
        assertEquals(
                5,
                Arrays.stream(released.blocks()).mapToInt(block -> block.length).sum());
        for (int j : new int[] {1, 3}) {
            double all = 0;
            for (int l = 0; l < LEVELS[j]; l++) {
                int own = l;
                double share = Arrays.stream(rows).filter(row -> row[j] == own).count() / 400.0;
                assertEquals(share, released.share(j, l), 1e-6);
                all += released.share(j, l);
            }
            assertEquals(1, all, 1e-12);
        }
    }

    /** Rows are short, so that none is clipped; two sites, about a public centre. */
    @Test
    void aWholeReleaseWithoutNoise_hasTheMomentsOfTheRows() throws InterruptedException {
        double[][] rows = rows(2000, 2);
        for (double[] row : rows) {
            row[0] = Math.max(-1, Math.min(1, row[0]));
            row[2] = Math.max(-1, Math.min(1, row[2] - 10));
        }
        MixedDesign design = new MixedDesign(MixedFixtures.options(2, 1000, Adjacency.REPLACE_ONE, 1), SHAPE);
        NoisyColumns released = MixedFixtures.release(
                List.of(
                        InMemoryRows.of(MixedFixtures.schema(LEVELS), Arrays.copyOf(rows, 1000)),
                        InMemoryRows.of(MixedFixtures.schema(LEVELS), Arrays.copyOfRange(rows, 1000, 2000))),
                design,
                GramFixtures.SILENT);
        assertEquals(2000, released.rows());
        assertTrue(released.sigma() > 0, "the noise that there would have been");
        assertMoments(released, rows, 2e-3);
    }

    /** Far from 0, about the mean of each site, in units that nothing has in common. */
    @Test
    void aReleaseAboutMeans_hasTheMeansOfTheRows() throws InterruptedException {
        double[][] rows = rows(2000, 3);
        double[] spread = {1e3, 1, 0.01, 1};
        for (double[] row : rows) {
            for (int j : SHAPE.numbers()) {
                row[j] = 5e3 * spread[j] + spread[j] * Math.max(-1.5, Math.min(1.5, row[j] - (j == 2 ? 10 : 0)));
            }
        }
        ReleaseOptions narrow = MixedFixtures.aboutMeans(2, 2000, Adjacency.REPLACE_ONE, 1);
        ReleaseOptions wide = new ReleaseOptions(2, 2000, Adjacency.REPLACE_ONE, 1e-4, 1e8, true, narrow.centre(), 1);
        NoisyColumns released = MixedFixtures.release(
                List.of(InMemoryRows.of(MixedFixtures.schema(LEVELS), rows)),
                new MixedDesign(wide, SHAPE),
                GramFixtures.SILENT);
        // the rough mean is wide, as its unit is how far values are from 0: two rounds leave little of that
        assertMoments(released, rows, 0.05);
    }

    /** Every row once more without its level: as if some were left out by chance. */
    @Test
    void levelsThatAreMissing_changeNoCovariance() {
        double[][] rows = rows(300, 4);
        List<double[]> twice = new ArrayList<>(List.of(rows));
        for (double[] row : rows) {
            twice.add(new double[] {row[0], Double.NaN, row[2], row[3]});
        }
        NoisyColumns released = of(twice.toArray(new double[0][]), 1e-9);
        assertMoments(released, rows, 1e-6);
    }

    @Test
    void aRareLevel_hasNoColumn_norHasTheMostFrequentOne() {
        double[][] rows = rows(1000, 5);
        for (int r = 0; r < rows.length; r++) {
            rows[r][1] = r < 20 ? 0 : 1 + r % 3 / 2;
        }
        NoisyColumns all = of(rows, 1e-4);
        assertEquals(2, all.blocks()[1].length);
        assertEquals(0, all.level(1, all.blocks()[1][0]));
        assertEquals(2, all.level(1, all.blocks()[1][1]));
        // the share of 2 % is seen from 4 deviations on, of σ/√2/1.41² each
        double seen = 0.02 / 4 * Math.sqrt(2) * W * W;
        assertEquals(2, of(rows, seen * 0.98).blocks()[1].length);
        NoisyColumns hidden = of(rows, seen * 1.02);
        assertEquals(1, hidden.blocks()[1].length);
        assertEquals(2, hidden.level(1, hidden.blocks()[1][0]));
        assertEquals(0, of(rows, 100).blocks()[3].length);
    }

    /** As many rows as there are, times any factor: each has a level of every category. */
    @ParameterizedTest
    @ValueSource(doubles = {0.2, 1, 7})
    void ofAnUnknownNumber_isTheSame(double factor) {
        double[][] rows = rows(400, 6);
        double[] centre = {0.5, 10};
        double[] units = {2, 3};
        double[] products = Arrays.stream(products(SHAPE, rows, centre, units))
                .map(value -> factor * value)
                .toArray();
        NoisyColumns released = new NoisyColumns(SHAPE, products, factor * 1e-9, centre, units, 400).ofUnknownNumber();
        assertMoments(released, rows, 1e-6);
        assertEquals(1e-9, released.sigma(), 1e-15);
        assertEquals(400, released.rows());
    }

    /** Where noise hides whether there are rows at all, nothing is divided by it. */
    @Test
    void ofAnUnknownNumber_behindMuchNoise_isFinite() {
        double[] products = new double[SHAPE.size() * SHAPE.size()];
        Arrays.fill(products, -1);
        NoisyColumns released =
                new NoisyColumns(SHAPE, products, 3, new double[2], new double[] {1, 1}, 9).ofUnknownNumber();
        assertTrue(Arrays.stream(released.covariance()).allMatch(Double::isFinite));
        assertEquals(1, released.sigma());
    }

    /** More noise than rows: variances of numbers may be negative in what was released, and are not where searched. */
    @Test
    void variances_areAboveZero_whateverTheNoise() {
        double[][] rows = rows(50, 11);
        for (int seed = 0; seed < 20; seed++) {
            Random random = new Random(seed);
            int q = SHAPE.size();
            double[] drawn = new double[q * (q + 1) / 2];
            Arrays.setAll(drawn, k -> random.nextGaussian());
            for (double variance :
                    ColumnNoiseTest.deviations(of(rows, 30).noisier(drawn).covariance())) {
                assertTrue(variance > 0);
            }
        }
    }
}
