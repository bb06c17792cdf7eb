// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.accounting;

import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.dp.internal.accounting.DistanceCharge;
import io.hedgerow.dp.internal.accounting.EventTotals;
import io.hedgerow.dp.internal.accounting.LatticeCharge;
import io.hedgerow.dp.internal.accounting.Require;
import io.hedgerow.dp.internal.accounting.Search;
import io.hedgerow.dp.internal.accounting.loss.LossDistribution;
import io.hedgerow.dp.internal.accounting.loss.SelectionRuns;

/**
 * Uses the smallest ε of the accountants of this package, an upper bound for every plan whose calls and parameters were
 * fixed before the first one. What is selected or released may depend on all earlier outputs; how many calls there are
 * and with how much noise may not. For that there is {@link RdpFilter}.
 *
 * <p>The least of up to three valid bounds: the composition of privacy losses below; the bound of
 * {@link RenyiAccountant}; without Gaussian calls the sum of the pure parameters.
 *
 * <p>Symbols: f(x) is the best δ at ε = x for everything that happens later. A selection of bounded range ε₀ maps f to
 * {@code (S f)(x) = max over t of p_t·f(x − t) + (1 − p_t)·f(x − t + ε₀)}, the recursion of adaptive composition that
 * goes back to Dong, Durfee and Rogers 2020 (arXiv 1909.13830). Any other call maps f to {@code E f(x − l)}, l the loss
 * of its dominating pair (Zhu, Dong and Wang 2022, arXiv 2106.08567). Since S is a maximum of such maps, it may be
 * applied before them: selections are computed first, apart from everything else, the order of the calls does not
 * matter to the bound, and all Gaussian calls count as one of {@code μ = √Σμᵢ²}, which is integrated exactly.
 *
 * <p>Pure charges of at most 1e-3 a call, or that together stay below 1e-6, are added to ε, and δ is lowered by the
 * same share: so may corrections for discrete noise be charged, which are no mechanisms of their own
 * (docs/privacy-proofs/discrete-gaussian.md). Where δ is below 4e-21·(1 + e^ε), Gaussian calls with such corrections
 * cost the Rényi bound. It is also returned where δ is below 1e-20, a parameter above 100 or below 1e-9 or the number
 * of calls above 1e9, except for Gaussian calls alone. Noise that is only near the stated law takes (1 + e^ε)·T of δ, T
 * its distance in total variation. The proofs are in docs/privacy-proofs/accounting.md and noise-source.md.
 *
 * <p>Thread-safe; keeps the selections computed last. At most some tenths of a second for selections of one range,
 * however many.
 */
public final class CertifiedAccountant implements Accountant {
    /** The least δ for which the tails that were cut off, 1e-30 in all, are negligible. */
    private static final double LEAST_DELTA = 1e-20;

    /** Beyond this range the recursion gains nothing and e^ε₀ nears the end of the number range. */
    private static final double LARGEST_RANGE = 100;

    /** Below this range the recursion loses its digits, and losses so small compose like their Rényi curves. */
    private static final double LEAST_RANGE = 1e-9;

    /** Rounding errors grow with the number of calls. */
    private static final double MOST_CALLS = 1e9;

    private final SelectionRuns.Cache cache = new SelectionRuns.Cache();

    /** Creates an accountant with an empty cache. */
    public CertifiedAccountant() {}

    @Override
    public String id() {
        return "certified";
    }

    @Override
    public double epsilon(MechanismEvent event, double delta) {
        Require.delta(delta);
        EventTotals totals = EventTotals.of(event);
        return DistanceCharge.of(totals).epsilon(delta, left -> stated(totals, left));
    }

    private double stated(EventTotals totals, double delta) {
        double renyi = RenyiAccountant.epsilon(totals, delta);
        if (delta == 0 || renyi == 0 || renyi == Double.POSITIVE_INFINITY) {
            return renyi;
        }
        LatticeCharge lattice = LatticeCharge.of(totals);
        if (lattice.exceedsDelta()) {
            return renyi;
        }
        double composed = composed(totals, lattice.largest(), lattice.rest(delta), renyi);
        return lattice.covers(totals, composed, delta) ? Math.min(renyi, lattice.addedTo(composed)) : renyi;
    }

    private double composed(EventTotals totals, double negligible, double delta, double start) {
        double mu = totals.mu();
        boolean gaussianOnly = totals.selections().isEmpty()
                && totals.laplaces().isEmpty()
                && totals.pures().tailMap(negligible, false).isEmpty();
        if (gaussianOnly) {
            return mu == 0 ? 0 : AnalyticGaussian.epsilon(mu, delta);
        }
        if (delta < LEAST_DELTA
                || totals.largestLoss() > LARGEST_RANGE
                || totals.leastLoss(negligible) < LEAST_RANGE
                || totals.otherCalls() > MOST_CALLS) {
            return Double.POSITIVE_INFINITY;
        }
        LossDistribution law = LossPlan.law(totals, negligible, delta, cache);
        // The points of the lattice are themselves rounded.
        return Search.leastBelowSmooth(x -> law.delta(mu, x), delta, start) * (1 + 1e-14);
    }
}
