// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.accounting;

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
    /** Relative error of z from its three roundings, and of each Mills' ratio, both generous. */
    private static final double SLACK = 2e-15;

    private AnalyticGaussian() {}

    /**
     * The smallest δ for which Gaussian noise is (ε, δ)-differentially private.
     *
     * @param mu sensitivity over standard deviation; finite and &gt; 0
     * @param epsilon ε; finite and at least 0
     * @return δ, rounded up; at most 1
     * @throws IllegalArgumentException when an argument is out of range
     */
    public static double delta(double mu, double epsilon) {
        Require.positive("mu", mu);
        Require.atLeastZero("epsilon", epsilon);
        return upperDelta(mu, epsilon);
    }

    /**
     * The smallest ε for which Gaussian noise is (ε, δ)-differentially private.
     *
     * @param mu sensitivity over standard deviation; finite and &gt; 0
     * @param delta δ; at least 0 and &lt; 1
     * @return ε, rounded up; infinite when δ is 0
     * @throws IllegalArgumentException when an argument is out of range
     */
    public static double epsilon(double mu, double delta) {
        Require.positive("mu", mu);
        Require.delta(delta);
        return delta == 0 ? Double.POSITIVE_INFINITY : Search.leastBelow(x -> upperDelta(mu, x), delta, mu);
    }

    /**
     * The largest μ, that is the least noise, that stays within a budget.
     *
     * @param budget the bound; its δ must be &gt; 0
     * @return μ, rounded down: {@code epsilon(μ, δ) ≤ ε}
     * @throws IllegalArgumentException when δ is 0: no Gaussian noise is ε-differentially private; or when ε is so
     *     small that μ is below the least double
     */
    public static double mu(PrivacyBudget budget) {
        if (!(budget.delta() > 0)) {
            throw new IllegalArgumentException("delta must be > 0 for Gaussian noise, was " + budget.delta());
        }
        double low = 0;
        double high = 1;
        while (upperDelta(high, budget.epsilon()) <= budget.delta()) {
            low = high;
            high *= 2;
        }
        if (low == 0) {
            low = 1;
            while (low > 0 && !(upperDelta(low, budget.epsilon()) <= budget.delta())) {
                high = low;
                low /= 2;
            }
        }
        while (high - low > 1e-15 * high) {
            double middle = 0.5 * (low + high);
            if (!(middle > low && middle < high)) {
                break;
            }
            if (upperDelta(middle, budget.epsilon()) <= budget.delta()) {
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
            throw new IllegalArgumentException("a budget must allow a mu that is a double, epsilon " + budget.epsilon()
                    + " at delta " + budget.delta() + " does not");
        }
        return low;
    }

    /** δ at any real ε, rounded up; also the curve that other losses are mixed with, hence ε may be negative. */
    static double upperDelta(double mu, double epsilon) {
        double ratio = epsilon / mu;
        double z = ratio - 0.5 * mu - SLACK * (Math.abs(ratio) + 0.5 * mu);
        if (z < -5) {
            // Mills' ratio grows like e^(z²/2) here; both terms are plain probabilities instead.
            double second = ratio + 0.5 * mu;
            double subtracted = second > 38 ? 0 : StrictMath.exp(epsilon + NormalTail.logCdf(-second));
            return Math.min(1, NormalTail.above(z) - subtracted * (1 - 1e-13) + 1e-16);
        }
        double mills = NormalTail.mills(z);
        double difference = mills - NormalTail.mills(z + mu) + SLACK * mills;
        return Math.min(1, NormalTail.density(z) * difference);
    }
}
