// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.federation.coordinator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.data.rows.InMemoryRows;
import io.hedgerow.core.federation.NoDialogue;
import io.hedgerow.core.internal.federation.site.SiteSession;
import io.hedgerow.core.internal.simulation.model.ErdosRenyi;
import io.hedgerow.core.internal.simulation.model.SimulatedSites;
import io.hedgerow.core.method.rounds.FederatedMethod;
import io.hedgerow.core.method.rounds.MethodSettings;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.privacy.DatasetIdentity;
import io.hedgerow.core.privacy.InMemoryLedgerForSimulation;
import io.hedgerow.core.privacy.InsecureNoPrivacy;
import io.hedgerow.core.protocol.Aggregate;
import io.hedgerow.core.protocol.ProtectedUpdate;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.protocol.encoding.Payload;
import io.hedgerow.core.protocol.encoding.SparseChange;
import io.hedgerow.core.study.RoundPolicy;
import io.hedgerow.core.study.Study;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class OutlyingUpdatesTest {

    private static final int SITES = 5;
    private static final SiteId FIRST = new SiteId("site0");

    private static Aggregate aggregate(double[]... updates) {
        Map<SiteId, SparseChange> seen = new TreeMap<>();
        for (int p = 0; p < updates.length; p++) {
            seen.put(new SiteId("site" + p), SparseChange.of(new int[] {0, 1}, updates[p]));
        }
        return new Aggregate(0, seen.keySet(), Parameters.zeros(4), seen);
    }

    /** Medians (1, 1); distances 12, 1, 0, 2 and 3, of which 2 is the median; 3 · 2 is the limit. */
    @Test
    void of_namesSitesBeyondThreeTimesTheMedianDistanceFromTheMedian() {
        double[][] updates = {{13, 1}, {0, 1}, {1, 1}, {1, 3}, {1, -2}};
        assertEquals(Set.of(FIRST), OutlyingUpdates.of(aggregate(updates)));
        updates[0][0] = 7;
        assertEquals(Set.of(), OutlyingUpdates.of(aggregate(updates)), "at the limit");
    }

    @Test
    void of_whereNothingCanBeSaid_isEmpty() {
        assertEquals(Set.of(), OutlyingUpdates.of(aggregate(new double[][] {{1, 1}, {1000, 1}})));
        Aggregate hidden = new Aggregate(0, Set.of(FIRST), Parameters.zeros(4));
        assertEquals(Set.of(), OutlyingUpdates.of(hidden));
    }

    /**
     * Whether anybody, and whether the first site, stands out in a study whose first site has some rows in another
     * unit.
     */
    private static Set<SiteId> outlying(long seed, double factor, double share) {
        FederatedMethod method = FederatedMethod.FED_SPARSE;
        int d = 5 + (int) (seed % 4);
        SimulatedSites simulated = SimulatedSites.of(new ErdosRenyi(d, d))
                .sites(SITES)
                .rowsPerSite(400)
                .seed(seed)
                .build();
        MethodSettings settings = method.recommended(d, SITES);
        Study study = method.study(
                "study",
                simulated.rows(0).schema(),
                settings,
                0,
                SITES,
                new RoundPolicy(SITES, Duration.ofSeconds(9), RoundPolicy.Convergence.never()));
        SplittableRandom random = new SplittableRandom(seed);
        InsecurePlainUpload plain = new InsecurePlainUpload(study);
        List<ProtectedUpdate> updates = new ArrayList<>();
        for (int p = 0; p < SITES; p++) {
            int rows = 100 + random.nextInt(301);
            double[][] own = new double[rows][];
            int[] at = {0};
            double scale = p == 0 ? factor : 1;
            simulated.rows(p).forEachRow(row -> {
                if (at[0] < rows) {
                    own[at[0]] = row.clone();
                    for (int j = 0; at[0] < share * rows && j < d; j++) {
                        own[at[0]][j] *= scale;
                    }
                    at[0]++;
                }
            });
            SiteData data = SiteData.of(
                    new DatasetIdentity("site" + p),
                    InMemoryRows.of(simulated.rows(p).schema(), own));
            SiteSession session = new SiteSession(
                    new SiteId("site" + p),
                    study,
                    data,
                    InsecureNoPrivacy.gate(new InMemoryLedgerForSimulation(), data.identity()),
                    method.newLocalSolver(settings),
                    plain);
            updates.add(session.answer(new Task("study", 0, study.rho2(0), Payload.empty(), Set.of())));
        }
        return OutlyingUpdates.of(plain.aggregate(0, updates, NoDialogue.REFUSED));
    }

    /**
     * Seeds are fixed, so this passes or fails for ever. In 200 other studies 9 named a site: a true rate of 4.5 %
     * gives more than 19 with probability 10⁻³. Without the factor 3 nearly every study would.
     */
    @Test
    void sitesOfOneNetwork_areSeldomNamed() {
        int named = 0;
        for (int k = 0; k < 200; k++) {
            named += outlying(2000 + k, 1, 0).isEmpty() ? 0 : 1;
        }
        assertTrue(named <= 19, "named a site in " + named + " of 200 studies");
    }

    /** 49 of 50 in other studies; fewer than 43 have probability below 10⁻³ at a true rate of 96 %. */
    @Test
    void siteWithSomeRowsTenThousandTimesTooLarge_isNamed() {
        int named = 0;
        for (int k = 0; k < 50; k++) {
            named += outlying(7000 + k, 1e4, 0.05).contains(FIRST) ? 1 : 0;
        }
        assertTrue(named >= 43, "named it in " + named + " of 50 studies");
    }
}
