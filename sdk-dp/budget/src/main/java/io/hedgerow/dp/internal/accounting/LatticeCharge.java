// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.accounting;

import java.util.Map;

/**
 * The charge for noise drawn on a lattice: pure charges so small that they are added to ε and taken from δ, and not
 * composed as if they were losses of mechanisms of their own. Adding is valid for every pure charge, whatever it is
 * for.
 *
 * <p>An accountant that takes the curve of continuous Gaussian noise owes three things to discrete noise, proved in
 * {@code docs/privacy-proofs/discrete-gaussian.md}: the charges E as they are, the curve at δ·(1 − E), and Rényi's
 * bound where the tails beyond 14σ are not small against δ.
 *
 * @param largest the largest ε of a call among these charges; 0 if there are none
 * @param sum E, rounded up
 */
public record LatticeCharge(double largest, double sum) {
    private static final double NEGLIGIBLE = 1e-6;

    /** A charge bounds the loss of every output: many of them add up, while losses of mechanisms partly cancel. */
    private static final double LARGEST_OF_A_CALL = 1e-3;

    /** The largest sum of charges: from here on less than half of δ would be left. */
    private static final double LARGEST_SUM = 0.5;

    /**
     * The bound on δ for tails: σ of 2⁴⁰ steps, the largest, needs 3·10⁻²¹·e^(E/2) ≤ 3.9·10⁻²¹; the rest covers
     * roundings.
     */
    private static final double TAILS = 4e-21;

    public static LatticeCharge of(EventTotals totals) {
        double largest = 0;
        double added = 0;
        for (Map.Entry<Double, Long> call : totals.pures().entrySet()) {
            double sum = Math.nextUp(added + Math.nextUp(call.getKey() * call.getValue()));
            if (call.getKey() > LARGEST_OF_A_CALL && sum > NEGLIGIBLE) {
                break;
            }
            largest = call.getKey();
            added = sum;
        }
        return new LatticeCharge(largest, added);
    }

    /** Whether the charges are too many to be taken from δ: only Rényi's bound is left. */
    public boolean exceedsDelta() {
        return sum >= LARGEST_SUM;
    }

    /** The δ at which everything else is evaluated: δ·(1 − E), rounded down, or δ/2 where that is more. */
    public double rest(double delta) {
        return sum == 0 ? delta : Math.nextDown(delta * Math.nextDown(1 - Math.min(sum, LARGEST_SUM)));
    }

    /** ε + E, rounded up. */
    public double addedTo(double epsilon) {
        return sum == 0 ? epsilon : Math.nextUp(epsilon + sum);
    }

    /** Whether this ε of continuous noise also holds for discrete noise: δ must cover its tails, 4·10⁻²¹·(1 + e^ε). */
    public boolean covers(EventTotals totals, double epsilon, double delta) {
        boolean discrete = sum > 0 && !totals.gaussians().isEmpty();
        return !discrete || (!exceedsDelta() && delta >= TAILS * (1 + StrictMath.exp(epsilon)));
    }
}
