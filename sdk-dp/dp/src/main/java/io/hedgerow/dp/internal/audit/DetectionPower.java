// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.audit;

import java.util.function.DoublePredicate;
import org.apache.commons.math3.distribution.BetaDistribution;
import org.apache.commons.math3.distribution.NormalDistribution;

/**
 * The smallest fault that an audit detects: the smallest factor by which the cost of a mechanism, μ or ε, must be
 * larger than it was in these runs, so that the audit would have refuted the claim with probability 0.9. It is of the
 * pair of data and of the statistic that were tried, and says nothing of what they do not show.
 *
 * <p>The statistic is taken to be normal with the separation that was seen, or to tell at the odds that were seen where
 * δ is 0. A factor k multiplies the separation, or the log of the odds, as noise that is smaller by k does. So many
 * hits of S as are exceeded with probability 0.95 under P, and as few as with 0.05 under Q, must then give a bound
 * above the claim. What was seen is itself lowered by its error at the same probability, so that a separation that is
 * large by chance promises no power that is not there. Stateless.
 */
final class DetectionPower {

    private static final NormalDistribution NORMAL = new NormalDistribution(null, 0, 1);
    /** The quantile of a normal number that each of two counts exceeds with probability 0.95. */
    private static final double UNLUCKY = 1.645;

    private static final double LARGEST = 1000;
    private static final double STEP = 1.02;

    private DetectionPower() {}

    /** The smallest factor of at least 1 that is seen; infinite where none up to a thousand is. */
    static double smallest(DoublePredicate seen) {
        for (double factor = 1; factor < LARGEST; factor *= STEP) {
            if (seen.test(factor)) {
                return factor;
            }
        }
        return Double.POSITIVE_INFINITY;
    }

    /**
     * The factor for a bound on μ of so many runs a side, each bound failing with probability {@code error}, with the
     * rates of a set under P and under Q.
     */
    static double ofMu(double seenP, double seenQ, double claimed, int runs, double error) {
        double p = inside(seenP, runs);
        double q = inside(seenQ, runs);
        double surely = NORMAL.inverseCumulativeProbability(p)
                - NORMAL.inverseCumulativeProbability(q)
                - UNLUCKY * Math.sqrt(quantileVariance(p, runs) + quantileVariance(q, runs));
        return smallest(factor -> {
            double mu = factor * surely;
            double bound = 0;
            // sets from the middle of both distributions to the tail of one
            for (double away = 0; away <= mu / 2; away += mu / 8) {
                double hit = NORMAL.cumulativeProbability(mu / 2 - away);
                double miss = NORMAL.cumulativeProbability(-mu / 2 - away);
                bound = Math.max(bound, quantile(low(hit, runs, error)) - quantile(high(miss, runs, error)));
            }
            return bound > claimed;
        });
    }

    /** The variance of the normal quantile of a rate that was seen in so many runs, by the delta method. */
    private static double quantileVariance(double rate, int runs) {
        double density = NORMAL.density(NORMAL.inverseCumulativeProbability(rate));
        return rate * (1 - rate) / (runs * density * density);
    }

    /** A rate of no hit, or of hits alone, is half a hit away from that. */
    private static double inside(double rate, int runs) {
        return Math.max(0.5 / runs, Math.min(1 - 0.5 / runs, rate));
    }

    /** The same for a bound on ε at δ = 0, with the rates of a set under P and under Q. */
    static double ofEpsilon(double seenP, double seenQ, double claimed, int runs, double error) {
        double p = inside(seenP, runs);
        double q = inside(seenQ, runs);
        double odds = Math.log(p / (1 - p));
        double other = Math.log(q / (1 - q));
        double middle = (odds + other) / 2;
        double variance = 1 / (runs * p * (1 - p)) + 1 / (runs * q * (1 - q));
        double half = (odds - other - UNLUCKY * Math.sqrt(variance)) / 2;
        return smallest(factor -> {
            double more = 1 / (1 + Math.exp(-middle - factor * half));
            double less = 1 / (1 + Math.exp(-middle + factor * half));
            return Math.log(low(more, runs, error) / high(less, runs, error)) > claimed;
        });
    }

    private static double quantile(double probability) {
        return probability <= 0 || probability >= 1
                ? (probability <= 0 ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY)
                : NORMAL.inverseCumulativeProbability(probability);
    }

    /** Clopper and Pearson's lower bound of a rate, where chance was against it. */
    private static double low(double rate, int runs, double error) {
        double hits = Math.floor(runs * rate - UNLUCKY * Math.sqrt(runs * rate * (1 - rate)));
        return hits < 1 ? 0 : new BetaDistribution(null, hits, runs - hits + 1.0).inverseCumulativeProbability(error);
    }

    private static double high(double rate, int runs, double error) {
        double hits = Math.ceil(runs * rate + UNLUCKY * Math.sqrt(runs * rate * (1 - rate)));
        return hits >= runs
                ? 1
                : new BetaDistribution(null, hits + 1.0, runs - hits).inverseCumulativeProbability(1 - error);
    }
}
