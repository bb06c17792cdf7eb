// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.mechanism;

import java.util.Arrays;
import java.util.function.LongSupplier;
import org.apache.commons.math3.special.Erf;

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
