// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.audit;

import java.util.function.DoublePredicate;
import java.util.function.DoubleUnaryOperator;
import org.apache.commons.math3.distribution.BinomialDistribution;
import org.apache.commons.math3.distribution.NormalDistribution;

/**
 * Lower bounds on the cost of a mechanism from the guesses of a single run, in which fair coins chose one of two rows
 * for each of m canaries. With one coin turned the data are neighbours, so the bounds are on the cost under the very
 * relation by which the two rows differ.
 *
 * <p>The output names r canaries and guesses their coins, v of them rightly; it may leave out all others. r is fixed
 * before the run.
 *
 * <ol>
 *   <li>(ε, δ): if the mechanism has this cost, P(right guesses ≥ v) ≤ P(B ≥ v) + 2mδα, with B binomial of r tries at
 *       e^ε / (1 + e^ε) each and α = max over i = 1 … v of P(v &gt; B ≥ v − i) / i. Steinke, Nasr and Jagielski (2023),
 *       Theorem 5.2; the largest ε that makes this less than the error is a lower bound.
 *   <li>A whole trade-off curve: let h(y) be the least probability that a neighbour's output is in a set of probability
 *       y. With p_j the probability of exactly j right guesses, A_c = Σ_{j ≥ c} j p_j / m and B_c = Σ_{j ≥ c} (r − j)
 *       p_j / m, turning the coin of a canary at random makes a right guess a wrong one, so B_{c−1} ≥ h(A_c) for every
 *       c. From a probability of at least τ of v and more follows a least p for v − 1, then v − 2, …; if these come to
 *       more than 1, the probability is less than τ (Mahloujifar, Melis and Chaudhuri 2025, arXiv 2410.22235, their
 *       recursion over the number of right guesses).
 * </ol>
 *
 * <p>Proofs: {@code docs/privacy-proofs/audits.md}. Stateless. The second costs O(v) evaluations of h.
 */
final class OneRunBound {

    private static final NormalDistribution NORMAL = new NormalDistribution(null, 0, 1);
    private static final int FINE = 30;
    private static final int ROUGH = 8;
    private static final double ROUNDING = 1e-9;

    private OneRunBound() {}

    /** The probability of v right guesses or more of r, at most, if the cost is (ε, δ); m canaries. */
    static double probability(int canaries, int guesses, int right, double epsilon, double delta) {
        requireCounts(canaries, guesses, right);
        BinomialDistribution b = new BinomialDistribution(null, guesses, 1 / (1 + Math.exp(-epsilon)));
        double tail = right == 0 ? 1 : 1 - b.cumulativeProbability(right - 1);
        double slope = 0;
        double below = 0;
        for (int i = 1; i <= right && delta > 0; i++) {
            below += b.probability(right - i);
            slope = Math.max(slope, below / i);
        }
        return Math.min(1, tail + 2 * canaries * delta * slope);
    }

    /** The largest ε, rounded down, at which so many right guesses have a probability below the error; 0 if none. */
    static double epsilon(int canaries, int guesses, int right, double delta, double error) {
        return largest(epsilon -> probability(canaries, guesses, right, epsilon, delta) < error, FINE);
    }

    /** Nearly the same, sooner. */
    static double roughEpsilon(int canaries, int guesses, int right, double delta, double error) {
        return largest(epsilon -> probability(canaries, guesses, right, epsilon, delta) < error, ROUGH);
    }

    /** Whether the probability of v right guesses or more is certainly below the error, by the curve h. */
    static boolean isBelow(int canaries, int guesses, int right, double error, DoubleUnaryOperator h) {
        requireCounts(canaries, guesses, right);
        double m = canaries;
        double a = right * error / m;
        double b = (guesses - right) * error / m;
        for (int c = right; c >= 1; c--) {
            double needed = h.applyAsDouble(Math.min(1, a));
            if (needed > b) {
                // of c − 1 right guesses: the least probability that makes as many wrong ones as needed
                a += (needed - b) * (c - 1) / (guesses - c + 1);
                b = needed;
            }
            if (a + b > guesses / m * (1 + ROUNDING)) {
                return true;
            }
        }
        return false;
    }

    /** The largest μ, rounded down, whose Gaussian noise is too much for so many right guesses; 0 if none. */
    static double mu(int canaries, int guesses, int right, double error) {
        return largest(mu -> isBelow(canaries, guesses, right, error, y -> gaussian(mu, y)), FINE);
    }

    /** Nearly the same, sooner. */
    static double roughMu(int canaries, int guesses, int right, double error) {
        return largest(mu -> isBelow(canaries, guesses, right, error, y -> gaussian(mu, y)), ROUGH);
    }

    /** h of Gaussian noise: Φ(Φ⁻¹(y) − μ). */
    private static double gaussian(double mu, double y) {
        return y <= 0 ? 0 : NORMAL.cumulativeProbability(NORMAL.inverseCumulativeProbability(y) - mu);
    }

    private static double largest(DoublePredicate refuted, int halvings) {
        if (!refuted.test(0)) {
            return 0;
        }
        double low = 0;
        double high = 1;
        while (high < 64 && refuted.test(high)) {
            low = high;
            high *= 2;
        }
        for (int k = 0; k < halvings && high < 64; k++) {
            double middle = 0.5 * (low + high);
            if (refuted.test(middle)) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private static void requireCounts(int canaries, int guesses, int right) {
        if (!(0 <= right && right <= guesses && 1 <= guesses && guesses <= canaries)) {
            throw new IllegalArgumentException("guesses must be from 1 to the number of canaries and right ones among"
                    + " them, were " + guesses + " of " + canaries + " with " + right + " right");
        }
    }
}
