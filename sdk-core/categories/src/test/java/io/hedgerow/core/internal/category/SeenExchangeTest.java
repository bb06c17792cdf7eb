// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.category;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.Centring;
import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.data.rows.InMemoryRows;
import io.hedgerow.core.internal.table.CountTable;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.privacy.DatasetIdentity;
import io.hedgerow.core.solver.LocalProblem;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SeenExchangeTest {

    private static final int SITES = 3;
    private static final MixedRows NETWORK = new MixedRows(6, 7, 0.5, false, 3);
    private static final CategoryColumns COLUMNS = new CategoryColumns(NETWORK.schema());

    /** Sites that answer until the end. */
    private static final class Sites {
        private final SeenLayout layout = new SeenLayout(COLUMNS);
        private final List<SiteData> data = new ArrayList<>();
        private final List<SeenRelease> solvers = new ArrayList<>();
        private final Parameters[] released = new Parameters[SITES];

        Sites(double missing) {
            SplittableRandom random = new SplittableRandom(5);
            for (int site = 0; site < SITES; site++) {
                double[][] rows = NETWORK.rows(700, random);
                for (double[] row : rows) {
                    for (int j = 0; j < row.length; j++) {
                        row[j] = random.nextDouble() < missing ? Double.NaN : row[j];
                    }
                }
                data.add(SiteData.of(
                        new DatasetIdentity("rows"), InMemoryRows.withMissingCells(COLUMNS.schema(), rows)));
                solvers.add(new SeenRelease(COLUMNS, 1));
            }
            Arrays.fill(released, Parameters.zeros(layout.layout().size()));
        }

        Parameters ask(Parameters told) {
            double[] total = new double[layout.layout().size()];
            for (int site = 0; site < SITES; site++) {
                int own = site;
                LocalProblem problem = new LocalProblem(
                        layout.layout(), told, Parameters.zeros(total.length), released[site], 1, 0, 1, Centring.NONE);
                released[site] = SummedSites.read(
                        data.get(site),
                        view -> solvers.get(own).solve(problem, view).parameters());
                Parameters answer = released[site];
                Arrays.setAll(total, k -> total[k] + answer.get(k));
            }
            return Parameters.takeOver(total);
        }

        Parameters first() {
            return ask(Parameters.zeros(layout.layout().size()));
        }

        SeenExchange exchange() {
            return new SeenExchange(COLUMNS, SITES, first(), this::ask, () -> 100);
        }
    }

    private static void assertCounts(FirstSums expected, FirstSums found, double within) {
        int[] own = COLUMNS.categories();
        for (int j : own) {
            for (int i : own) {
                if (i < j) {
                    CountTable one = expected.tables().counts(new int[] {i, j}).orElseThrow();
                    CountTable other = found.tables().counts(new int[] {i, j}).orElseThrow();
                    assertArrayEquals(one.counts(), other.counts(), within);
                }
            }
        }
    }

    /** Of whole rows the likeliest sums are the sums of these. */
    @Test
    void ofWholeRows_theLikeliestSumsAreTheirs() {
        Sites sites = new Sites(0);
        Parameters sum = sites.first();
        SeenExchange exchange = sites.exchange();
        assertFalse(exchange.anyMissing());
        FirstSums expected = new FirstSums(COLUMNS, SITES, sum);
        FirstSums found = exchange.likeliest().first();
        assertArrayEquals(expected.covariance(), found.covariance(), 1e-4);
        assertCounts(expected, found, 1);
        assertEquals(
                expected.agreement().disagreement().orElseThrow(),
                found.agreement().disagreement().orElseThrow(),
                1e-2);
    }

    @Test
    void ofRowsWithMissingCells_theLikeliestSumsAreNear() {
        FirstSums expected = new FirstSums(COLUMNS, SITES, new Sites(0).first());
        SeenExchange exchange = new Sites(0.1).exchange();
        assertTrue(exchange.anyMissing());
        SeenExchange.Likeliest found = exchange.likeliest();
        assertTrue(found.settled());
        assertEquals(expected.rows(), found.first().rows());
        assertCounts(expected, found.first(), 60);
    }
}
