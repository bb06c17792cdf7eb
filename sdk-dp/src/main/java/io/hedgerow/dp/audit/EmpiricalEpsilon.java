package io.hedgerow.dp.audit;

import java.util.Arrays;
import java.util.function.DoubleSupplier;
import org.apache.commons.math3.distribution.BetaDistribution;

/**
 * A lower bound on ε from runs on two neighbouring data sets, with a confidence level: if a mechanism is (ε, δ)-differentially
 * private, the bound is above ε with probability at most 1 − confidence. So a bound above a claim refutes the claim; a bound
 * below it proves nothing.
 *
 * <p>Method: for every set S of outputs P(S) ≤ e^ε Q(S) + δ, so ε ≥ ln((P(S) − δ) / Q(S)). Here S is {statistic ≥ c} or
 * {statistic ≤ c}, and either data set may be P. The set is chosen on the first half of the runs; P(S) and Q(S) are then
 * bounded on the second half, which the choice has not seen, by Clopper and Pearson's intervals at half the error each
 * (Jagielski, Ullman and Oprea 2020; Nasr et al. 2021).
 *
 * <p>Power: with N runs a side and a true ε, the set is found when its probabilities are well above 1/N: bounds of more than
 * ln N − 2 or so are out of reach whatever the mechanism does.
 *
 * <p>Symbols: c threshold, P and Q the two distributions of the statistic. Stateless.
 */
public final class EmpiricalEpsilon {

    private EmpiricalEpsilon() {}

    /**
     * A lower bound.
     *
     * @param epsilon the bound; at least 0
     * @param runs on each data set
     * @param confidence that ε is not smaller
     */
    public record LowerBound(double epsilon, int runs, double confidence) {

        /**
         * Whether a claim is refuted.
         *
         * @param claimedEpsilon ε as claimed
         * @return true when the bound is above it
         */
        public boolean refutes(double claimedEpsilon) {
            return epsilon > claimedEpsilon;
        }
    }

    /** {statistic ≥ c} under one of the data sets, or {−statistic ≥ c}. */
    private record Rule(boolean leftIsP, boolean above, double threshold) {}

    /**
     * Measures.
     *
     * @param left one run on one data set; gives a number computed from the output only
     * @param right one run on its neighbour; the same number
     * @param runs on each data set; at least 100
     * @param delta δ of the claim; at least 0 and &lt; 1
     * @param confidence of the bound; above 0.5 and &lt; 1
     * @return the bound
     */
    public static LowerBound measure(
            DoubleSupplier left, DoubleSupplier right, int runs, double delta, double confidence) {
        if (runs < 100) {
            throw new IllegalArgumentException("runs must be at least 100, was " + runs);
        }
        if (!(delta >= 0 && delta < 1)) {
            throw new IllegalArgumentException("delta must be at least 0 and < 1, was " + delta);
        }
        if (!(confidence > 0.5 && confidence < 1)) {
            throw new IllegalArgumentException("confidence must be above 0.5 and < 1, was " + confidence);
        }
        int half = runs / 2;
        double error = (1 - confidence) / 2;
        Rule rule = choose(draw(left, half), draw(right, half), delta, error);
        double[] p = draw(rule.leftIsP() ? left : right, runs - half);
        double[] q = draw(rule.leftIsP() ? right : left, runs - half);
        return new LowerBound(
                Math.max(0, bound(count(p, rule), count(q, rule), runs - half, delta, error)), runs, confidence);
    }

    private static double[] draw(DoubleSupplier statistic, int runs) {
        double[] values = new double[runs];
        Arrays.setAll(values, k -> statistic.getAsDouble());
        return values;
    }

    /** The rule with the best bound on these runs, which is optimistic and therefore not the result. */
    private static Rule choose(double[] left, double[] right, double delta, double error) {
        Rule best = new Rule(true, true, Double.NEGATIVE_INFINITY);
        double highest = Double.NEGATIVE_INFINITY;
        for (boolean above : new boolean[] {true, false}) {
            double[] a = oriented(left, above);
            double[] b = oriented(right, above);
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
                    double found = bound(atLeast, countAtLeast(q, p[k]), p.length, delta, error);
                    if (found > highest) {
                        highest = found;
                        best = new Rule(leftIsP, above, p[k]);
                    }
                }
            }
        }
        return best;
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

    private static double bound(int hitsOfP, int hitsOfQ, int runs, double delta, double error) {
        double low = hitsOfP == 0
                ? 0
                : new BetaDistribution(null, hitsOfP, runs - hitsOfP + 1.0).inverseCumulativeProbability(error);
        double high = hitsOfQ == runs
                ? 1
                : new BetaDistribution(null, hitsOfQ + 1.0, runs - hitsOfQ).inverseCumulativeProbability(1 - error);
        return low <= delta ? Double.NEGATIVE_INFINITY : Math.log((low - delta) / high);
    }
}
