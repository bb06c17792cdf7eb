// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.greedy.settings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.internal.simulation.model.ErdosRenyi;
import io.hedgerow.core.internal.simulation.model.SimulatedSites;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.privacy.ReservationRequest;
import io.hedgerow.dp.accounting.CertifiedAccountant;
import io.hedgerow.dp.accounting.PrivacyBudget;
import io.hedgerow.dp.accounting.ZcdpAccountant;
import io.hedgerow.dp.internal.greedy.DpProximalGreedySolver;
import io.hedgerow.dp.internal.greedy.GreedyStudy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class GreedyDefaultsTest {

    private static final double DELTA = 1 / 25e6;

    private static SimulatedSites simulated(int d, int sites, long rows, long seed) {
        return SimulatedSites.of(new ErdosRenyi(d, d))
                .sites(sites)
                .rowsPerSite(rows)
                .seed(seed)
                .build();
    }

    @Test
    void of_dependsOnPublicNumbersOnly_asDocumented() {
        GreedyDefaults tight = GreedyDefaults.of(20, new PrivacyBudget(1, DELTA));
        assertEquals(5, tight.steps().count());
        assertEquals(1.6, tight.steps().clipFactor());
        assertEquals(
                8, GreedyDefaults.of(20, new PrivacyBudget(2, DELTA)).steps().count());
        GreedyDefaults loose = GreedyDefaults.of(100, new PrivacyBudget(5, DELTA));
        assertEquals(25, loose.steps().count());
        assertEquals(2, loose.steps().clipFactor());
        assertThrows(IllegalArgumentException.class, () -> GreedyDefaults.of(0, new PrivacyBudget(1, DELTA)));
    }

    /** A whole study: every reservation of every site is the plan's event of that round, within the budget. */
    @Test
    void study_reservesWhatWasPlanned_andLearnsTheNetwork() throws InterruptedException {
        SimulatedSites simulated = simulated(6, 2, 2000, 7);
        PrivacyBudget budget = new PrivacyBudget(20, DELTA);
        GreedyDefaults defaults = GreedyDefaults.of(6, budget);
        ZcdpAccountant accountant = new ZcdpAccountant();
        GreedyOptions options = GreedyStudy.options(
                defaults, ProtectedUnits.records(Adjacency.REPLACE_ONE, 2000), 6, budget, accountant);
        List<MechanismEvent> plan = new DpProximalGreedySolver(options).roundPlan(defaults.rounds());
        assertTrue(accountant.epsilon(new MechanismEvent.Sequence(plan), DELTA) <= 20);
        List<ReservationRequest> reserved = Collections.synchronizedList(new ArrayList<>());
        int distance = GreedyStudy.distance(simulated, defaults, options, reserved::add);
        for (int p = 0; p < 2; p++) {
            String site = "site " + p;
            assertEquals(
                    plan,
                    reserved.stream()
                            .filter(request -> request.dataset().value().equals(site))
                            .map(ReservationRequest::event)
                            .toList());
        }
        // 6 edges: without noise nearly all are found; a random network of as many has a distance near 10
        assertTrue(distance <= 5, "was " + distance);
    }

    /**
     * Mean distance over ten fixed graphs; only the noise of privacy is left to chance. Two runs each gave 3.4 and 2.6
     * at ε = 5, 5.3 and 5.4 at ε = 1. The noise moves the mean of ten by about 0.5, so the limits are three and six of
     * these away.
     */
    @Test
    @Tag("long")
    void meanDistance_atTwentyVariables_staysBelowTheLimits() throws InterruptedException {
        double[][] cases = {{5, 5}, {1, 8.5}};
        for (double[] limit : cases) {
            PrivacyBudget budget = new PrivacyBudget(limit[0], DELTA);
            GreedyDefaults defaults = GreedyDefaults.of(20, budget);
            GreedyOptions options = GreedyStudy.options(
                    defaults,
                    ProtectedUnits.records(Adjacency.REPLACE_ONE, 5000),
                    20,
                    budget,
                    new CertifiedAccountant());
            double mean = 0;
            for (int seed = 0; seed < 10; seed++) {
                mean += GreedyStudy.distance(simulated(20, 8, 5000, 5000 + seed), defaults, options, request -> {})
                        / 10.0;
            }
            assertTrue(mean <= limit[1], "epsilon " + limit[0] + ": mean distance " + mean);
        }
    }
}
