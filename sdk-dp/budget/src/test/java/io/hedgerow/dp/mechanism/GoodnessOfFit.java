// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.mechanism;

import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;
import org.apache.commons.math3.distribution.ChiSquaredDistribution;
import org.apache.commons.math3.special.Erf;

/** Two-sided p-values of how well samples fit a distribution; small means a bad fit. */
final class GoodnessOfFit {

    /**
     * A test rejects below this. Each p-value has this false-reject rate, up to the error of its normal approximation,
     * which at the sample sizes used (10⁵ and more) is far inside the margin between this and the p-values of the
     * broken variants.
     */
    static final double REJECT = 1e-9;

    private GoodnessOfFit() {}

    /** P(|N(0,1)| > |z|). */
    static double normal(double z) {
        return Erf.erfc(Math.abs(z) / Math.sqrt(2));
    }

    /** Pearson's test; cells expected fewer than 10 times are pooled into one. */
    static double chiSquare(long[] observed, double[] probabilities) {
        long total = Arrays.stream(observed).sum();
        double statistic = 0;
        double restExpected = total;
        long restObserved = total;
        int cells = 0;
        for (int i = 0; i < observed.length; i++) {
            double expected = total * probabilities[i];
            if (expected >= 10) {
                statistic += (observed[i] - expected) * (observed[i] - expected) / expected;
                restExpected -= expected;
                restObserved -= observed[i];
                cells++;
            }
        }
        if (restExpected > 1) {
            statistic += (restObserved - restExpected) * (restObserved - restExpected) / restExpected;
            cells++;
        } else if (restObserved > 30) {
            return 0;
        }
        return 1 - new ChiSquaredDistribution(null, Math.max(1, cells - 1)).cumulativeProbability(statistic);
    }

    /** Whether two histograms come from one distribution. */
    static double sameDistribution(long[] first, long[] second) {
        double n = Arrays.stream(first).sum();
        double m = Arrays.stream(second).sum();
        double statistic = 0;
        int cells = 0;
        for (int i = 0; i < first.length; i++) {
            if (first[i] + second[i] >= 20) {
                double difference = first[i] * Math.sqrt(m / n) - second[i] * Math.sqrt(n / m);
                statistic += difference * difference / (first[i] + second[i]);
                cells++;
            }
        }
        return 1 - new ChiSquaredDistribution(null, Math.max(1, cells - 1)).cumulativeProbability(statistic);
    }

    /** Kolmogorov's test against a continuous distribution function, by the limit law. */
    static double kolmogorov(double[] samples, DoubleUnaryOperator distribution) {
        double[] sorted = samples.clone();
        Arrays.sort(sorted);
        double distance = 0;
        for (int i = 0; i < sorted.length; i++) {
            double p = distribution.applyAsDouble(sorted[i]);
            distance = Math.max(distance, Math.max(p - (double) i / sorted.length, (i + 1.0) / sorted.length - p));
        }
        double x = distance * Math.sqrt(sorted.length);
        double tail = 0;
        for (int k = 1; k < 50; k++) {
            tail += 2 * (k % 2 == 1 ? 1 : -1) * Math.exp(-2.0 * k * k * x * x);
        }
        return x < 0.2 ? 1 : Math.max(0, Math.min(1, tail));
    }
}
