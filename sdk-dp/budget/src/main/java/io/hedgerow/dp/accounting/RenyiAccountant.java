// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.accounting;

import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.dp.internal.accounting.DistanceCharge;
import io.hedgerow.dp.internal.accounting.EventTotals;
import io.hedgerow.dp.internal.accounting.RenyiConversion;
import io.hedgerow.dp.internal.accounting.RenyiCurve;
import io.hedgerow.dp.internal.accounting.Require;
import java.util.Map;

/**
 * Rényi differential privacy with the tight curve of every call, added up and converted at the best order. An upper
 * bound also for adaptively chosen calls; the order is continuous, no grid is involved.
 *
 * <p>Curves: Gaussian {@code αμ²/2}; selection, Laplace and pure differential privacy by their closed forms. The
 * conversion is that of Canonne, Kamath and Steinke 2020, proposition 12. Without Gaussian calls the sum of the pure
 * parameters, which is the order ∞, is a candidate as well; it is the only one at δ = 0. Noise that is only near the
 * stated law has no divergence; its ε is that of the stated one at a lower δ. Thread-safe.
 */
public final class RenyiAccountant implements Accountant {

    /** Creates the accountant. */
    public RenyiAccountant() {}

    @Override
    public String id() {
        return "rdp";
    }

    @Override
    public double epsilon(MechanismEvent event, double delta) {
        Require.delta(delta);
        EventTotals totals = EventTotals.of(event);
        return DistanceCharge.of(totals).epsilon(delta, left -> epsilon(totals, left));
    }

    /**
     * Returns the Rényi divergence of an event at one order, the quantity that adds up over adaptively chosen events.
     *
     * @param event the calls
     * @param order α; finite and &gt; 1
     * @return an upper bound of the divergence of order α between the outputs on adjacent data sets, rounded up
     * @throws IllegalArgumentException when the order is out of range, or a part of the event has no guarantee or noise
     *     that is only near its law
     */
    public static double divergence(MechanismEvent event, double order) {
        if (!(order > 1) || order == Double.POSITIVE_INFINITY) {
            throw new IllegalArgumentException("order must be finite and > 1, was " + order);
        }
        EventTotals totals = EventTotals.of(event);
        DistanceCharge.requireNone(totals);
        double value = curve(totals).at(order) * (1 + RenyiConversion.CURVE_ERROR);
        return totals.gaussians().isEmpty() ? Math.min(value, totals.pureSumOfAll()) : value;
    }

    /** The bound of the stated noise, whatever law it is drawn from. */
    static double epsilon(EventTotals totals, double delta) {
        double pure = totals.gaussians().isEmpty() ? totals.pureSumOfAll() : Double.POSITIVE_INFINITY;
        return Math.min(pure, RenyiConversion.epsilon(curve(totals), delta));
    }

    static RenyiCurve curve(EventTotals totals) {
        RenyiCurve curve = totals.gaussians().isEmpty() ? RenyiCurve.ZERO : RenyiCurve.gaussian(totals.muSquared());
        for (Map.Entry<Double, Long> call : totals.selections().entrySet()) {
            curve = curve.plus(RenyiCurve.boundedRange(call.getKey()).times(call.getValue()));
        }
        for (Map.Entry<Double, Long> call : totals.laplaces().entrySet()) {
            curve = curve.plus(RenyiCurve.laplace(call.getKey()).times(call.getValue()));
        }
        for (Map.Entry<Double, Long> call : totals.pures().entrySet()) {
            curve = curve.plus(RenyiCurve.pure(call.getKey()).times(call.getValue()));
        }
        return curve;
    }
}
