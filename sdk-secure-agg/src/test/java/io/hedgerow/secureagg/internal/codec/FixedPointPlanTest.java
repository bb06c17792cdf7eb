// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.codec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.secureagg.internal.codec.FixedPointPlan.RangeExceededException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FixedPointPlanTest {

    @ParameterizedTest
    @CsvSource({"8, 3, 1, 48", "100, 3, 1, 45", "1000, 3, 1, 42", "100, 20, 1, 28", "100, 40, 1, 8", "100, 40, 2, 56"})
    void finest_hasTheFractionBitsOfTheTable(int sites, int log2Bound, int limbs, int fractionBits) {
        double bound = Math.scalb(1.0, log2Bound);
        FixedPointPlan plan = limbs == 1
                ? FixedPointPlan.finest(sites, bound, FixedPointPlan.GUARD_BITS, 1, 0)
                : FixedPointPlan.twoLimbs(sites, bound);
        assertEquals(fractionBits, plan.fractionBits());
    }

    /** Adversarial values: subnormals, bounds, halves of a step, the edges of 53 bits. */
    @Provide
    Arbitrary<Double> adversarial() {
        Arbitrary<Double> anyBits =
                Arbitraries.longs().map(Double::longBitsToDouble).filter(x -> Math.abs(x) <= 8);
        Arbitrary<Double> halves =
                Arbitraries.longs().between(-1L << 50, 1L << 50).map(k -> Math.scalb(k + 0.5, -47));
        Arbitrary<Double> special = Arbitraries.of(
                0.0,
                -0.0,
                8.0,
                -8.0,
                Double.MIN_VALUE,
                -Double.MIN_VALUE,
                Double.MIN_NORMAL,
                0x1p-49,
                0x1.8p-48,
                -0x1.8p-48,
                Math.nextDown(8.0),
                1 + 0x1p-52,
                0x1.fffffffffffffp2);
        Arbitrary<Double> plain = Arbitraries.doubles().between(-8, 8).ofScale(15);
        return Arbitraries.oneOf(anyBits, halves.filter(x -> Math.abs(x) <= 8), special, plain);
    }

    @Property
    void encode_isTheNearestStepWithTiesToEven(@ForAll("adversarial") double x) {
        FixedPointPlan plan = FixedPointPlan.finest(8, 8, FixedPointPlan.GUARD_BITS, 1, 0);
        BigDecimal steps = new BigDecimal(x).multiply(new BigDecimal(BigInteger.TWO.pow(plan.fractionBits())));
        assertEquals(steps.setScale(0, RoundingMode.HALF_EVEN).longValueExact(), lane(plan, x, 0));
    }

    /** k·2^−(f+1) for rounding each of k values, half a unit in the last place of the result for writing it. */
    @Property
    void decodedSum_isWithinTheErrorBound(
            @ForAll("adversarial") double x,
            @ForAll("adversarial") double y,
            @ForAll("adversarial") double z,
            @ForAll @IntRange(min = 1, max = 2) int limbs) {
        FixedPointPlan plan = limbs == 1
                ? FixedPointPlan.finest(8, 8, FixedPointPlan.GUARD_BITS, 1, 0)
                : FixedPointPlan.twoLimbs(8, 8);
        double[] values = {x, y, z};
        long high = 0;
        long low = 0;
        BigDecimal exact = BigDecimal.ZERO;
        for (double value : values) {
            high += lane(plan, value, 0);
            low += limbs == 2 ? lane(plan, value, 1) : 0;
            exact = exact.add(new BigDecimal(value));
        }
        double decoded = plan.decode(high, low);
        BigDecimal error = new BigDecimal(decoded).subtract(exact).abs();
        double bound = Math.nextUp(Math.scalb(3.0, -plan.fractionBits() - 1) + Math.ulp(decoded) / 2);
        assertTrue(error.compareTo(new BigDecimal(bound)) <= 0);
    }

    @Property
    void twoLimbs_joinToTheNearestStep(@ForAll("adversarial") double x, @ForAll @IntRange(min = 1, max = 2000) int n) {
        FixedPointPlan plan = FixedPointPlan.twoLimbs(n, 0x1p40);
        double value = Math.scalb(x, 37);
        BigInteger joined = BigInteger.valueOf(lane(plan, value, 0))
                .shiftLeft(plan.limbBits())
                .add(BigInteger.valueOf(lane(plan, value, 1)));
        BigDecimal steps = new BigDecimal(value).multiply(new BigDecimal(BigInteger.TWO.pow(plan.fractionBits())));
        assertEquals(steps.setScale(0, RoundingMode.HALF_EVEN).toBigIntegerExact(), joined);
        assertTrue(Math.abs(lane(plan, value, 0)) <= plan.largestLane(0));
        assertTrue(Math.abs(lane(plan, value, 1)) <= plan.largestLane(1));
    }

    @Property
    void finest_leavesTheGuardBitsAndNoFinerPlanWould(
            @ForAll @IntRange(min = 1, max = 5000) int n,
            @ForAll @IntRange(min = -60, max = 60) int log2Bound,
            @ForAll @IntRange(min = 1, max = 12) int guard,
            @ForAll @IntRange(min = 1, max = 2) int limbs,
            @ForAll @IntRange(min = 0, max = 1 << 20) int noise) {
        double bound = Math.scalb(1.3, log2Bound);
        int tail = limbs == 1 ? noise : 0;
        FixedPointPlan plan = FixedPointPlan.finest(n, bound, guard, limbs, tail);
        BigInteger most = BigInteger.ONE.shiftLeft(63 - guard);
        for (int limb = 0; limb < limbs; limb++) {
            BigInteger sum = BigInteger.valueOf(plan.largestLane(limb)).multiply(BigInteger.valueOf(n));
            assertTrue(sum.compareTo(most) < 0);
        }
        assertThrows(
                IllegalArgumentException.class,
                () -> new FixedPointPlan(n, bound, plan.fractionBits() + 1, guard, limbs, tail));
    }

    @ParameterizedTest
    @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 1e300})
    void encode_refusesWhatIsNoNumberInRange(double value) {
        assertThrows(
                RangeExceededException.class,
                () -> lane(FixedPointPlan.finest(8, 8, FixedPointPlan.GUARD_BITS, 1, 0), value, 0));
        assertThrows(RangeExceededException.class, () -> lane(FixedPointPlan.twoLimbs(8, 8), value, 1));
    }

    @Test
    void encode_takesTheBoundAndNothingAbove() {
        FixedPointPlan plan = FixedPointPlan.finest(100, 8, FixedPointPlan.GUARD_BITS, 1, 0);
        assertEquals(plan.largestLane(0), lane(plan, 8, 0));
        assertEquals(-plan.largestLane(0), lane(plan, -8, 0));
        RangeExceededException refused =
                assertThrows(RangeExceededException.class, () -> lane(plan, Math.nextUp(8.0), 0));
        assertEquals(8, refused.bound());
    }

    @ParameterizedTest
    @CsvSource({"0, 8, 8", "8, NaN, 8", "8, 0, 8", "8, -1, 8", "8, Infinity, 8", "8, 8, 0", "8, 8, 33"})
    void plan_refusesWhatHasNoMeaning(int sites, double bound, int guardBits) {
        assertThrows(IllegalArgumentException.class, () -> FixedPointPlan.finest(sites, bound, guardBits, 1, 0));
    }

    @Test
    void plan_refusesNoiseThatFillsTheLane() {
        assertThrows(IllegalArgumentException.class, () -> FixedPointPlan.finest(8, 8, 8, 1, 1L << 60));
        assertThrows(IllegalArgumentException.class, () -> FixedPointPlan.finest(8, 8, 8, 2, 1));
        assertThrows(IllegalArgumentException.class, () -> FixedPointPlan.finest(8, 8, 8, 1, -1));
    }

    private static long lane(FixedPointPlan plan, double value, int limb) {
        long[] lane = new long[1];
        plan.encode(new double[] {value}, 0, limb, lane, 0, 1);
        return lane[0];
    }
}
