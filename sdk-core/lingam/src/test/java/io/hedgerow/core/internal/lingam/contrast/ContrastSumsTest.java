// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.lingam.contrast;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.internal.lingam.DrawnSites;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

class ContrastSumsTest {

    private static double even(double u) {
        return Math.log(Math.cosh(u));
    }

    private static double odd(double u) {
        return u * Math.exp(-u * u / 2);
    }

    /** E f(ν), by the trapezoid rule, which for a density like this is exact to rounding at steps of 1/64. */
    private static double gaussian(DoubleUnaryOperator f) {
        double sum = 0;
        for (int k = -640; k <= 640; k++) {
            double u = k / 64.0;
            sum += f.applyAsDouble(u) * Math.exp(-u * u / 2) / 64;
        }
        return sum / Math.sqrt(2 * Math.PI);
    }

    @Test
    void gammaIsTheGaussianMeanOfLogCosh() {
        assertEquals(gaussian(ContrastSumsTest::even), ContrastSums.GAMMA, 1e-12);
    }

    /**
     * Standardising takes out of a function its regressions on u and on u² − 1, whose variances are 1 and 2; what is
     * left of log cosh u, which is even, and of u exp(−u² / 2), which is odd, has variance 1 / (2 k).
     */
    @Test
    void weightsAreHalfTheInverseVariancesAfterStandardising() {
        double onSquare = gaussian(u -> even(u) * (u * u - 1));
        double even = gaussian(u -> Math.pow(even(u) - ContrastSums.GAMMA, 2)) - onSquare * onSquare / 2;
        double onSelf = gaussian(u -> odd(u) * u);
        double odd = gaussian(u -> Math.pow(odd(u), 2)) - onSelf * onSelf;
        assertEquals(1 / (2 * even), ContrastSums.K1, 1e-9);
        assertEquals(1 / (2 * odd), ContrastSums.K2, 1e-9);
    }

    /**
     * P(n J > t) = e⁻ᵗ of Gaussian rows: of 4000 sets 4000 e⁻² = 541 are above 2, give or take 22; the band is 5 of it.
     */
    @Test
    void negentropyOfGaussianRowsIsExponential() {
        Random random = new Random(5);
        int above = 0;
        int rows = 400;
        for (int set = 0; set < 4000; set++) {
            double[] x =
                    random.doubles(rows).map(ignored -> random.nextGaussian()).toArray();
            above += rows * negentropy(standardised(x)) > 2 ? 1 : 0;
        }
        assertEquals(541, above, 5 * 22);
    }

    @Test
    void sumsOfManyRowsAreThoseOfTheFormulas_andAddUp() {
        Random random = new Random(6);
        double[] u = random.doubles(1500, -3, 3).toArray();
        u[7] = 800; // cosh u overflows
        double even = 0;
        double odd = 0;
        for (double value : u) {
            even += Math.abs(value) > 700 ? Math.abs(value) - Math.log(2) : even(value);
            odd += odd(value);
        }
        double expected = ContrastSums.K1 * Math.pow(even / 1500 - ContrastSums.GAMMA, 2)
                + ContrastSums.K2 * Math.pow(odd / 1500, 2);
        assertEquals(expected, negentropy(u), 1e-10 * expected);
        ContrastSums parts = sums(u, 0, 700).plus(sums(u, 700, 1500));
        assertEquals(expected, parts.negentropy(0), 1e-10 * expected);
    }

    @Test
    void noiseThatIsNotGaussianIsFarFromIt() {
        Random random = new Random(7);
        double[] x = random.doubles(2000)
                .map(ignored -> DrawnSites.LAPLACE.applyAsDouble(random))
                .toArray();
        assertTrue(2000 * negentropy(standardised(x)) > 30);
    }

    private static double negentropy(double[] u) {
        return sums(u, 0, u.length).negentropy(0);
    }

    private static ContrastSums sums(double[] u, int from, int to) {
        SiteContrasts.RowSums sums = new SiteContrasts.RowSums(1);
        for (int r = from; r < to; r++) {
            sums.add(0, u[r]);
            sums.endRow();
        }
        return sums.total(to - from);
    }

    private static double[] standardised(double[] x) {
        double mean = 0;
        double square = 0;
        for (double value : x) {
            mean += value / x.length;
            square += value * value / x.length;
        }
        double[] u = new double[x.length];
        for (int r = 0; r < u.length; r++) {
            u[r] = (x[r] - mean) / Math.sqrt(square - mean * mean);
        }
        return u;
    }
}
