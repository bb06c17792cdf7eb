// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.accounting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.dp.internal.accounting.EventTotals;
import io.hedgerow.dp.internal.accounting.Search;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;

/** Accounting ends over the whole range of doubles, with a bound or with a refusal, and is never no number. */
class ExtremeParametersProperties {

    /** Not a time that is asserted: what does not end is ended here. */
    private static final Duration ENDLESS = Duration.ofMinutes(2);

    private static final double LEAST = Double.MIN_VALUE;
    private static final double MOST = Double.MAX_VALUE;

    private static final List<Accountant> ACCOUNTANTS =
            List.of(new BasicAccountant(), new ZcdpAccountant(), new RenyiAccountant(), new CertifiedAccountant());

    /** Positive doubles, each exponent as likely as another, and the ends of the range. */
    @Provide
    Arbitrary<Double> positive() {
        Arbitrary<Double> any =
                Arbitraries.longs().between(1, Double.doubleToRawLongBits(MOST)).map(Double::longBitsToDouble);
        Arbitrary<Double> usual = Arbitraries.longs()
                .between(Double.doubleToRawLongBits(1e-12), Double.doubleToRawLongBits(1e3))
                .map(Double::longBitsToDouble);
        return Arbitraries.frequencyOf(
                net.jqwik.api.Tuple.of(3, any),
                net.jqwik.api.Tuple.of(3, usual),
                net.jqwik.api.Tuple.of(1, Arbitraries.of(LEAST, Double.MIN_NORMAL, 1e-300, 1e-9, 1.0, 100.0, MOST)));
    }

    @Provide
    Arbitrary<Double> delta() {
        return Arbitraries.oneOf(
                positive().map(x -> x < 1 ? x : 1 - 0x1p-53),
                Arbitraries.of(0.0, LEAST, Double.MIN_NORMAL, 1e-20, 1e-8, 0.5, 1 - 0x1p-53));
    }

    @Provide
    Arbitrary<MechanismEvent> events() {
        Arbitrary<Long> counts = Arbitraries.oneOf(
                Arbitraries.of(1L, 2L, 1000L, Long.MAX_VALUE / 8),
                Arbitraries.longs().between(1, 100));
        Arbitrary<MechanismEvent> one = Combinators.combine(
                        Arbitraries.integers().between(0, 3), positive(), counts)
                .as(ExtremeParametersProperties::event);
        return one.list().ofMinSize(1).ofMaxSize(3).map(MechanismEvent.Sequence::new);
    }

    private static MechanismEvent event(int kind, double parameter, long count) {
        return switch (kind) {
            case 0 -> new MechanismEvent.Gaussian(parameter, count);
            case 1 -> new MechanismEvent.Selection(parameter, count);
            case 2 -> new MechanismEvent.Laplace(parameter, count);
            default -> new MechanismEvent.PureDp(parameter, count);
        };
    }

    @Property(tries = 150, shrinking = ShrinkingMode.OFF)
    void epsilon_ofAnyEvent_isANumberOrInfinite(@ForAll("events") MechanismEvent event, @ForAll("delta") double delta) {
        for (Accountant accountant : ACCOUNTANTS) {
            double epsilon = ended(() -> accountant.epsilon(event, delta), accountant.id() + " of " + event);
            assertTrue(epsilon >= 0, accountant.id() + " of " + event + " at " + delta + ": " + epsilon);
        }
    }

    @Property(tries = 300, shrinking = ShrinkingMode.OFF)
    void divergence_ofAnyEvent_isANumberOrInfinite(
            @ForAll("events") MechanismEvent event, @ForAll("positive") double above) {
        double order = Math.max(Math.nextUp(1.0), 1 + Math.min(above, 1e300));
        double divergence = ended(() -> RenyiAccountant.divergence(event, order), event.toString());
        assertTrue(divergence >= 0, event + " at order " + order + ": " + divergence);
    }

    @Property(tries = 100, shrinking = ShrinkingMode.OFF)
    void mu_ofAnyBudget_meetsIt_orTheBudgetIsRefused(
            @ForAll("positive") double epsilon, @ForAll("delta") double delta) {
        PrivacyBudget budget = new PrivacyBudget(epsilon, Math.max(delta, LEAST));
        double mu = ended(() -> AnalyticGaussian.mu(budget), budget.toString());
        assertTrue(mu > 0 || Double.isNaN(mu), budget + ": " + mu);
        assertTrue(Double.isNaN(mu) || AnalyticGaussian.epsilon(mu, budget.delta()) <= epsilon, budget + ": " + mu);
    }

    @Property(tries = 25, shrinking = ShrinkingMode.OFF)
    void calibration_ofAnyPlan_meetsTheBudget_orRefusesIt(
            @ForAll("positive") double epsilon, @ForAll("delta") double delta, @ForAll("events") MechanismEvent event) {
        Calibration calibration = new Calibration(new ZcdpAccountant());
        double met = ended(
                () -> calibration
                        .calibrate(new PrivacyBudget(epsilon, delta), event)
                        .epsilon(),
                event.toString());
        assertTrue(met <= epsilon || Double.isNaN(met), event + ": " + met);
    }

    /** What comes out, NaN for a refusal. */
    private static double ended(java.util.function.DoubleSupplier computed, String what) {
        return assertTimeoutPreemptively(
                ENDLESS,
                () -> {
                    try {
                        double value = computed.getAsDouble();
                        assertTrue(value == value, what + " is no number");
                        return value;
                    } catch (IllegalArgumentException e) {
                        assertTrue(e.getMessage() != null && !(e instanceof NumberFormatException), what + ": " + e);
                        return Double.NaN;
                    }
                },
                what);
    }

    /** A search over a function with a jump anywhere, which is steep, flat, or no number beyond it. */
    @Property(tries = 500)
    void searches_ofAnyDecreasingFunction_areBounded(
            @ForAll("positive") double jump,
            @ForAll("positive") double scale,
            @ForAll("positive") double target,
            @ForAll int shape) {
        DoubleUnaryOperator f = x -> switch (Math.floorMod(shape, 4)) {
            case 0 -> x >= jump ? 0 : MOST;
            case 1 -> jump / x;
            case 2 -> x >= jump ? Double.NaN : MOST;
            default -> target + (x >= jump ? -target * 1e-15 : target * 1e-15);
        };
        List<Double> seen = new ArrayList<>();
        DoubleUnaryOperator counted = x -> {
            seen.add(x);
            assertTrue(seen.size() <= 4300, "evaluations");
            return f.applyAsDouble(x);
        };
        double plain = Search.leastBelow(counted, target, scale);
        assertTrue(plain == Double.POSITIVE_INFINITY || f.applyAsDouble(plain) <= target, "plain: " + plain);
        seen.clear();
        double smooth = Search.leastBelowSmooth(counted, target, scale);
        assertTrue(seen.size() <= 201, "evaluations: " + seen.size());
        assertTrue(smooth == Double.POSITIVE_INFINITY || f.applyAsDouble(smooth) <= target, "smooth: " + smooth);
    }

    /** The square of μ is below the least double: the root used to be sought one double after the other. */
    @Example
    void mu_whoseSquareIsNoDouble_isFoundAtOnce() {
        for (double mu : new double[] {LEAST, 1e-300, 1e-163, 1e200, MOST}) {
            EventTotals totals = EventTotals.of(new MechanismEvent.Gaussian(mu, 1));
            assertEquals(mu, assertTimeoutPreemptively(ENDLESS, totals::mu));
            assertEquals(
                    2 * mu, assertTimeoutPreemptively(ENDLESS, EventTotals.of(new MechanismEvent.Gaussian(mu, 4))::mu));
        }
        // Noise so large that nothing is left of the loss.
        assertEquals(0.0, new CertifiedAccountant().epsilon(new MechanismEvent.Gaussian(1e-300, 1), 1e-6));
    }
}
