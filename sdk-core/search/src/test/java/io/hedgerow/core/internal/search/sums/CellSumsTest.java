// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.sums;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.data.rows.InMemoryRows;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.privacy.DatasetIdentity;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CellSumsTest {

    private static double[][] rows(int d, int n, double share, long seed) {
        Random random = new Random(seed);
        double[][] rows = new double[n][d];
        for (double[] row : rows) {
            double before = 0;
            for (int j = 0; j < d; j++) {
                before = 0.6 * before + random.nextGaussian();
                row[j] = random.nextDouble() < share ? Double.NaN : 20 * j + (1 + j) * before;
            }
        }
        return rows;
    }

    private static double[] values(double[][] rows) {
        return CellSums.of(rows[0].length, consumer -> Arrays.stream(rows).forEach(consumer::accept));
    }

    /** The rows that have some columns, of these columns. */
    private static double[][] having(double[][] rows, int... columns) {
        return Stream.of(rows)
                .map(row -> Arrays.stream(columns).mapToDouble(j -> row[j]).toArray())
                .filter(row -> Arrays.stream(row).noneMatch(Double::isNaN))
                .toArray(double[][]::new);
    }

    private static double mean(double[][] rows, int j) {
        return Arrays.stream(rows).mapToDouble(row -> row[j]).average().orElse(0);
    }

    private static double covariance(double[][] rows, int i, int j) {
        double one = mean(rows, i);
        double other = mean(rows, j);
        return Arrays.stream(rows)
                .mapToDouble(row -> (row[i] - one) * (row[j] - other))
                .average()
                .orElse(0);
    }

    private static void assertNear(double right, double found, String what) {
        assertEquals(right, found, 1e-8 * Math.abs(right) + 1e-9, what);
    }

    /** Each pair of the rows that have both, for an odd and an even number of columns. */
    @ParameterizedTest
    @ValueSource(ints = {2, 5, 6})
    void pairs_areOfTheRowsThatHaveBoth(int d) {
        double[][] rows = rows(d, 90, 0.4, d);
        CellSums cells = CellSums.of(d, values(rows));
        Parameters sums = cells.sums();
        for (int j = 0; j < d; j++) {
            double[][] own = having(rows, j);
            double scale = Math.log(covariance(own, 0, 0));
            double w = own.length - 4;
            assertNear(own.length, sums.get(SiteSums.single(d, j, SiteSums.ROWS)), "rows");
            assertNear(own.length * mean(own, 0), sums.get(SiteSums.single(d, j, SiteSums.SUM)), "sum");
            assertNear(w, sums.get(SiteSums.agreement(d, j, 0)), "weight");
            assertNear(w, sums.get(SiteSums.varying(d, j, 0)), "varying");
            assertNear(w * scale, sums.get(SiteSums.correlation(d, j, 0)), "scale");
            assertNear(w * scale * scale, sums.get(SiteSums.single(d, j, SiteSums.SCALE_SPREAD)), "spread of scales");
            assertNear(own.length * covariance(own, 0, 0), sums.get(SiteSums.product(d, j, 0)), "product");
            assertNear(covariance(own, 0, 0), cells.variances()[j], "variance");
            double spread = 0;
            for (int s = 1; s <= d / 2; s++) {
                int i = (j + s) % d;
                double[][] both = having(rows, j, i);
                double n = both.length;
                double product = covariance(both, 0, 1);
                double r = product / Math.sqrt(covariance(both, 0, 0) * covariance(both, 1, 1));
                double z = 0.5 * Math.log((1 + r) / (1 - r));
                String pair = j + " and " + i;
                assertEquals(n, cells.rows(i, j), pair);
                assertEquals(n, cells.rows(j, i), pair);
                assertNear(n * product, sums.get(SiteSums.product(d, j, s)), pair);
                assertNear(n * r, sums.get(SiteSums.correlation(d, j, s)), pair);
                assertNear((n - 4) * z, sums.get(SiteSums.agreement(d, j, s)), pair);
                assertNear(n - 4, sums.get(SiteSums.varying(d, j, s)), pair);
                spread += (n - 4) * z * z;
            }
            assertNear(spread, sums.get(SiteSums.single(d, j, SiteSums.SPREAD)), "spread");
        }
    }

    /** Rows that have all cells are others where what is missing depends on what is seen. */
    @Test
    void thirdAndFourthMoments_areNotOfASiteWithMissingCells() {
        int d = 3;
        Parameters sums = CellSums.of(d, values(rows(d, 80, 0.3, 2))).sums();
        for (int j = 0; j < d; j++) {
            assertEquals(0, sums.get(SiteSums.single(d, j, SiteSums.SHAPES)));
            assertEquals(0, sums.get(SiteSums.single(d, j, SiteSums.FOURTH)));
            for (int s = 0; s < d; s++) {
                assertEquals(0, sums.get(SiteSums.third(d, j, s)));
            }
        }
    }

    /** Which values are of third and fourth moments. */
    private static boolean[] shapes(int d) {
        boolean[] shapes = new boolean[SiteSums.layout(d).size()];
        for (int j = 0; j < d; j++) {
            shapes[SiteSums.single(d, j, SiteSums.SHAPES)] = true;
            shapes[SiteSums.single(d, j, SiteSums.FOURTH)] = true;
            for (int s = 0; s < d; s++) {
                shapes[SiteSums.third(d, j, s)] = true;
            }
        }
        return shapes;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4, 5})
    void withoutAMissingCell_sumsAreThoseOfSites(int d) {
        double[][] rows = rows(d, 60, 0, 3);
        SiteData site = SiteData.of(new DatasetIdentity("rows"), InMemoryRows.of(VariableSchema.numbered(d), rows));
        double[] right = SummedRows.ofSite(site).toArray();
        CellSums cells = CellSums.of(d, values(rows));
        boolean[] shapes = shapes(d);
        for (int k = 0; k < right.length; k++) {
            assertNear(shapes[k] ? 0 : right[k], cells.sums().get(k), "value " + k);
        }
        assertFalse(cells.anyMissing());
        double[] complete = SummedRows.read(site, CellSums::complete);
        assertArrayEquals(right, Arrays.copyOf(complete, right.length));
        assertArrayEquals(
                Arrays.copyOfRange(complete, right.length, complete.length),
                Arrays.copyOfRange(values(rows), right.length, complete.length));
    }

    @Test
    void ofTwoSites_rowsAndSitesAreCounted() {
        int d = 4;
        double[][] one = rows(d, 40, 0.2, 1);
        double[][] other = rows(d, 30, 0, 2);
        for (double[] row : other) {
            row[2] = Double.NaN;
        }
        Arrays.fill(one[7], Double.NaN);
        one[8] = new double[] {1, 2, 3, 4};
        double[] total = values(one);
        double[] more = values(other);
        for (int k = 0; k < total.length; k++) {
            total[k] += more[k];
        }
        CellSums cells = CellSums.of(d, total);
        assertEquals(having(one, 0, 1).length + 30, cells.rows(0, 1));
        assertEquals(having(one, 2, 3).length, cells.rows(3, 2));
        long empty = Arrays.stream(one)
                .filter(row -> Arrays.stream(row).allMatch(Double::isNaN))
                .count();
        assertEquals(70 - empty, cells.rows());
        assertEquals(2, cells.sites(0, 3));
        assertEquals(1, cells.sites(1, 2));
        assertEquals(1.5, cells.meanSites());
        assertTrue(cells.anyMissing());
        int[] fewest = cells.fewest();
        int least = List.of(having(one, 0, 2), having(one, 1, 2), having(one, 2, 3)).stream()
                .mapToInt(rows -> rows.length)
                .min()
                .orElseThrow();
        assertEquals(least, cells.rows(fewest[0], fewest[1]));
        double[][] first = having(one, 0);
        double[][] second = having(other, 0);
        assertNear(
                (first.length * covariance(first, 0, 0) + second.length * covariance(second, 0, 0))
                        / (first.length + second.length),
                cells.variances()[0],
                "variance about each site's mean");
    }

    /** Of few rows of a pair, of a pair that no row has, and of a constant column. */
    @Test
    void whatIsNotTold_is0() {
        double[][] rows = rows(4, 30, 0, 5);
        for (int r = 0; r < 30; r++) {
            rows[r][r < 27 ? 0 : 1] = Double.NaN;
            rows[r][3] = 0.1;
        }
        double[] values = values(rows);
        assertTrue(Arrays.stream(values).allMatch(Double::isFinite));
        CellSums cells = CellSums.of(4, values);
        assertEquals(0, cells.rows(0, 1));
        assertEquals(0, cells.sites(0, 1));
        assertEquals(0, cells.sums().get(SiteSums.product(4, 0, 1)));
        assertEquals(0, cells.sums().get(SiteSums.agreement(4, 0, 0)));
        assertEquals(3, cells.rows(0, 2));
        assertEquals(0, cells.sums().get(SiteSums.varying(4, 2, 1)), "a constant beside");
        assertEquals(0, cells.variances()[3]);
        assertEquals(0, cells.sums().get(SiteSums.varying(4, 3, 0)));
    }
}
