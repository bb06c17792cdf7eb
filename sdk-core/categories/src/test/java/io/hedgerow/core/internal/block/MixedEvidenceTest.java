// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.block;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.internal.table.BdeuScore;
import io.hedgerow.core.internal.table.CountTable;
import io.hedgerow.core.internal.table.TableStore;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.apache.commons.math3.linear.Array2DRowRealMatrix;
import org.apache.commons.math3.linear.LUDecomposition;
import org.apache.commons.math3.special.Gamma;
import org.junit.jupiter.api.Test;

/** Evidence of small data sets against the formulas of its Javadoc, computed from rows. */
class MixedEvidenceTest {

    /** Rows of categories, with their levels, and numbers, of which the levels are 0. */
    private static final class Drawn {
        private final int[] levels;
        private final double[][] rows;
        private final int[][] blocks;
        private final double[] covariance;

        Drawn(int[] levels, double[][] rows) {
            this.levels = levels;
            this.rows = rows;
            this.blocks = new int[levels.length][];
            int m = 0;
            for (int v = 0; v < levels.length; v++) {
                blocks[v] = IntStream.range(m, m + Math.max(1, levels[v] - 1)).toArray();
                m += blocks[v].length;
            }
            this.covariance = new double[m * m];
            double[][] columns = new double[rows.length][m];
            double[] mean = new double[m];
            for (int r = 0; r < rows.length; r++) {
                for (int v = 0; v < levels.length; v++) {
                    for (int c = 0; c < blocks[v].length; c++) {
                        columns[r][blocks[v][c]] = levels[v] == 0 ? rows[r][v] : rows[r][v] == c + 1 ? 1 : 0;
                    }
                }
                for (int c = 0; c < m; c++) {
                    mean[c] += columns[r][c] / rows.length;
                }
            }
            for (double[] x : columns) {
                for (int k = 0; k < m * m; k++) {
                    covariance[k] += (x[k / m] - mean[k / m]) * (x[k % m] - mean[k % m]) / rows.length;
                }
            }
        }

        GaussianBlocks blocks() {
            return new GaussianBlocks(blocks, covariance, rows.length);
        }

        CountTable counts(int... set) {
            int[] of = IntStream.of(set).map(v -> levels[v]).toArray();
            double[] counts = new double[CountTable.cells(of)];
            for (double[] row : rows) {
                int cell = 0;
                int stride = 1;
                for (int v : set) {
                    cell += stride * (int) row[v];
                    stride *= levels[v];
                }
                counts[cell]++;
            }
            return CountTable.of(set, of, counts);
        }

        int[] categories() {
            return IntStream.range(0, levels.length).filter(v -> levels[v] > 0).toArray();
        }

        MixedEvidence evidence(TableStore tables) {
            boolean[] category = new boolean[levels.length];
            Arrays.stream(categories()).forEach(v -> category[v] = true);
            return MixedEvidence.of(category, tables, new BdeuScore(1, 1), blocks());
        }

        MixedEvidence evidence() {
            return evidence(TableStore.of(levels.length, List.of(counts(categories()))));
        }

        Drawn renamed(int[] place) {
            int[] other = new int[levels.length];
            double[][] moved = new double[rows.length][levels.length];
            for (int v = 0; v < levels.length; v++) {
                other[place[v]] = levels[v];
                for (int r = 0; r < rows.length; r++) {
                    moved[r][place[v]] = rows[r][v];
                }
            }
            return new Drawn(other, moved);
        }
    }

    /**
     * Categories at the first places, then numbers far from normal given them, so that more categories add evidence.
     */
    private static Drawn drawn(long seed, int categories, int numbers, int count) {
        SplittableRandom random = new SplittableRandom(seed);
        int d = categories + numbers;
        int[] levels = new int[d];
        Arrays.setAll(levels, v -> v < categories ? 2 + random.nextInt(2) : 0);
        double[] apart = new double[d];
        Arrays.setAll(apart, v -> 6 * random.nextDouble());
        double[][] rows = new double[count][d];
        for (int r = 0; r < count; r++) {
            double[] row = rows[r];
            for (int v = 0; v < d; v++) {
                if (v < categories) {
                    boolean copied = v > 0 && random.nextDouble() < 0.7;
                    int level = copied ? (int) row[v - 1] : random.nextInt(3);
                    row[v] = (r < 3 ? r : level) % levels[v];
                } else {
                    int by = random.nextInt(8) == 0 ? 0 : v % categories;
                    row[v] = apart[v] * row[by] + random.nextGaussian();
                }
            }
        }
        return new Drawn(levels, rows);
    }

    private static List<int[]> subsets(int[] of) {
        List<int[]> all = new ArrayList<>();
        for (int mask = 0; mask < 1 << of.length; mask++) {
            int bits = mask;
            all.add(IntStream.range(0, of.length)
                    .filter(b -> (bits >> b & 1) == 1)
                    .map(b -> of[b])
                    .toArray());
        }
        return all;
    }

    private static int[] union(int[] one, int[] other) {
        return IntStream.concat(IntStream.of(one), IntStream.of(other))
                .distinct()
                .sorted()
                .toArray();
    }

    private static double joint(Drawn data, int[] set) {
        int[] own = IntStream.of(set).filter(v -> data.levels[v] > 0).toArray();
        double ofCounts = own.length == 0 ? 0 : new BdeuScore(1, 1).of(data.counts(own));
        return ofCounts + data.blocks().of(set) - data.blocks().of(own);
    }

    /** J(A ∪ D) of every set D of at most four categories, one after the other. */
    @Test
    void evidence_isTheLargestOverAllSetsOfCategories() {
        int larger = 0;
        for (long seed = 1; seed <= 12; seed++) {
            Drawn data = drawn(seed, 3 + (int) (seed % 2), 2, seed % 3 == 0 ? 20 : 200);
            MixedEvidence evidence = data.evidence();
            for (int[] set : subsets(IntStream.range(0, data.levels.length).toArray())) {
                boolean numbers = IntStream.of(set).anyMatch(v -> data.levels[v] == 0);
                double own = joint(data, set);
                double largest = own;
                if (numbers) {
                    for (int[] more : subsets(data.categories())) {
                        largest = Math.max(largest, joint(data, union(set, more)));
                    }
                }
                larger += largest > own + 1 ? 1 : 0;
                assertEquals(largest, evidence.of(set), 1e-7, "seed " + seed + ", " + Arrays.toString(set));
            }
        }
        assertTrue(larger > 20, "a maximum that adds nothing shows nothing: " + larger);
    }

    @Test
    void evidence_doesNotDependOnTheOrderOfVariables() {
        Drawn data = drawn(5, 6, 3, 150);
        MixedEvidence evidence = data.evidence();
        int[] place = {8, 2, 5, 0, 7, 3, 1, 6, 4};
        MixedEvidence renamed = data.renamed(place).evidence();
        for (int[] set : subsets(IntStream.range(0, 9).toArray())) {
            int[] moved = IntStream.of(set).map(v -> place[v]).sorted().toArray();
            assertEquals(evidence.of(set), renamed.of(moved), 1e-7, Arrays.toString(set));
        }
    }

    /**
     * Of a set whose counts no table has nothing is known, nor of a larger one; sets with known counts keep a number.
     */
    @Test
    void setWhoseCountsNoTableHas_isNotKnown_withOrWithoutNumbers() {
        Drawn data = drawn(2, 3, 2, 100);
        List<CountTable> pairs = new ArrayList<>();
        for (int a = 0; a < 3; a++) {
            pairs.add(data.counts(a));
            for (int b = 0; b < a; b++) {
                pairs.add(data.counts(b, a));
            }
        }
        MixedEvidence all = data.evidence();
        MixedEvidence evidence = data.evidence(TableStore.of(5, pairs));
        for (int[] set : subsets(new int[] {0, 1, 2, 3, 4})) {
            long categories = IntStream.of(set).filter(v -> v < 3).count();
            assertEquals(categories == 3, Double.isNaN(evidence.of(set)), Arrays.toString(set));
            if (categories < 3) {
                assertTrue(evidence.of(set) <= all.of(set) + 1e-9, "tables that are lacking add nothing");
                assertTrue(evidence.of(set) >= joint(data, set) - 1e-9);
            }
        }
    }

    /**
     * The determinant form of BGe (Geiger and Heckerman 2002, eq. 18; Kuipers, Moffa and Heckerman 2014, eq. 4): with l
     * of m columns, T = t I, α_w = m + 2, R = T + n C, and a_l = α_w − m + l = l + 2
     *
     * <pre>ln p = const + ln Γ_l((n + a_l)/2) − ln Γ_l(a_l/2) + a_l/2 ln |T| − (n + a_l)/2 ln |R|</pre>
     *
     * and π(l) − π(v) for v variables.
     */
    @Test
    void blocks_haveTheEvidenceOfAllTheirColumns_byDeterminants() {
        Drawn data = drawn(9, 3, 2, 60);
        int m = (int) Math.sqrt(data.covariance.length);
        GaussianBlocks blocks = data.blocks();
        for (int[] set : subsets(new int[] {0, 1, 2, 3, 4})) {
            int[] columns =
                    IntStream.of(set).flatMap(v -> IntStream.of(data.blocks[v])).toArray();
            int l = columns.length;
            if (l == 0) {
                assertEquals(0, blocks.of(set), 0);
                continue;
            }
            double[][] r = new double[l][l];
            for (int i = 0; i < l; i++) {
                for (int j = 0; j < l; j++) {
                    double scale =
                            Math.sqrt(data.covariance[columns[i] * (m + 1)] * data.covariance[columns[j] * (m + 1)]);
                    r[i][j] = 60 * data.covariance[columns[i] * m + columns[j]] / scale + (i == j ? 0.1 : 0);
                }
            }
            double ofR = Math.log(new LUDecomposition(new Array2DRowRealMatrix(r)).getDeterminant());
            double expected = multivariate(l, (60 + l + 2) / 2.0)
                    - multivariate(l, (l + 2) / 2.0)
                    + (l + 2) / 2.0 * l * Math.log(0.1)
                    - (60 + l + 2) / 2.0 * ofR
                    + price(l)
                    - price(set.length);
            assertEquals(expected, blocks.of(set), 1e-7, Arrays.toString(set));
            assertEquals(-30 * ofR, blocks.fit(set), 1e-7);
        }
    }

    /** π(l) of 60 rows. */
    private static double price(int l) {
        return l * unrelated(1) - l * (l - 1) / 4.0 * (Math.log(60) - 1) - unrelated(l);
    }

    /** B(l): ln p of the mean of ln |R|, l ln n + Σ_c<l [ψ((n − c)/2) − ψ(n/2)], that R has where T is small. */
    private static double unrelated(int l) {
        double logR = IntStream.range(0, l)
                .mapToDouble(c -> Math.log(60) + Gamma.digamma((60 - c) / 2.0) - Gamma.digamma(30))
                .sum();
        return multivariate(l, (60 + l + 2) / 2.0)
                - multivariate(l, (l + 2) / 2.0)
                + (l + 2) / 2.0 * l * Math.log(0.1)
                - (60 + l + 2) / 2.0 * logR;
    }

    /** Of unrelated rows a number and m columns have what BGe says of m = 1, less (ln n − 1)/2 for each further one. */
    @Test
    void eachFurtherParameter_costsHalfTheLogarithmOfTheRows_onAverage() {
        int n = 30;
        int m = 5;
        SplittableRandom random = new SplittableRandom(3);
        double mean = 0;
        double ofOne = 0;
        int draws = 3000;
        for (int k = 0; k < draws; k++) {
            double[][] rows = new double[n][m + 1];
            for (double[] row : rows) {
                Arrays.setAll(row, v -> random.nextGaussian());
            }
            double[] s = new Drawn(new int[m + 1], rows).covariance;
            GaussianBlocks wide = new GaussianBlocks(new int[][] {{0, 1, 2, 3, 4}, {5}}, s, n);
            GaussianBlocks single = new GaussianBlocks(new int[][] {{0}, {1}, {2}, {3}, {4}, {5}}, s, n);
            mean += (wide.of(new int[] {0, 1}) - wide.of(new int[] {0}) - wide.of(new int[] {1})) / draws;
            ofOne += (single.of(new int[] {0, 5}) - single.of(new int[] {0}) - single.of(new int[] {5})) / draws;
        }
        // a standard error is .03: √(m/2) of a draw over √3000
        assertEquals(ofOne - (m - 1) * (Math.log(n) - 1) / 2, mean, 0.15);
    }

    /** ln Γ_l(x) but for the powers of π, which cancel. */
    private static double multivariate(int l, double x) {
        return IntStream.range(0, l)
                .mapToDouble(i -> Gamma.logGamma(x - i / 2.0))
                .sum();
    }

    /** The set that was looked at last is remembered by its values: the caller's array may hold another one now. */
    @Test
    void arrayThatChanged_isAnotherSet() {
        GaussianBlocks blocks = drawn(4, 3, 2, 50).blocks();
        int[] set = {0, 3};
        double before = blocks.of(set);
        set[1] = 4;
        double after = blocks.of(set);
        assertTrue(Math.abs(before - after) > 1e-6, "they are of other numbers");
        assertEquals(drawn(4, 3, 2, 50).blocks().of(new int[] {0, 4}), after, 1e-9);
    }

    /** Two blocks with the same columns, and one that is a sum of others: no NaN, and no evidence without bound. */
    @Test
    void columnsThatDetermineEachOther_leaveAFiniteEvidence() {
        SplittableRandom random = new SplittableRandom(1);
        double[][] rows = new double[100][4];
        for (double[] row : rows) {
            row[0] = random.nextGaussian();
            row[1] = row[0];
            row[2] = random.nextGaussian();
            row[3] = row[0] + row[2];
        }
        GaussianBlocks blocks = new Drawn(new int[4], rows).blocks();
        for (int[] set : subsets(new int[] {0, 1, 2, 3})) {
            assertTrue(Double.isFinite(blocks.of(set)), Arrays.toString(set));
            assertTrue(Double.isFinite(blocks.fit(set)), Arrays.toString(set));
        }
        double alone = blocks.of(new int[] {0}) + blocks.of(new int[] {1});
        assertTrue(blocks.of(new int[] {0, 1}) > alone + 100, "the same column twice is far from chance");
    }
}
