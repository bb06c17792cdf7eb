// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.accounting;

import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.dp.internal.accounting.DistanceCharge;
import io.hedgerow.dp.internal.accounting.EventTotals;
import io.hedgerow.dp.internal.accounting.LatticeCharge;
import io.hedgerow.dp.internal.accounting.Require;
import java.util.Map;

/**
 * Basic composition: the ε of the calls are added, whatever their kind. A valid upper bound for adaptively chosen
 * calls, and the loosest one; it is here for comparison.
 *
 * <p>δ is divided evenly among the Gaussian calls, and each is charged its exact ε (Balle and Wang 2018) at its share.
 * A selection with bounded range ε₀ is charged ε₀, a Laplace call 1/scale. Charges for noise on a lattice lower δ as in
 * {@link CertifiedAccountant}, and where δ does not cover that noise the bound is at least that of
 * {@link RenyiAccountant}. Noise that is only near the stated law lowers δ, too. Thread-safe.
 */
public final class BasicAccountant implements Accountant {

    /** Creates the accountant. */
    public BasicAccountant() {}

    @Override
    public String id() {
        return "basic";
    }

    @Override
    public double epsilon(MechanismEvent event, double delta) {
        Require.delta(delta);
        EventTotals totals = EventTotals.of(event);
        return DistanceCharge.of(totals).epsilon(delta, left -> stated(totals, left));
    }

    private static double stated(EventTotals totals, double delta) {
        double sum = totals.pureSumOfAll();
        double calls = 0;
        for (long count : totals.gaussians().values()) {
            calls += count;
        }
        if (calls == 0) {
            return sum;
        }
        LatticeCharge lattice = LatticeCharge.of(totals);
        double share = Math.nextDown(lattice.rest(delta) / calls);
        if (!(share > 0)) {
            return Double.POSITIVE_INFINITY;
        }
        for (Map.Entry<Double, Long> call : totals.gaussians().entrySet()) {
            double one = AnalyticGaussian.epsilon(call.getKey(), share);
            sum = Math.nextUp(sum + Math.nextUp(one * call.getValue()));
        }
        return lattice.covers(totals, sum, delta) ? sum : Math.max(sum, RenyiAccountant.epsilon(totals, delta));
    }
}
