// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.accounting;

import io.hedgerow.core.internal.text.BudgetRange;
import io.hedgerow.dp.internal.accounting.NormalTail;
import io.hedgerow.dp.internal.accounting.Require;
import io.hedgerow.dp.internal.accounting.Search;

/**
 * The exact (ε, δ) of Gaussian noise, rounded toward more ε, more δ and more noise.
 *
 * <p>Symbols: μ is the sensitivity over the standard deviation. Several calls cost as much as one of {@code μ = √Σμᵢ²}.
 *
 * <p>{@code δ(ε) = Φ(μ/2 − ε/μ) − e^ε·Φ(−μ/2 − ε/μ)}, Balle and Wang 2018 (arXiv 1805.06530), theorem 8. Evaluated as
 * {@code φ(z)·[m(z) − m(z + μ)]} with {@code z = ε/μ − μ/2} and Mills' ratio m: the factor e^ε cancels, and δ keeps its
 * relative accuracy however small it is.
 *
 * <p>Thread-safe: no state. About a hundred evaluations of erfcx for an inverse.
 */
public final class AnalyticGaussian {
    private AnalyticGaussian() {}

    /**
     * {@return the smallest δ for which Gaussian noise is (ε, δ)-differentially private: δ, rounded up; at most 1}
     *
     * @param mu sensitivity over standard deviation; finite and &gt; 0
     * @param epsilon ε; finite and at least 0
     * @throws IllegalArgumentException when an argument is out of range
     */
    public static double delta(double mu, double epsilon) {
        Require.positive("mu", mu);
        Require.atLeastZero("epsilon", epsilon);
        return NormalTail.upperDelta(mu, epsilon);
    }

    /**
     * {@return the smallest ε for which Gaussian noise is (ε, δ)-differentially private: ε, rounded up; infinite when δ
     * is 0}
     *
     * @param mu sensitivity over standard deviation; finite and &gt; 0
     * @param delta δ; at least 0 and &lt; 1
     * @throws IllegalArgumentException when an argument is out of range
     */
    public static double epsilon(double mu, double delta) {
        Require.positive("mu", mu);
        Require.delta(delta);
        return delta == 0 ? Double.POSITIVE_INFINITY : Search.leastBelow(x -> NormalTail.upperDelta(mu, x), delta, mu);
    }

    /**
     * {@return the largest μ, and so the least noise, that stays within a budget: μ, rounded down: {@code epsilon(μ, δ)
     * ≤ ε}}
     *
     * @param budget the bound; its δ must be &gt; 0
     * @throws IllegalArgumentException when δ is 0: no Gaussian noise is ε-differentially private; or when ε is so
     *     small that μ is below the least double
     */
    public static double mu(PrivacyBudget budget) {
        if (!(budget.delta() > 0)) {
            throw new IllegalArgumentException("delta must be > 0 for Gaussian noise, was " + budget.delta());
        }
        double low = 0;
        double high = 1;
        while (NormalTail.upperDelta(high, budget.epsilon()) <= budget.delta()) {
            low = high;
            high *= 2;
        }
        if (low == 0) {
            low = 1;
            while (low > 0 && !(NormalTail.upperDelta(low, budget.epsilon()) <= budget.delta())) {
                high = low;
                low /= 2;
            }
        }
        while (high - low > 1e-15 * high) {
            double middle = 0.5 * (low + high);
            if (!(middle > low && middle < high)) {
                break;
            }
            if (NormalTail.upperDelta(middle, budget.epsilon()) <= budget.delta()) {
                low = middle;
            } else {
                high = middle;
            }
        }
        // Twice as much less each time, and at least one double: it ends also where a factor changes nothing.
        for (double less = 1e-15; low > 0 && !(epsilon(low, budget.delta()) <= budget.epsilon()); less *= 2) {
            low = Math.max(0, Math.min(low * (1 - less), Math.nextDown(low)));
        }
        if (!(low > 0)) {
            throw BudgetRange.tooSmall("epsilon was " + budget.epsilon() + " at delta " + budget.delta()
                    + ", and no Gaussian noise is large enough");
        }
        return low;
    }
}
