// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.audit;

import java.util.Arrays;
import java.util.function.DoubleSupplier;
import org.apache.commons.math3.distribution.BetaDistribution;
import org.apache.commons.math3.distribution.NormalDistribution;

/**
 * Splits runs on two neighbouring data sets in two: on the first fifth a set of outputs is chosen, on the rest its
 * probabilities are bounded. The choice has not seen the rest, so the bounds hold at their confidence whatever was
 * chosen.
 *
 * <p>Sets are {statistic ≥ c} and {statistic ≤ c}; either data set may be P. Bounds are those of Clopper and Pearson.
 * The choice uses Wilson's, which are cheaper; it decides about power only. Immutable after construction.
 */
final class SplitSample {

    private static final int CHOOSING_SHARE = 5;

    /** The objective by which a set of outputs is chosen. */
    interface Gain {

        /** The gain from a set, by a lower bound of P(S) and an upper bound of Q(S). */
        double of(double atLeast, double atMost);
    }

    /**
     * A lower bound of P(S) and an upper bound of Q(S).
     *
     * @param p the share of the runs on P that were in S, with half a run more of either kind
     * @param q that of Q
     */
    record Rates(double atLeast, double atMost, double p, double q) {}

    /** A set of outputs, {statistic ≥ c} under one of the data sets, or {−statistic ≥ c}. */
    private record Rule(boolean leftIsP, boolean above, double threshold) {}

    private final double[] leftChoice;
    private final double[] rightChoice;
    private final double[] left;
    private final double[] right;

    SplitSample(DoubleSupplier left, DoubleSupplier right, int runs) {
        if (runs < 100) {
            throw new IllegalArgumentException("runs must be at least 100, was " + runs);
        }
        int choosing = runs / CHOOSING_SHARE;
        this.leftChoice = draw(left, choosing);
        this.rightChoice = draw(right, choosing);
        this.left = draw(left, runs - choosing);
        this.right = draw(right, runs - choosing);
    }

    private static double[] draw(DoubleSupplier statistic, int runs) {
        double[] values = new double[runs];
        Arrays.setAll(values, k -> statistic.getAsDouble());
        return values;
    }

    /** The number of runs a side from which rates are bounded. */
    int bounding() {
        return left.length;
    }

    /** The rates of the set that promises the largest gain; either bound fails with probability {@code error}. */
    Rates best(Gain gain, double error) {
        Rule rule = choose(gain, error);
        double[] p = rule.leftIsP() ? left : right;
        double[] q = rule.leftIsP() ? right : left;
        int hitsOfP = count(p, rule);
        int hitsOfQ = count(q, rule);
        double low = hitsOfP == 0
                ? 0
                : new BetaDistribution(null, hitsOfP, p.length - hitsOfP + 1.0).inverseCumulativeProbability(error);
        double high = hitsOfQ == q.length
                ? 1
                : new BetaDistribution(null, hitsOfQ + 1.0, q.length - hitsOfQ).inverseCumulativeProbability(1 - error);
        return new Rates(low, high, (hitsOfP + 0.5) / (p.length + 1), (hitsOfQ + 0.5) / (q.length + 1));
    }

    private Rule choose(Gain gain, double error) {
        double z = new NormalDistribution(null, 0, 1).inverseCumulativeProbability(1 - error);
        Rule best = new Rule(true, true, Double.NEGATIVE_INFINITY);
        double highest = Double.NEGATIVE_INFINITY;
        for (boolean above : new boolean[] {true, false}) {
            double[] a = oriented(leftChoice, above);
            double[] b = oriented(rightChoice, above);
            for (boolean leftIsP : new boolean[] {true, false}) {
                double[] p = leftIsP ? a : b;
                double[] q = leftIsP ? b : a;
                double last = Double.POSITIVE_INFINITY;
                for (int k = 0; k < p.length; k++) {
                    int atLeast = p.length - k;
                    // thresholds at values of P, each once; the sizes of large sets differ by a hundredth at least
                    if ((k > 0 && p[k] == p[k - 1]) || (atLeast > 200 && atLeast > 0.99 * last)) {
                        continue;
                    }
                    last = atLeast;
                    double found = gain.of(wilson(atLeast, p.length, -z), wilson(countAtLeast(q, p[k]), q.length, z));
                    if (found > highest) {
                        highest = found;
                        best = new Rule(leftIsP, above, p[k]);
                    }
                }
            }
        }
        return best;
    }

    /**
     * A bound from these runs alone; unlike the rates themselves it hardly favours sets that look better than they are.
     */
    private static double wilson(int hits, int runs, double z) {
        return wilson((double) hits / runs, runs, z);
    }

    static double wilson(double rate, int runs, double z) {
        double centre = rate + z * z / (2 * runs);
        double width = Math.sqrt(rate * (1 - rate) / runs + z * z / (4.0 * runs * runs));
        return Math.max(0, Math.min(1, (centre + z * width) / (1 + z * z / runs)));
    }

    private static double[] oriented(double[] values, boolean above) {
        double[] sorted = values.clone();
        if (!above) {
            Arrays.setAll(sorted, k -> -values[k]);
        }
        Arrays.sort(sorted);
        return sorted;
    }

    private static int countAtLeast(double[] sorted, double threshold) {
        int low = 0;
        int high = sorted.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (sorted[middle] < threshold) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return sorted.length - low;
    }

    private static int count(double[] values, Rule rule) {
        int hits = 0;
        for (double value : values) {
            hits += (rule.above() ? value : -value) >= rule.threshold() ? 1 : 0;
        }
        return hits;
    }
}
