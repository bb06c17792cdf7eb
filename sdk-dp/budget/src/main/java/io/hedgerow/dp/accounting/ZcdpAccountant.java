// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.accounting;

import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.dp.internal.accounting.DistanceCharge;
import io.hedgerow.dp.internal.accounting.EventTotals;
import io.hedgerow.dp.internal.accounting.RenyiConversion;
import io.hedgerow.dp.internal.accounting.RenyiCurve;
import io.hedgerow.dp.internal.accounting.Require;
import java.math.BigDecimal;
import java.util.Map;

/**
 * Zero-concentrated differential privacy (Bun and Steinke 2016): one number ρ per call, added up and converted at the
 * best order. An upper bound also for adaptively chosen calls.
 *
 * <p>Per call: Gaussian {@code μ²/2}; selection {@code ε₀²/8} (Cesar and Rogers 2021, lemma 3.2); pure ε-differential
 * privacy {@code ε²/2}, and Laplace as pure with ε = 1/scale. The conversion is that of Canonne, Kamath and Steinke
 * 2020, proposition 12, minimised over the order. Noise that is only near the stated law is not zero-concentrated at
 * any ρ, and gets no bound. Thread-safe.
 */
public final class ZcdpAccountant implements Accountant {

    /** Creates the accountant. */
    public ZcdpAccountant() {}

    @Override
    public String id() {
        return "zcdp";
    }

    @Override
    public double epsilon(MechanismEvent event, double delta) {
        Require.delta(delta);
        EventTotals totals = EventTotals.of(event);
        if (!totals.distances().isEmpty()) {
            return Double.POSITIVE_INFINITY;
        }
        double rho = rho(totals);
        return rho == Double.POSITIVE_INFINITY ? rho : epsilonOf(rho, delta);
    }

    /**
     * Returns the total ρ of an event.
     *
     * @param event the calls
     * @return ρ, rounded up; infinite when it is beyond the range of doubles
     * @throws IllegalArgumentException when a part of the event has no guarantee, or noise that is only near its law
     */
    public static double rho(MechanismEvent event) {
        EventTotals totals = EventTotals.of(event);
        DistanceCharge.requireNone(totals);
        return rho(totals);
    }

    /**
     * Returns ρ as if all noise had the law that it states, for comparisons with papers: no bound where the noise is
     * only near that law.
     *
     * @param event the calls
     * @return ρ, rounded up; infinite when it is beyond the range of doubles
     * @throws IllegalArgumentException when a part of the event has no guarantee
     */
    public static double statedRho(MechanismEvent event) {
        return rho(EventTotals.of(event));
    }

    /** ρ of the stated noise, whatever law it is drawn from. */
    static double rho(EventTotals totals) {
        BigDecimal eighths = squares(totals.gaussians(), 4)
                .add(squares(totals.selections(), 1))
                .add(squares(totals.pures(), 4));
        for (Map.Entry<Double, Long> call : totals.laplaces().entrySet()) {
            double epsilon = Math.nextUp(1 / call.getKey());
            if (epsilon == Double.POSITIVE_INFINITY) {
                return epsilon;
            }
            eighths = eighths.add(squares(Map.of(epsilon, call.getValue()), 4));
        }
        return EventTotals.roundUp(eighths.divide(BigDecimal.valueOf(8)));
    }

    /**
     * {@return the least ε that ρ-zCDP implies at δ, over all orders: ε, rounded up; infinite when δ is 0}
     *
     * @param rho ρ; finite and &gt; 0
     * @param delta δ; at least 0 and &lt; 1
     * @throws IllegalArgumentException when an argument is out of range
     */
    public static double epsilonOf(double rho, double delta) {
        Require.positive("rho", rho);
        Require.delta(delta);
        return RenyiConversion.epsilon(RenyiCurve.concentrated(rho), delta);
    }

    /**
     * {@return the closed formula {@code ε = ρ + 2·√(ρ·ln(1/δ))} (Bun and Steinke 2016, proposition 1.3), which many
     * papers use: ε, rounded up; infinite when δ is 0} Looser than {@link #epsilonOf}; for comparisons.
     *
     * @param rho ρ; finite and &gt; 0
     * @param delta δ; at least 0 and &lt; 1
     * @throws IllegalArgumentException when an argument is out of range
     */
    public static double standardEpsilon(double rho, double delta) {
        Require.positive("rho", rho);
        Require.delta(delta);
        if (delta == 0) {
            return Double.POSITIVE_INFINITY;
        }
        return (rho + 2 * Math.sqrt(rho * -StrictMath.log(delta))) * (1 + 1e-14);
    }

    /**
     * Returns the ρ that the closed formula of {@link #standardEpsilon} allows: {@code ρ = (√(ln(1/δ) + ε) −
     * √ln(1/δ))²}.
     *
     * @param budget the bound; its δ must be &gt; 0
     * @return ρ, rounded down
     * @throws IllegalArgumentException when δ is 0
     */
    public static double standardRho(PrivacyBudget budget) {
        if (!(budget.delta() > 0)) {
            throw new IllegalArgumentException("delta must be > 0 for concentrated privacy, was " + budget.delta());
        }
        double l = -StrictMath.log(budget.delta());
        double root = budget.epsilon() / (Math.sqrt(l + budget.epsilon()) + Math.sqrt(l));
        return root * root * (1 - 1e-14);
    }

    private static BigDecimal squares(Map<Double, Long> calls, int factor) {
        return EventTotals.exact(calls, 2).multiply(BigDecimal.valueOf(factor));
    }
}
