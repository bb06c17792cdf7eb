// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.greedy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.model.Diagonal;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.dp.accounting.PrivacyBudget;
import io.hedgerow.dp.internal.greedy.settings.GreedyOptions;
import io.hedgerow.dp.internal.greedy.settings.GreedyOptions.GreedyCost;
import io.hedgerow.dp.internal.greedy.settings.GreedyOptions.GreedySteps;
import io.hedgerow.dp.internal.greedy.settings.GreedyOptions.RowCentre;
import io.hedgerow.dp.internal.greedy.settings.ProtectedUnits;
import io.hedgerow.dp.internal.greedy.settings.Smoothness;
import io.hedgerow.dp.internal.release.ReleaseOptions;
import io.hedgerow.dp.internal.release.ReleaseSolver;
import io.hedgerow.dp.internal.release.StatedNoise;
import io.hedgerow.dp.internal.release.moments.DpClosedFormSolver;
import io.hedgerow.dp.internal.release.moments.MomentDesign;
import io.hedgerow.dp.mechanism.NoiseSource;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Every number that is drawn from a law that is only near the stated one is charged, by every solver. */
class NearNoiseChargeTest {

    private static final NoiseSource.Law LAW = new NoiseSource.Law(0x1p-47, 0x1p-44, false);
    private static final StatedNoise NEAR = new StatedNoise("near", LAW);
    private static final PrivacyBudget BUDGET = new PrivacyBudget(2, 1e-6);
    private static final int VARIABLES = 5;

    private static long distances(List<MechanismEvent> events) {
        return events.stream()
                .mapToLong(event -> event instanceof MechanismEvent.Sequence sequence
                        ? distances(sequence.steps())
                        : event instanceof MechanismEvent.Distance distance ? distance.count() : 0)
                .sum();
    }

    private static GreedyOptions options() {
        return new GreedyOptions(
                ProtectedUnits.records(Adjacency.REPLACE_ONE, 1000),
                new GreedySteps(7, 1, 1.5, Diagonal.MASKED),
                new GreedyCost(0.01, 0.01),
                new Smoothness.PrivateMoments(VARIABLES, 0.2, 20, 0.1, false),
                new RowCentre.PrivateMean(Collections.nCopies(VARIABLES, 5.0), 0.1));
    }

    @Test
    void steps_areChargedForEachStep_andRoundZeroForItsReleases() {
        List<MechanismEvent> plan = new DpProximalGreedySolver(options(), NEAR).roundPlan(3);
        assertEquals(7, distances(plan.subList(1, 2)));
        assertEquals(3 * 7 + 2 * VARIABLES, distances(plan));
        assertEquals(0, distances(new DpProximalGreedySolver(options()).roundPlan(3)));
    }

    @Test
    void baselineOfLaplaceNoise_takesExactNoiseOnly() {
        String refusal = assertThrows(
                        IllegalArgumentException.class, () -> new LaplaceProximalGreedySolver(options(), NEAR))
                .getMessage();
        assertTrue(refusal.contains("noise discrete"), refusal);
    }

    @Test
    void releases_areChargedForEveryNumber() {
        ReleaseOptions options = ReleaseOptions.within(VARIABLES, 1000, BUDGET);
        List<MechanismEvent> rounds = new ReleaseSolver(new MomentDesign(options), NEAR).roundPlan(2);
        assertEquals(VARIABLES, distances(rounds.subList(0, 1)));
        assertEquals(15, distances(rounds.subList(1, 2)));
        assertEquals(20, ReleaseSolver.draws(new MomentDesign(options)));
        assertEquals(15, distances(new DpClosedFormSolver(options, 5, 0.05, Diagonal.FREE, NEAR).roundPlan(10)));
    }

    @Test
    void noiseThatSitesShare_mustBeExact() {
        MomentDesign shared =
                new MomentDesign(ReleaseOptions.within(VARIABLES, 1000, BUDGET).withNoiseSharedBy(2));
        assertEquals(2, ReleaseSolver.costs(shared, NoiseSource.Law.EXACT).size());
        String refusal = assertThrows(IllegalArgumentException.class, () -> new ReleaseSolver(shared, NEAR))
                .getMessage();
        assertTrue(refusal.contains("secureAggregation"), refusal);
    }

    @Test
    void statedNoise_drawsNothing() {
        assertThrows(IllegalStateException.class, () -> NEAR.gaussian(0x1p20));
        assertThrows(IllegalStateException.class, () -> NEAR.laplace(0x1p20));
    }
}
