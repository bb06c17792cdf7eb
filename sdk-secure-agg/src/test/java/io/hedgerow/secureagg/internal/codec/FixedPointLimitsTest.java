// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.codec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Every limit of a plan: what is exactly at it is accepted, what is one step beyond is refused, and the refusal names
 * it.
 */
class FixedPointLimitsTest {

    private static void requireRefused(String named, Executable making) {
        String message = assertThrows(IllegalArgumentException.class, making).getMessage();
        assertTrue(message.startsWith(named + " must"), message);
    }

    private static FixedPointPlan coarse(int sites, double bound, int guardBits) {
        // 2^256 needs f = -250 to fit a lane, 2^-256 fits with any negative f
        return new FixedPointPlan(sites, bound, -250, guardBits, 1, 0);
    }

    @Test
    void sites_areOneOrMore() {
        assertEquals(1, coarse(1, 8, 8).sites());
        requireRefused("sites", () -> coarse(0, 8, 8));
        requireRefused("sites", () -> FixedPointPlan.finest(0, 8, 8, 1, 0));
        requireRefused("sites", () -> coarse(-1, 8, 8));
    }

    @Test
    void bound_isWithinTwoToThePlusMinus256() {
        assertEquals(0x1p256, coarse(8, 0x1p256, 8).bound());
        assertEquals(0x1p-256, coarse(8, 0x1p-256, 8).bound());
        assertEquals(
                0x1p256,
                FixedPointPlan.finest(8, 0x1p256, FixedPointPlan.GUARD_BITS, 1, 0)
                        .bound());
        assertEquals(
                0x1p-256,
                FixedPointPlan.finest(8, 0x1p-256, FixedPointPlan.GUARD_BITS, 1, 0)
                        .bound());
        requireRefused("bound", () -> coarse(8, Math.nextUp(0x1p256), 8));
        requireRefused("bound", () -> coarse(8, Math.nextDown(0x1p-256), 8));
        requireRefused("bound", () -> FixedPointPlan.finest(8, Math.nextUp(0x1p256), FixedPointPlan.GUARD_BITS, 1, 0));
        requireRefused(
                "bound", () -> FixedPointPlan.finest(8, Math.nextDown(0x1p-256), FixedPointPlan.GUARD_BITS, 1, 0));
        requireRefused("bound", () -> FixedPointPlan.finest(8, Double.NaN, FixedPointPlan.GUARD_BITS, 1, 0));
    }

    @Test
    void guardBits_are1To32() {
        assertEquals(1, coarse(8, 8, 1).guardBits());
        assertEquals(32, coarse(8, 8, 32).guardBits());
        requireRefused("guardBits", () -> coarse(8, 8, 0));
        requireRefused("guardBits", () -> coarse(8, 8, 33));
        requireRefused("guardBits", () -> FixedPointPlan.finest(8, 8, 0, 1, 0));
        requireRefused("guardBits", () -> FixedPointPlan.finest(8, 8, 33, 1, 0));
    }

    @Test
    void limbs_areOneOrTwo_andTwoOnlyWithoutNoise() {
        requireRefused("limbs", () -> new FixedPointPlan(8, 8, 0, 8, 0, 0));
        requireRefused("limbs", () -> new FixedPointPlan(8, 8, 0, 8, 3, 0));
        requireRefused("limbs", () -> new FixedPointPlan(8, 8, 0, 8, 2, 1));
        assertEquals(2, new FixedPointPlan(8, 8, 0, 8, 2, 0).limbs());
    }

    /** n·(Q + T) &lt; 2^(63−g), to the unit: with n = 1, g = 8, C = 1 and f = 0, Q is 1, and T may be 2^55 − 2. */
    @Test
    void sum_staysBelowTheGuardBits_toTheUnit() {
        long most = (1L << 55) - 2;
        assertEquals((1L << 55) - 1, new FixedPointPlan(1, 1, 0, 8, 1, most).largestLane(0));
        requireRefused("fractionBits", () -> new FixedPointPlan(1, 1, 0, 8, 1, most + 1));
        // three sites: 3·(Q + T) <= 2^55 − 1 means Q + T <= 12009599006321322
        assertEquals(12009599006321322L, new FixedPointPlan(3, 1, 0, 8, 1, 12009599006321321L).largestLane(0));
        requireRefused("fractionBits", () -> new FixedPointPlan(3, 1, 0, 8, 1, 12009599006321322L));
        // two limbs: the high one of a single site has β = 55 and holds C·2^(f − 55)
        assertEquals(1L << 54, new FixedPointPlan(1, 1, 109, 8, 2, 0).largestLane(0));
        requireRefused("fractionBits", () -> new FixedPointPlan(1, 1, 110, 8, 2, 0));
    }

    @Test
    void sum_isNotWrappedByWhatItIsCheckedWith() {
        // a sum of noise and value that leaves 64 bits, and a scaled bound that leaves a long
        requireRefused("fractionBits", () -> new FixedPointPlan(1, 1, 0, 1, 1, Long.MAX_VALUE));
        requireRefused("fractionBits", () -> new FixedPointPlan(1, 1, 0, 1, 1, Long.MAX_VALUE / 2));
        requireRefused("fractionBits", () -> new FixedPointPlan(1, 1, 62, 1, 1, 0));
        requireRefused("fractionBits", () -> new FixedPointPlan(1, 1, 63, 1, 1, 0));
        requireRefused("fractionBits", () -> new FixedPointPlan(1, 1, 900, 1, 1, 0));
        assertEquals(1L << 61, new FixedPointPlan(1, 1, 61, 1, 1, 0).largestLane(0));
    }

    @Test
    void refusal_saysHowManyBitsThereAre() {
        IllegalArgumentException refused =
                assertThrows(IllegalArgumentException.class, () -> new FixedPointPlan(8, 8, 62, 8, 1, 0));
        assertEquals(
                "fractionBits must keep a sum of 8 sites within 55 bits, was 62", String.valueOf(refused.getMessage()));
    }

    /** β = 63 − g − ⌈log2 n⌉, with g = 8. */
    @ParameterizedTest
    @CsvSource({"1, 55", "2, 54", "3, 53", "4, 53", "5, 52", "8, 52", "9, 51", "100, 48", "1024, 45", "1025, 44"})
    void limbBits_leaveRoomForTheSumOfLowLimbs(int sites, int limbBits) {
        FixedPointPlan plan = FixedPointPlan.twoLimbs(sites, 8);
        assertEquals(limbBits, plan.limbBits());
        assertEquals(1L << (limbBits - 1), plan.largestLane(1));
    }

    /**
     * A remainder of exactly half a high step rounds to even, so that the low limb is as large as it may be, with
     * either sign.
     */
    @Test
    void lowLimb_reachesItsLargestAndNothingBeyond() {
        FixedPointPlan plan = FixedPointPlan.twoLimbs(8, 8);
        double step = Math.scalb(1.0, plan.limbBits() - plan.fractionBits());
        for (double high : new double[] {2, -2}) {
            assertEquals(plan.largestLane(1), lane(plan, (high + 0.5) * step, 1));
            assertEquals((long) high, lane(plan, (high + 0.5) * step, 0));
            assertEquals(-plan.largestLane(1), lane(plan, (high - 0.5) * step, 1));
            assertEquals((long) high, lane(plan, (high - 0.5) * step, 0));
        }
        // the next double, two units further, moves the high limb: it is as far below the next step
        double beyond = Math.nextUp(2.5 * step);
        assertEquals(3, lane(plan, beyond, 0));
        assertEquals(2 - plan.largestLane(1), lane(plan, beyond, 1));
    }

    @Test
    void noise_hasRoomBesideTheValue() {
        FixedPointPlan plan = FixedPointPlan.finest(8, 8, 8, 1, 1000);
        assertEquals((8L << plan.fractionBits()) + 1000, plan.largestLane(0));
    }

    private static long lane(FixedPointPlan plan, double value, int limb) {
        long[] lane = new long[1];
        plan.encode(new double[] {value}, 0, limb, lane, 0, 1);
        return lane[0];
    }
}
