// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.missing;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.protocol.encoding.ProtocolException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.apache.commons.math3.linear.LUDecomposition;
import org.apache.commons.math3.linear.RealMatrix;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SeenCellsTest {

    private static final int D = 4;

    /** The expected products, sums, rows and deviance by the dense inverse of S_OO of each row. */
    private static SeenCells.Expected ofEveryRow(double[][] rows, double[] covariance) {
        int d = rows[0].length;
        RealMatrix s = HoledRows.matrix(d, covariance);
        RealMatrix weights = HoledRows.matrix(d, new double[d * d]);
        double[] right = new double[d];
        int some = 0;
        for (double[] row : rows) {
            int[] seen = HoledRows.columns(row, true);
            some += seen.length > 0 ? 1 : 0;
            RealMatrix inverse = inverse(s, seen);
            for (int a = 0; a < seen.length; a++) {
                for (int b = 0; b < seen.length; b++) {
                    weights.addToEntry(seen[a], seen[b], inverse.getEntry(a, b));
                    right[seen[a]] += inverse.getEntry(a, b) * row[seen[b]];
                }
            }
        }
        int[] known =
                IntStream.range(0, d).filter(j -> weights.getEntry(j, j) > 0).toArray();
        double[] solved = inverse(weights, known)
                .operate(IntStream.of(known).mapToDouble(j -> right[j]).toArray());
        double[] mean = new double[d];
        double[] located = new double[d];
        for (int a = 0; a < known.length; a++) {
            mean[known[a]] = solved[a];
            located[known[a]] = some;
        }
        double[] products = new double[d * d];
        double[] sums = new double[d];
        double deviance = 0;
        for (double[] row : rows) {
            deviance += addRow(row, s, mean, products, sums);
        }
        IntStream.range(0, d).filter(j -> located[j] == 0).forEach(j -> sums[j] = 0);
        return new SeenCells.Expected(products, sums, located, deviance);
    }

    /** Adds what a row lets expect; returns its deviance. */
    private static double addRow(double[] row, RealMatrix s, double[] mean, double[] products, double[] sums) {
        int d = row.length;
        int[] seen = HoledRows.columns(row, true);
        int[] missing = HoledRows.columns(row, false);
        if (seen.length == 0) {
            return 0;
        }
        RealMatrix inverse = inverse(s, seen);
        double[] deviation =
                IntStream.of(seen).mapToDouble(j -> row[j] - mean[j]).toArray();
        double[] scaled = inverse.operate(deviation);
        double[] x = new double[d];
        double deviance = -Math.log(new LUDecomposition(inverse).getDeterminant());
        for (int a = 0; a < seen.length; a++) {
            x[seen[a]] = deviation[a];
            deviance += deviation[a] * scaled[a];
        }
        for (int m : missing) {
            for (int a = 0; a < seen.length; a++) {
                x[m] += s.getEntry(m, seen[a]) * scaled[a];
            }
            double[] beside =
                    IntStream.of(seen).mapToDouble(j -> s.getEntry(m, j)).toArray();
            double[] slopes = inverse.operate(beside);
            for (int other : missing) {
                double left = s.getEntry(m, other);
                for (int a = 0; a < seen.length; a++) {
                    left -= slopes[a] * s.getEntry(other, seen[a]);
                }
                products[m * d + other] += left;
            }
        }
        for (int a = 0; a < d; a++) {
            sums[a] += mean[a] + x[a];
            for (int b = 0; b < d; b++) {
                products[a * d + b] += x[a] * x[b];
            }
        }
        return deviance;
    }

    private static RealMatrix inverse(RealMatrix s, int[] columns) {
        return columns.length == 0
                ? s
                : new LUDecomposition(s.getSubMatrix(columns, columns))
                        .getSolver()
                        .getInverse();
    }

    private static void assertNear(SeenCells.Expected right, SeenCells.Expected found) {
        double scale = Arrays.stream(right.products()).map(Math::abs).max().orElseThrow();
        assertArrayEquals(right.products(), found.products(), 1e-9 * scale);
        assertArrayEquals(right.sums(), found.sums(), 1e-9 * scale);
        assertArrayEquals(right.located(), found.located());
        assertEquals(right.deviance(), found.deviance(), 1e-8 * Math.abs(right.deviance()) + 1e-8);
    }

    private static double[][] drawn(long seed, int n, double share) {
        Random random = new Random(seed);
        return HoledRows.normal(HoledRows.covariance(D, random), n, share, random);
    }

    /** Sixty rows of sixteen patterns: some have more than d rows, whose products are pooled, some have fewer. */
    @Property(tries = 40)
    void expected_isThatOfEveryRow(@ForAll @LongRange(min = 1) long seed) {
        double[][] rows = drawn(seed, 60, 0.3);
        double[] s = HoledRows.covariance(D, new Random(seed + 1));
        assertNear(ofEveryRow(rows, s), HoledRows.cells(rows).expected(s));
    }

    /** A pattern of d + 1 rows is all pooled, of d + 2 pooled but for one, of d not at all. */
    @Test
    void poolsOfAllSizes_areExact() {
        for (int n : List.of(1, D, D + 1, D + 2, 2 * D + 2, 3 * D)) {
            double[][] rows = drawn(n, n + 30, 0);
            for (int r = 0; r < n; r++) {
                rows[r][1] = Double.NaN;
                rows[r][3] = Double.NaN;
            }
            rows[n][0] = Double.NaN; // means are not those of the cells that are seen
            rows[n + 1][2] = Double.NaN;
            double[] s = HoledRows.covariance(D, new Random(9));
            assertNear(ofEveryRow(rows, s), HoledRows.cells(rows).expected(s));
        }
    }

    @Test
    void aColumnThatTheSiteNeverHas_isExpected_andHasNoMean() {
        double[][] rows = drawn(4, 50, 0.2);
        for (double[] row : rows) {
            row[2] = Double.NaN;
        }
        double[] s = HoledRows.covariance(D, new Random(5));
        SeenCells.Expected found = HoledRows.cells(rows).expected(s);
        assertNear(ofEveryRow(rows, s), found);
        assertEquals(0, found.located()[2]);
        assertEquals(0, found.sums()[2]);
        assertTrue(found.products()[2 * D + 2] > 0);
    }

    @Test
    void rowsWithoutACell_changeNothing() {
        double[][] rows = drawn(6, 50, 0.2);
        double[][] more = Arrays.copyOf(rows, 53);
        for (int r = 50; r < 53; r++) {
            more[r] = new double[D];
            Arrays.fill(more[r], Double.NaN);
        }
        double[] s = HoledRows.covariance(D, new Random(5));
        assertNear(HoledRows.cells(rows).expected(s), HoledRows.cells(more).expected(s));
        assertEquals(HoledRows.cells(rows).rows(), HoledRows.cells(more).rows());
    }

    @Test
    void isComplete_onlyWhereNoCellOfAnyRowIsMissing() {
        double[][] rows = drawn(6, 50, 0);
        assertTrue(HoledRows.cells(rows).isComplete());
        double[][] more = Arrays.copyOf(rows, 51);
        more[50] = new double[D];
        Arrays.fill(more[50], Double.NaN);
        assertFalse(HoledRows.cells(more).isComplete(), "a row without any cell");
        rows[3][1] = Double.NaN;
        assertFalse(HoledRows.cells(rows).isComplete());
    }

    @Property(tries = 20)
    void theOrderOfRows_changesRoundOffAlone(@ForAll @LongRange(min = 1) long seed) {
        double[][] rows = drawn(seed, 80, 0.3);
        List<double[]> other = new ArrayList<>(List.of(rows));
        Collections.shuffle(other, new Random(seed));
        double[] s = HoledRows.covariance(D, new Random(3));
        assertNear(
                HoledRows.cells(rows).expected(s),
                HoledRows.cells(other.toArray(new double[0][])).expected(s));
    }

    /** EM: Dempster, Laird and Rubin 1977, theorem 1. */
    @Property(tries = 40)
    void aStep_neverRaisesTheDeviance(@ForAll @LongRange(min = 1) long seed) {
        SeenCells cells = HoledRows.cells(drawn(seed, 60, 0.4));
        double[] s = HoledRows.covariance(D, new Random(seed + 1));
        double before = cells.expected(s).deviance();
        for (int step = 0; step < 10; step++) {
            s = HoledRows.step(cells, s);
            double after = cells.expected(s).deviance();
            assertTrue(after <= before + 1e-9 * Math.abs(before), after + " after step " + step + ", " + before);
            before = after;
        }
    }

    /** As of a query on a table in use: a new row would be a pattern of its own, whatever the fewest rows are. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void rowsThatChangeBetweenReadings_areRefused(boolean whole) {
        double[][] rows = drawn(3, 60, 0.0);
        int[] readings = {0};
        Consumer<RowSource.RowConsumer> changing = consumer -> {
            for (double[] row : rows) {
                consumer.accept(row);
            }
            if (readings[0]++ == 2) {
                double[] more = rows[0].clone();
                more[1] = whole ? 1 : Double.NaN;
                consumer.accept(more);
            }
        };
        DataException refused = assertThrows(DataException.class, () -> SeenCells.of(D, 10, changing));
        assertTrue(refused.getMessage().contains("the same at every reading"), refused.getMessage());
    }

    @Test
    void covariancesThatAreNotPositiveDefinite_areRefused() {
        SeenCells cells = HoledRows.cells(drawn(2, 20, 0.2));
        double[] s = HoledRows.covariance(D, new Random(1));
        for (double wrong : List.of(-1.0, 0.0, Double.NaN)) {
            double[] other = s.clone();
            other[D + 1] = wrong;
            assertThrows(ProtocolException.class, () -> cells.expected(other));
        }
    }

    /** Half of the rows are complete, the others are of some 3,500 patterns, of which some count for all. */
    @Test
    void informationOfManyPatterns_isNearlyThatOfAll() {
        int d = 12;
        Random random = new Random(8);
        double[] s = HoledRows.covariance(d, random);
        double[][] rows = HoledRows.normal(s, 8000, 0.5, random);
        System.arraycopy(HoledRows.normal(s, 4000, 0, random), 0, rows, 4000, 4000);
        CellInformation right = new CellInformation(d);
        for (int from = 0; from < 8000; from += 1000) {
            HoledRows.cells(Arrays.copyOfRange(rows, from, from + 1000)).addInformation(s, right);
        }
        CellInformation found = new CellInformation(d);
        HoledRows.cells(rows).addInformation(s, found);
        double most = Arrays.stream(right.values()).map(Math::abs).max().orElseThrow();
        assertArrayEquals(right.values(), found.values(), 0.02 * most);
    }
}
