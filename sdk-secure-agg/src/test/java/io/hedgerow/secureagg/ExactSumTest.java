// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.secureagg.internal.codec.LaneLayout.CorruptSumException;
import io.hedgerow.secureagg.internal.coordinator.BelowThresholdException;
import io.hedgerow.secureagg.internal.coordinator.BelowThresholdException.Step;
import io.hedgerow.secureagg.internal.coordinator.CoordinatorSlot.SlotSum;
import io.hedgerow.secureagg.policy.AggregationPolicy;
import io.hedgerow.secureagg.policy.AggregationPolicy.CoordinatorTrust;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Whatever sites are lost at whatever step: the sum is exact over those whose input was sent, or there is none. */
@Tag("slow")
class ExactSumTest {

    private static final int LANES = 4;

    /** A slot's expected end: the sum's sites, or where and with how many it stops. */
    private record Expected(List<Integer> included, Optional<Step> stop, int have, int need) {}

    private static Expected expected(int[] lost, int threshold, int minCohort, CoordinatorTrust trust) {
        List<Integer> all = IntStream.range(0, lost.length).boxed().toList();
        Step[] steps = {Step.ADVERTISE, Step.SHARE, Step.MASK, Step.CONSISTENCY, Step.UNMASK};
        List<Integer> included = List.of();
        List<Integer> left = all;
        for (int step = Federation.ADVERTISE; step <= Federation.UNMASK; step++) {
            boolean skipped = step == Federation.CONFIRM && trust == CoordinatorTrust.HONEST_BUT_CURIOUS;
            left = Federation.present(left, step, u -> lost[u]);
            int need = step <= Federation.MASK ? Math.max(threshold, minCohort) : threshold;
            if (!skipped && left.size() < need) {
                return new Expected(List.of(), Optional.of(steps[step - 1]), left.size(), need);
            }
            included = step == Federation.MASK ? left : included;
        }
        return new Expected(included, Optional.empty(), 0, 0);
    }

    private static final Map<Object, Federation> OPEN = new HashMap<>();

    /** Returns whether there was a sum. */
    private static boolean runOne(long seed, int largest, AggregationPolicy policy) {
        Random random = new Random(seed);
        int n = 3 + random.nextInt(largest - 2);
        int[] lost = new int[n];
        int likely = 1 + random.nextInt(20);
        for (int u = 0; u < n; u++) {
            lost[u] = random.nextInt(likely) == 0 ? 1 + random.nextInt(5) : Federation.NEVER;
        }
        int threshold = policy.threshold(n);
        Federation federation = OPEN.remove(List.of(n, policy));
        if (federation == null || federation.coordinator.nextSlot() > 900) {
            federation = new Federation(n, policy);
        }
        long[][] inputs = new long[n][];
        for (int u = 0; u < n; u++) {
            // the whole range that a plan for n sites allows
            inputs[u] = random.longs(LANES, -(1L << 55) / n, (1L << 55) / n).toArray();
            inputs[u][LANES - 1] = 1;
        }
        Expected expected = expected(lost, threshold, policy.minCohort(), policy.trust());
        Federation live = federation;
        if (expected.stop.isPresent()) {
            BelowThresholdException stopped = assertThrows(
                    BelowThresholdException.class,
                    () -> live.run(inputs, Federation.noisy(seed), u -> lost[u]),
                    "seed " + seed);
            assertEquals(expected.stop.get(), stopped.step(), "seed " + seed);
            assertEquals(expected.have, stopped.have(), "seed " + seed);
            assertEquals(expected.need, stopped.need(), "seed " + seed);
            return false;
        }
        SlotSum sum = federation.run(inputs, Federation.noisy(seed), u -> lost[u]);
        assertEquals(expected.included, sum.included(), "seed " + seed);
        for (int lane = 0; lane < LANES; lane++) {
            BigInteger exact = BigInteger.ZERO;
            for (int u : expected.included) {
                exact = exact.add(BigInteger.valueOf(inputs[u][lane]));
            }
            assertEquals(exact, BigInteger.valueOf(sum.lanes()[lane]), "seed " + seed);
        }
        OPEN.put(List.of(n, policy), federation);
        return true;
    }

    @Test
    void randomLosses_giveTheExactSumOrNone() {
        int sums = 0;
        for (int seed = 0; seed < 100; seed++) {
            AggregationPolicy policy =
                    seed % 3 == 0 ? Federation.TRUSTING : seed % 3 == 1 ? Federation.CLASSICAL : Federation.LENIENT;
            sums += runOne(seed, 7, policy) ? 1 : 0;
        }
        assertTrue(sums > 20 && sums < 80, "both ends must occur: " + sums + " sums of 100");
    }

    @Test
    @Tag("long")
    void tenThousandRandomLosses_giveTheExactSumOrNone() {
        for (int seed = 1000; seed < 11_000; seed++) {
            runOne(
                    seed,
                    12,
                    seed % 3 == 0 ? Federation.TRUSTING : seed % 3 == 1 ? Federation.CLASSICAL : Federation.LENIENT);
        }
    }

    @Test
    @Tag("long")
    void aHundredSites_areSummedAfterThirtyAreLost() {
        Federation federation = new Federation(100, Federation.CLASSICAL);
        long[][] inputs = new long[100][];
        Arrays.setAll(inputs, u -> new long[] {u, 1});
        SlotSum sum = federation.run(inputs, Federation.noisy(0), u -> u < 30 ? 3 : u < 33 ? 5 : Federation.NEVER);
        assertArrayEquals(new long[] {IntStream.range(30, 100).sum(), 70}, sum.lanes());
    }

    @Test
    void hybridSession_sumsToo() {
        Federation federation = new Federation(5, AggregationPolicy.standard());
        long[][] inputs = new long[5][];
        Arrays.setAll(inputs, u -> new long[] {1L << u, 1});
        SlotSum sum = federation.run(inputs, Federation.noisy(0), u -> u == 3 ? Federation.MASK : Federation.NEVER);
        assertArrayEquals(new long[] {0b10111, 4}, sum.lanes());
    }

    @Test
    void siteThatSaysOtherThanOneInTheCountLane_isNoticed() {
        Federation federation = new Federation(5, Federation.CLASSICAL);
        long[][] inputs = new long[5][];
        Arrays.setAll(inputs, u -> new long[] {u, u == 2 ? 2 : 1});
        assertThrows(
                CorruptSumException.class, () -> federation.run(inputs, Federation.noisy(0), u -> Federation.NEVER));
    }

    @Test
    void orderOfTheRoster_doesNotMatter() {
        long[] one = sumInOrder(new int[] {0, 1, 2, 3, 4});
        assertArrayEquals(one, sumInOrder(new int[] {4, 2, 0, 1, 3}));
        assertTrue(one[0] == 11111);
    }

    private static long[] sumInOrder(int[] order) {
        Federation federation = new Federation(5, Federation.CLASSICAL);
        long[][] inputs = new long[5][];
        Arrays.setAll(inputs, u -> new long[] {(long) Math.pow(10, order[u]), 1});
        return federation
                .run(inputs, Federation.noisy(0), u -> Federation.NEVER)
                .lanes();
    }
}
