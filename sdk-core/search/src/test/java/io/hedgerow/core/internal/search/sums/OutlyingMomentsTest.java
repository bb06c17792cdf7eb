// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.sums;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.data.SufficientStatistics;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.data.rows.InMemoryRows;
import io.hedgerow.core.internal.simulation.model.ErdosRenyi;
import io.hedgerow.core.internal.simulation.model.SimulatedSites;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.privacy.DatasetIdentity;
import io.hedgerow.core.protocol.Aggregate;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.encoding.SparseChange;
import io.hedgerow.core.simulation.PooledMoments;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class OutlyingMomentsTest {

    private static final SiteId FIRST = new SiteId("site-001");

    /** A mean of one variable whose mean square is 1, so that nothing but the mean differs. */
    private static SufficientStatistics mean(long rows, double mean) {
        return SufficientStatistics.ofMoments(rows, new double[] {mean}, new double[] {1 - mean * mean});
    }

    private static Map<SiteId, SufficientStatistics> sites(SufficientStatistics... sites) {
        Map<SiteId, SufficientStatistics> named = new HashMap<>();
        for (int p = 0; p < sites.length; p++) {
            named.put(new SiteId(String.format("site-%03d", p + 1)), sites[p]);
        }
        return named;
    }

    /** The second nearest of four others is 0.31 away from the first site, and 0.1 from each other one. */
    @Test
    void of_namesSitesBeyondThreeTimesTheDistanceOfTheMiddleSite() {
        assertEquals(
                Set.of(FIRST),
                OutlyingMoments.of(sites(mean(9, 0.41), mean(9, 0.1), mean(9, 0), mean(9, 0.2), mean(9, 0.1))));
        assertEquals(
                Set.of(),
                OutlyingMoments.of(sites(mean(9, 0.39), mean(9, 0.1), mean(9, 0), mean(9, 0.2), mean(9, 0.1))));
    }

    @Test
    void of_siteWithFewRows_isNamedOnlyBeyondChance() {
        SufficientStatistics[] sites = {mean(9, 0.6), mean(900, 0.1), mean(900, 0), mean(900, 0.1), mean(900, 0.2)};
        assertEquals(Set.of(), OutlyingMoments.of(sites(sites)));
        sites[0] = mean(900, 0.6);
        assertEquals(Set.of(FIRST), OutlyingMoments.of(sites(sites)));
    }

    @Test
    void of_whereNothingCanBeSaid_namesNobody() {
        assertEquals(Set.of(), OutlyingMoments.of(sites(mean(9, 0), mean(9, 1))));
        assertEquals(Set.of(), OutlyingMoments.of(sites(mean(9, 0), mean(9, 0), mean(9, 0), mean(9, 1e-12))));
        Aggregate unseen = new Aggregate(0, Set.of(FIRST), Parameters.copyOf(new double[] {1, 1, 1}));
        assertEquals(Set.of(), OutlyingMoments.of(1, unseen, UnaryOperator.identity()));
    }

    /** Of one variable: its products, its sum, and rows. */
    private static final int[] WHERE = {0, 5, 6};

    @Test
    void of_numbersThatNoRowsCanHave_areNamed() {
        Map<SiteId, SparseChange> seen = new HashMap<>();
        double[][] sums = {{8, 1, 0}, {8, 1, 9}, {8.1, 1, 9}, {8, 1.1, 9}};
        for (int p = 0; p < sums.length; p++) {
            seen.put(new SiteId(String.format("site-%03d", p + 1)), SparseChange.of(WHERE, sums[p]));
        }
        Aggregate release = new Aggregate(
                0, seen.keySet(), Parameters.zeros(SiteSums.layout(1).size()), seen);
        assertEquals(Set.of(FIRST), OutlyingMoments.of(1, release, UnaryOperator.identity()));
    }

    /** Who stands out of sites of one network with 50 to 5000 rows each, where the first has other rows. */
    private static Set<SiteId> outlying(long seed, double heterogeneity, double factor, int column)
            throws InterruptedException {
        return outlying(3 + (int) (seed % 6), seed, heterogeneity, factor, column);
    }

    private static Set<SiteId> outlying(int sites, long seed, double heterogeneity, double factor, int column)
            throws InterruptedException {
        int d = 4 + (int) (seed % 5);
        SimulatedSites simulated = SimulatedSites.of(new ErdosRenyi(d, d))
                .sites(sites)
                .rowsPerSite(5000)
                .heterogeneity(heterogeneity)
                .seed(seed)
                .build();
        VariableSchema schema = simulated.rows(0).schema();
        SplittableRandom random = new SplittableRandom(seed);
        List<SiteData> data = new ArrayList<>();
        for (int p = 0; p < sites; p++) {
            int rows = (int) Math.round(50 * Math.pow(100, random.nextDouble()));
            List<double[]> own = new ArrayList<>();
            boolean first = p == 0;
            simulated.rows(p).forEachRow(row -> {
                for (int j = 0; first && j < d; j++) {
                    row[j] *= column < 0 || column == j ? factor : 1;
                }
                if (own.size() < rows) {
                    own.add(row.clone());
                }
            });
            data.add(SiteData.of(
                    new DatasetIdentity("site" + p), InMemoryRows.of(schema, own.toArray(double[][]::new))));
        }
        return PooledMoments.release(data).outlying();
    }

    /**
     * Seeds are fixed, so this passes or fails for ever. In 200 other studies 1 named a site, and 4 where the relations
     * of sites differ by a deviation of 0.1: true rates of 1 % and 4 % give more than 8 and 19 with probability 10⁻³.
     */
    @Test
    void sitesOfOneNetworkWithUnequalRows_areSeldomNamed() throws InterruptedException {
        int same = 0;
        int different = 0;
        for (int k = 0; k < 200; k++) {
            same += outlying(4000 + k, 0, 1, -1).isEmpty() ? 0 : 1;
            different += outlying(4000 + k, 0.1, 1, -1).isEmpty() ? 0 : 1;
        }
        assertTrue(same <= 8, "named a site in " + same + " of 200 studies");
        assertTrue(different <= 19, "named a site in " + different + " of 200 studies of different sites");
    }

    /**
     * Of three sites two are near each other by chance; none of these 200 studies named one when the factor was chosen.
     */
    @Test
    void threeSites_areNamedForGrossErrorsOnly() throws InterruptedException {
        int honest = 0;
        for (int k = 0; k < 200; k++) {
            honest += outlying(3, 7000 + k, 0.1, 1, -1).isEmpty() ? 0 : 1;
        }
        assertTrue(honest <= 3, "named a site in " + honest + " of 200 studies");
        for (int k = 0; k < 25; k++) {
            assertEquals(Set.of(FIRST), outlying(3, 8000 + k, 0.1, 1e4, -1), "study " + k);
        }
    }

    @Test
    void siteWithRowsOrOneVariableInAnotherUnit_isNamed() throws InterruptedException {
        for (int k = 0; k < 25; k++) {
            assertTrue(outlying(5000 + k, 0, 1e4, -1).contains(FIRST), "all variables, study " + k);
            assertTrue(outlying(6000 + k, 0, 10, 0).contains(FIRST), "one variable, study " + k);
        }
    }
}
