// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.federation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.study.CommunicationPolicy;
import io.hedgerow.core.study.Study;
import io.hedgerow.secureagg.internal.codec.FixedPointPlan;
import io.hedgerow.secureagg.internal.policy.ReleaseGuard.Purpose;
import io.hedgerow.secureagg.policy.AggregationPolicy;
import io.hedgerow.secureagg.policy.AggregationPolicy.CoordinatorTrust;
import io.hedgerow.secureagg.policy.AggregationPolicy.Suite;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A sum that cannot be one is thrown away, and named as such. Asked again, every site masks the same: also the one that
 * is out of range.
 */
class CorruptedSumTest {

    private static final int LIAR = 2;
    private static final Set<Integer> ALL = Set.of(0, 1, 2, 3);
    private static final AggregationPolicy POLICY =
            new AggregationPolicy(Suite.CLASSICAL, CoordinatorTrust.MALICIOUS, OptionalInt.empty(), 2, 3, false, true);

    private static final Study STUDY =
            Sites.study(4, CommunicationPolicy.economical(0.3).inSteps());
    private static final String NAME = "statistic of version 1";

    private final TroubledWorld world = new TroubledWorld(POLICY, bounded(0x1p20));

    /** The bound is what each site holds itself to; what is masked for is the same. */
    private static SummedStudy bounded(double bound) {
        FixedPointPlan plan = new FixedPointPlan(4, bound, 24, FixedPointPlan.GUARD_BITS, 1, 0);
        return new SummedStudy(STUDY, Purpose.STATISTIC, plan, NAME);
    }

    private boolean lies = true;

    @BeforeEach
    void oneSiteIsOutOfRange() {
        world.sites.get(LIAR).sums(bounded(0x1p28));
        world.values = (site, round, coefficient) ->
                site == LIAR && lies && coefficient == 1 ? 0x1p26 : RestartWorld.value(site, round, coefficient);
    }

    @Test
    void whileASiteIsOutOfRange_thereIsNoSum_andTheReasonSaysSo() throws InterruptedException {
        assertEquals(Optional.empty(), world.run(0));
        assertTrue(world.reasons.get(0).contains("lane 1 must be within what 4 sites can have sent"));
        assertEquals(0, world.report().released());
    }

    /**
     * The sites that were in range repeat what they sent; the other one has lost its memory, or its people mended it.
     */
    @Test
    void whenTheSiteIsInRangeAgain_theStatisticIsReleased() throws InterruptedException {
        assertEquals(Optional.empty(), world.run(0));
        world.restartCoordinator();
        lies = false;
        world.sites.get(LIAR).loseMemory();
        world.sites.get(LIAR).forgetUpdate();
        assertEquals(Optional.of(ALL), world.run(0), () -> world.reasons + " " + world.sites.get(0).refusals);
    }
}
