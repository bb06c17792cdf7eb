package io.hedgerow.dp.accounting;

import io.hedgerow.core.privacy.MechanismEvent;
import java.util.Map;

/**
 * Rényi differential privacy with the tight curve of every call, added up and converted at the best order. An upper bound also
 * for adaptively chosen calls; the order is continuous, no grid is involved.
 *
 * <p>Curves: Gaussian {@code αμ²/2}; selection, Laplace and pure differential privacy by their closed forms. The conversion
 * is that of Canonne, Kamath and Steinke 2020, proposition 12. Without Gaussian calls the sum of the pure parameters, which is
 * the order ∞, is a candidate as well; it is the only one at δ = 0. Thread-safe.
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
        return epsilon(EventTotals.of(event), delta);
    }

    static double epsilon(EventTotals totals, double delta) {
        double pure = totals.gaussians().isEmpty() ? totals.pureSumOfAll() : Double.POSITIVE_INFINITY;
        return Math.min(pure, RenyiConversion.epsilon(curve(totals), delta));
    }

    /** The curve of everything in the event. */
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
