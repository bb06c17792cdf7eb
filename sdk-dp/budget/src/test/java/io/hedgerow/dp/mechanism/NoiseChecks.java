// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.mechanism;

import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;
import java.util.function.LongSupplier;
import org.apache.commons.math3.special.Erf;
import org.apache.commons.math3.special.Gamma;

/** The smallest p-value over several views of one sample: symmetry, moments and the whole distribution function. */
final class NoiseChecks {

    /**
     * A Gaussian scale off by 2 % shifts the second moment by 4 %, which is 20 standard errors (√(2/N) = 0.2 %); a
     * Laplace scale off by 3 % shifts the first absolute moment by 21 of its own (1/√N); one sign with probability 0.51
     * is 14 standard errors away. Rejection at 1e−9 needs 6.1: each is missed with probability below 1e−14.
     */
    static final int SAMPLES = 500_000;

    private static final int SHAPE_SAMPLES = 50_000;

    private NoiseChecks() {}

    static double gaussian(LongSupplier noise, double sigma) {
        double[] x = draw(noise, sigma);
        double p = Math.min(moments(x, Math.sqrt(2 / Math.PI), 1 - 2 / Math.PI, 1, 2), signs(x));
        return Math.min(p, GoodnessOfFit.kolmogorov(shape(x), v -> 0.5 * Erf.erfc(-v / Math.sqrt(2))));
    }

    static double laplace(LongSupplier noise, double scale) {
        double[] x = draw(noise, scale);
        double p = Math.min(moments(x, 1, 1, 2, 20), signs(x));
        return Math.min(p, GoodnessOfFit.kolmogorov(shape(x), v -> v < 0 ? 0.5 * Math.exp(v) : 1 - 0.5 * Math.exp(-v)));
    }

    /** The distribution function is costly, so it is compared on a part. */
    private static double[] shape(double[] x) {
        return Arrays.copyOf(x, SHAPE_SAMPLES);
    }

    private static double[] draw(LongSupplier noise, double scale) {
        double[] x = new double[SAMPLES];
        for (int i = 0; i < x.length; i++) {
            x[i] = noise.getAsLong() / scale;
        }
        return x;
    }

    private static double moments(
            double[] x, double meanOfAbs, double varianceOfAbs, double second, double varianceOfSecond) {
        double sum = 0;
        double abs = 0;
        double square = 0;
        for (double v : x) {
            sum += v;
            abs += Math.abs(v);
            square += v * v;
        }
        double root = Math.sqrt(x.length);
        double p = GoodnessOfFit.normal(sum / x.length * root / Math.sqrt(second));
        p = Math.min(p, GoodnessOfFit.normal((abs / x.length - meanOfAbs) * root / Math.sqrt(varianceOfAbs)));
        return Math.min(p, GoodnessOfFit.normal((square / x.length - second) * root / Math.sqrt(varianceOfSecond)));
    }

    /** Distances in scales beyond which draws are counted: of a Gaussian up to 5, of the Laplace as rare ones. */
    private static final double[] GAUSSIAN_TAILS = {3, 3.5, 4, 4.5, 5};

    private static final double[] LAPLACE_TAILS = {6, 8, 10, 12, 14};
    /**
     * A count is tested where as many are expected: none at all is then less likely than {@link GoodnessOfFit#REJECT}.
     */
    private static final double LEAST_EXPECTED = 22;

    /**
     * The smallest p-value over the counts beyond each distance, on each side and on both. A tail that is cut off is
     * seen as far out as 22 draws are expected: at 5σ with 40 million draws, at 4.5σ with 4 million.
     */
    static double gaussianTails(LongSupplier noise, double sigma, long draws) {
        return tails(noise, sigma, draws, GAUSSIAN_TAILS, t -> Erf.erfc(t / Math.sqrt(2)));
    }

    static double laplaceTails(LongSupplier noise, double scale, long draws) {
        return tails(noise, scale, draws, LAPLACE_TAILS, t -> Math.exp(-t));
    }

    private static double tails(
            LongSupplier noise, double scale, long draws, double[] distances, DoubleUnaryOperator beyond) {
        long[] above = new long[distances.length];
        long[] below = new long[distances.length];
        for (long i = 0; i < draws; i++) {
            double x = noise.getAsLong() / scale;
            for (int t = 0; t < distances.length && Math.abs(x) > distances[t]; t++) {
                (x > 0 ? above : below)[t]++;
            }
        }
        double p = 1;
        for (int t = 0; t < distances.length; t++) {
            double expected = draws * beyond.applyAsDouble(distances[t]);
            p = Math.min(p, count(above[t] + below[t], expected));
            p = Math.min(p, Math.min(count(above[t], expected / 2), count(below[t], expected / 2)));
        }
        return p;
    }

    /**
     * Twice the smaller tail of Poisson's law; twice the upper one where too few are expected to see that some lack.
     */
    private static double count(long seen, double expected) {
        double atLeast = seen == 0 ? 1 : Gamma.regularizedGammaP((double) seen, expected, 1e-15, Integer.MAX_VALUE);
        double atMost =
                expected < LEAST_EXPECTED ? 1 : Gamma.regularizedGammaQ(seen + 1.0, expected, 1e-15, Integer.MAX_VALUE);
        return Math.min(1, 2 * Math.min(atMost, atLeast));
    }

    private static double signs(double[] x) {
        double difference = 0;
        double used = 0;
        for (double v : x) {
            difference += Math.signum(v);
            used += Math.abs(Math.signum(v));
        }
        return GoodnessOfFit.normal(difference / Math.sqrt(used));
    }
}
