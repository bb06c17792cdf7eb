package io.hedgerow.dp.accounting;

import io.hedgerow.core.privacy.MechanismEvent;
import java.util.Map;

/**
 * The smallest ε of this package, for a plan whose calls and parameters are fixed in advance.
 *
 * <p>Thread-safe.
 */
public final class CertifiedAccountant implements Accountant {
    /** Pure charges that together stay below this are added to ε as they are. */
    private static final double NEGLIGIBLE = 1e-6;

    private static final double ROUNDING = 1 + 1e-9;

    /** Creates the accountant. */
    public CertifiedAccountant() {}

    @Override
    public String id() {
        return "certified";
    }

    @Override
    public double epsilon(MechanismEvent event, double delta) {
        Require.delta(delta);
        EventTotals totals = EventTotals.of(event);
        double renyi = RenyiAccountant.epsilon(totals, delta);
        if (delta == 0) {
            return renyi;
        }
        double pure = totals.pureSum();
        boolean negligible = pure < NEGLIGIBLE;
        if (!totals.laplaces().isEmpty()
                || !(pure == 0 || negligible)
                || totals.selections().size() > 1) {
            return renyi;
        }
        double mu = totals.mu();
        if (totals.selections().isEmpty()) {
            return mu == 0 ? Math.min(renyi, pure) : Math.min(renyi, AnalyticGaussian.epsilon(mu, delta) + pure);
        }
        Map.Entry<Double, Long> selection =
                totals.selections().entrySet().iterator().next();
        LossDistribution curve = SelectionCurve.of(selection.getKey(), selection.getValue(), 8);
        double epsilon = Search.leastBelow(x -> ROUNDING * curve.delta(mu, x), delta, renyi);
        return Math.min(renyi, Math.nextUp(epsilon + pure));
    }
}
