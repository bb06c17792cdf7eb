// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.missing;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.Centring;
import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.data.rows.InMemoryRows;
import io.hedgerow.core.internal.search.sums.SummedRows;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.privacy.DatasetIdentity;
import io.hedgerow.core.protocol.encoding.ProtocolException;
import io.hedgerow.core.solver.LocalProblem;
import java.util.Arrays;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A coordinator that reads cells of a row with a hole from two sums of products, and the number of rows of a pattern
 * that keeps it from that.
 *
 * <p>Of n rows one, h, lacks its last cell, y. Under S the means of the other cells are the same, and the site's mean
 * of y is the sum of what is expected of y over n, so that h's deviation of y is e = (n − 1) μ_y − Σ y. Then the
 * products of a and y change between two S by n (h_a − μ_a) Δμ_y.
 */
class CellAttackTest {

    private static final int D = 4;
    private static final int ROWS = 200;
    private static final CellLayout LAYOUT = new CellLayout(D);

    /** Some without their last cell. */
    private static double[][] rows(int holes, long seed) {
        double[][] rows = HoledRows.normal(covariance(), ROWS, 0, new Random(seed));
        for (int r = 0; r < holes; r++) {
            rows[17 * r][D - 1] = Double.NaN;
        }
        return rows;
    }

    private static double[] covariance() {
        double[] s = new double[D * D];
        Arrays.setAll(s, k -> Math.pow(0.6, Math.abs(k / D - k % D)));
        return s;
    }

    /** What an honest coordinator announces next: where a step of EM leads. */
    private static double[] honest(SeenCells.Expected first) {
        return Arrays.stream(first.products())
                .map(value -> value / first.located()[0])
                .toArray();
    }

    private static double[] unrelated() {
        double[] s = new double[D * D];
        for (int j = 0; j < D; j++) {
            s[j * (D + 1)] = 1;
        }
        return s;
    }

    /** Nearly singular: a missing y is expected to be as a hundred times the deviation of the first column. */
    private static double[] chosen() {
        double[] s = unrelated();
        double r = 0.99999;
        s[D * D - 1] = 1e4;
        s[D - 1] = 100 * r;
        s[(D - 1) * D] = 100 * r;
        return s;
    }

    /** A site of the study. */
    private static final class Site {
        private final SiteData data;
        private final CellRelease release;

        Site(double[][] rows, int fewest) {
            data = SiteData.of(
                    new DatasetIdentity("site"), InMemoryRows.withMissingCells(VariableSchema.numbered(D), rows));
            release = new CellRelease(fewest);
        }

        SeenCells.Expected answer(double[] s) {
            Parameters zero = LAYOUT.filled(new double[0]);
            LocalProblem problem =
                    new LocalProblem(LAYOUT.layout(), LAYOUT.askProducts(s), zero, zero, 1, 0, 1, Centring.LOCAL_MEAN);
            return LAYOUT.expected(
                    SummedRows.read(data, view -> release.solve(problem, view)).parameters(), s);
        }
    }

    /** h but for its last cell; the means where answers do not differ. */
    private static double[] read(SeenCells.Expected one, SeenCells.Expected other) {
        double n = one.located()[0];
        double change = (other.sums()[D - 1] - one.sums()[D - 1]) / n;
        double[] read = new double[D - 1];
        for (int a = 0; a < D - 1; a++) {
            double products = other.products()[a * D + D - 1] - one.products()[a * D + D - 1];
            read[a] = one.sums()[a] / n + (Math.abs(change) < 1e-9 ? 0 : products / n / change);
        }
        return read;
    }

    private static double[] attack(Site site, boolean chosen) {
        SeenCells.Expected first = site.answer(unrelated());
        double[] second = chosen ? chosen() : honest(first);
        return read(first, site.answer(second));
    }

    /** Of the cells of rows, in deviations, which are 1. */
    private static double error(double[] read, double[] row) {
        double squares = 0;
        for (int a = 0; a < D - 1; a++) {
            squares += (read[a] - row[a]) * (read[a] - row[a]) / (D - 1);
        }
        return Math.sqrt(squares);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aRowWithAHoleOfItsOwn_isRead(boolean chosen) {
        for (int seed = 1; seed <= 5; seed++) {
            double[][] rows = rows(1, seed);
            double error = error(attack(new Site(rows, 1), chosen), rows[0]);
            assertTrue(error < 1e-6, "error " + error);
        }
    }

    /** It loses all cells; a guess of the means has an error of 1. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whereTenRowsShareAPattern_itIsNot(boolean chosen) {
        double squares = 0;
        for (int seed = 1; seed <= 20; seed++) {
            double[][] rows = rows(1, seed);
            squares += Math.pow(error(attack(new Site(rows, 10), chosen), rows[0]), 2) / 20;
        }
        assertTrue(Math.sqrt(squares) > 0.7, "error " + Math.sqrt(squares));
    }

    /** A sum of ten rows with one hole is read, and no row of them. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void ofTenRowsWithOnePattern_noneIsRead(boolean chosen) {
        double squares = 0;
        for (int seed = 1; seed <= 20; seed++) {
            double[][] rows = rows(10, seed);
            double[] read = attack(new Site(rows, 10), chosen);
            for (int r = 0; r < 10; r++) {
                squares += Math.pow(error(read, rows[17 * r]), 2) / 200;
            }
        }
        assertTrue(Math.sqrt(squares) > 0.7, "error " + Math.sqrt(squares));
    }

    /** All answers are those of a site that does not have the row. */
    @Test
    void aRareRow_isNotThere() {
        double[][] rows = rows(1, 3);
        Site with = new Site(rows, 10);
        Site without = new Site(Arrays.copyOfRange(rows, 1, ROWS), 10);
        for (double[] s : new double[][] {unrelated(), chosen()}) {
            assertArrayEquals(without.answer(s).products(), with.answer(s).products(), 1e-9 * ROWS);
            assertArrayEquals(without.answer(s).sums(), with.answer(s).sums(), 1e-9 * ROWS);
        }
    }

    /** A rare row moves no digit of an answer, nor of whether there is one, also where S is nearly singular. */
    @Test
    void aRareRow_movesNoDigit_whereCovariancesAreNearlySingular() {
        double[][] rows = rows(1, 3);
        rows[0][0] = 1e6;
        SeenCells with = SeenCells.of(D, 10, HoledRows.reading(rows));
        SeenCells without = SeenCells.of(D, 10, HoledRows.reading(Arrays.copyOfRange(rows, 1, ROWS)));
        Random random = new Random(9);
        int answered = 0;
        for (int k = 0; k < 300; k++) {
            double[] s = nearlySingular(random, Math.pow(10, -random.nextInt(12)));
            Optional<double[]> one = products(with, s);
            Optional<double[]> other = products(without, s);
            assertEquals(other.isPresent(), one.isPresent());
            assertArrayEquals(other.orElse(new double[0]), one.orElse(new double[0]));
            answered += one.isPresent() ? 1 : 0;
        }
        assertTrue(answered > 50 && answered < 290, answered + " were answered");
    }

    private static Optional<double[]> products(SeenCells cells, double[] s) {
        try {
            return Optional.of(cells.expected(s).products());
        } catch (ProtocolException refused) {
            return Optional.empty();
        }
    }

    /** A random direction with a share of the variance of all others. */
    private static double[] nearlySingular(Random random, double share) {
        double[] s = HoledRows.covariance(D, random);
        double[] direction = random.doubles(D, -1, 1).toArray();
        double[] image = new double[D];
        double norm = 0;
        for (int a = 0; a < D; a++) {
            for (int b = 0; b < D; b++) {
                image[a] += s[a * D + b] * direction[b];
            }
            norm += direction[a] * image[a];
        }
        for (int k = 0; k < s.length; k++) {
            s[k] -= (1 - share) * image[k / D] * image[k % D] / norm;
        }
        return s;
    }
}
