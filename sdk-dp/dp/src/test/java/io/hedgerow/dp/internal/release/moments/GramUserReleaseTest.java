// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.release.moments;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.data.rows.InMemoryRows;
import io.hedgerow.core.data.rows.UserRows;
import io.hedgerow.core.internal.simulation.model.SimulatedSites;
import io.hedgerow.core.model.Diagonal;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.DatasetIdentity;
import io.hedgerow.dp.accounting.PrivacyBudget;
import io.hedgerow.dp.internal.denoise.PrivateGram;
import io.hedgerow.dp.internal.release.ReleaseOptions;
import io.hedgerow.dp.internal.release.ReleaseOptions.ReleaseCentre;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The release in one round of products, of persons who have several rows and of a number of units that is not told. */
class GramUserReleaseTest {

    private static final int D = 5;
    private static final int PERSONS = 300;
    private static final PrivacyBudget BUDGET = new PrivacyBudget(1, 4e-8);

    /** Person k has 1 to 4 rows, which are not next to each other. */
    private static List<SiteData> byUser(SimulatedSites study) {
        List<SiteData> sites = new ArrayList<>();
        for (int p = 0; p < study.sites(); p++) {
            List<double[]> rows = new ArrayList<>();
            study.rows(p).forEachRow(row -> {
                double[] keyed = Arrays.copyOf(row, D + 1);
                int k = rows.size();
                keyed[D] = k < PERSONS ? k : (k * 7) % (PERSONS / 2);
                rows.add(keyed);
            });
            List<String> names = new ArrayList<>(VariableSchema.numbered(D).names());
            names.add("patient");
            sites.add(SiteData.of(
                    new DatasetIdentity("site " + p),
                    UserRows.of(InMemoryRows.of(new VariableSchema(names), rows.toArray(new double[0][])), "patient")
                            .leavingOutRowsWithoutUser()));
        }
        return sites;
    }

    @Test
    void release_ofUsers_withoutNoise_isTheMeanOfTheirSumsOfNormOne() throws InterruptedException {
        SimulatedSites study = GramFixtures.study(D, 2, 700, 2);
        List<SiteData> sites = byUser(study);
        ReleaseOptions options = ReleaseOptions.within(D, 1, BUDGET).withUsers(PERSONS);
        PrivateGram gram = GramFixtures.release(sites, options, GramFixtures.SILENT, request -> {});
        double[] expected = new double[D * D];
        for (int p = 0; p < 2; p++) {
            double[][] users = new double[PERSONS][D * D];
            int[] at = {0};
            study.rows(p).forEachRow(row -> {
                int k = at[0]++;
                addDirection(users[k < PERSONS ? k : (k * 7) % (PERSONS / 2)], row, gram.units());
            });
            for (double[] user : users) {
                double norm = Math.sqrt(Arrays.stream(user).map(x -> x * x).sum());
                IntStream.range(0, D * D).forEach(k -> expected[k] += user[k] / norm);
            }
        }
        double trace =
                IntStream.range(0, D).mapToDouble(j -> expected[j * (D + 1)]).sum();
        assertTrue(trace > 2 * PERSONS * 1.02, "sums of several rows have a trace above 1: " + trace);
        IntStream.range(0, D * D).forEach(k -> expected[k] /= trace);
        // entries of rows are rounded to 2⁻¹⁵
        assertArrayEquals(expected, gram.matrix(), 1e-4);
        assertEquals(2L * PERSONS, gram.rows());
    }

    private static void addDirection(double[] sum, double[] row, double[] units) {
        double square = 0;
        for (int j = 0; j < D; j++) {
            square += row[j] / units[j] * (row[j] / units[j]);
        }
        for (int k = 0; k < D * D; k++) {
            sum[k] += row[k / D] / units[k / D] * row[k % D] / units[k % D] / square;
        }
    }

    @Test
    void release_ofUsers_thatAreNotAsManyAsDeclared_isRefused() {
        List<SiteData> sites = byUser(GramFixtures.study(D, 1, 700, 2));
        for (int declared : new int[] {PERSONS - 1, PERSONS + 1, 700}) {
            ReleaseOptions options = ReleaseOptions.within(D, 1, BUDGET).withUsers(declared);
            DataException refused = assertThrows(
                    DataException.class,
                    () -> GramFixtures.release(sites, options, GramFixtures.SILENT, request -> {}));
            assertTrue(refused.getMessage().contains("declared number of " + declared + " users"), refused::getMessage);
        }
    }

    /**
     * n0 is a third less than the number of rows: neither refused nor told, and the matrix is what it is with the true
     * number.
     */
    @Test
    void release_withZeroOut_takesAnyNumberOfRows() throws InterruptedException {
        List<SiteData> sites = GramFixtures.sites(GramFixtures.study(D, 2, 900, 4));
        ReleaseOptions known = ReleaseOptions.within(D, 900, BUDGET);
        ReleaseOptions stated = new ReleaseOptions(
                D, 600, Adjacency.ZERO_OUT, known.smallest(), known.largest(), false, known.centre(), known.mu());
        PrivateGram one = GramFixtures.release(sites, known, GramFixtures.SILENT, request -> {});
        PrivateGram other = GramFixtures.release(sites, stated, GramFixtures.SILENT, request -> {});
        double trace = IntStream.range(0, D)
                .mapToDouble(j -> other.matrix()[j * (D + 1)])
                .sum();
        assertEquals(1, trace, 1e-12);
        double[] announced = one.units();
        for (int j = 0; j < D; j++) {
            // the wrong number moves the logarithm of every scale by the same
            assertEquals(announced[j] / announced[0], other.units()[j] / other.units()[0], 0.2);
        }
        // noise of σ/n0 instead of σ/n, at √2 less sensitivity, in a matrix that is divided by n/n0
        assertEquals(one.sigma() / Math.sqrt(2), other.sigma(), 1e-3 * one.sigma());
    }

    @Test
    void rowsBeyondFourTimesTheStatedNumber_areReadLikeOthers() throws InterruptedException {
        double[][] rows = new double[50][2];
        for (int k = 0; k < rows.length; k++) {
            rows[k][k < 40 ? 0 : 1] = 1;
        }
        SiteData data = SiteData.of(new DatasetIdentity("d"), InMemoryRows.of(VariableSchema.numbered(2), rows));
        ReleaseOptions stated = new ReleaseOptions(
                2, 10, Adjacency.ZERO_OUT, 0.02, 3000, false, ReleaseCentre.none(2), ReleaseOptions.mu(BUDGET));
        double[] matrix = GramFixtures.release(List.of(data), stated, GramFixtures.SILENT, request -> {})
                .matrix();
        // the last ten rows are along the second variable
        assertArrayEquals(new double[] {0.8, 0, 0, 0.2}, matrix, 1e-9);
    }

    @Test
    void dpFedBnsl_ofUsers_isRefused() {
        ReleaseOptions options = ReleaseOptions.within(D, 1, BUDGET).withUsers(PERSONS);
        String message = assertThrows(
                        IllegalArgumentException.class, () -> new DpClosedFormSolver(options, 5, 0.05, Diagonal.FREE))
                .getMessage();
        assertTrue(message.contains("single records only"), message);
    }
}
