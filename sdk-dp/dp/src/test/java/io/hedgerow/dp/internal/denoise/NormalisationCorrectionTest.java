// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.denoise;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.internal.simulation.model.ErdosRenyi;
import io.hedgerow.core.internal.simulation.model.LinearSem;
import io.hedgerow.core.internal.simulation.model.Noise;
import java.util.Random;
import org.junit.jupiter.api.Test;

class NormalisationCorrectionTest {

    @Test
    void integrate_inTwoDimensions_isTheClosedForm() {
        // E[λ₁g₁² / (λ₁g₁² + λ₂g₂²)] = √λ₁ / (√λ₁ + √λ₂), from the arc-tangent law of g₁/g₂
        for (double ratio : new double[] {1, 4, 100, 1e4}) {
            double[] lambda = {ratio, 1};
            double[] h = new double[2];
            NormalisationCorrection.integrate(lambda, h);
            double root = Math.sqrt(ratio);
            // the tail beyond e^26 falls off like 1/√t at worst, in the smallest dimension
            assertEquals(root / (root + 1), ratio * h[0], 1e-5);
        }
    }

    @Test
    void integrate_ofEqualEigenvalues_sharesTheTraceEqually() {
        double[] lambda = {3, 3, 3, 3, 3, 3, 3, 3, 3, 3};
        double[] h = new double[10];
        NormalisationCorrection.integrate(lambda, h);
        for (double share : h) {
            // E[g₁²/Σg²] = 1/d by symmetry; quadrature error
            assertEquals(0.1, 3 * share, 1e-7);
        }
    }

    @Test
    void corrected_ofManyNormalDirections_isTheirCovarianceUpToAFactor() {
        int d = 8;
        LinearSem model = LinearSem.of(new ErdosRenyi(d, d).generate(4), Noise.GAUSSIAN);
        double[] mean = new double[d * d];
        int n = 200_000;
        model.rows(n, 9).forEachRow(row -> {
            double square = 0;
            for (double x : row) {
                square += x * x;
            }
            for (int i = 0; i < d; i++) {
                for (int j = 0; j < d; j++) {
                    mean[i * d + j] += row[i] * row[j] / square / n;
                }
            }
        });
        double[] corrected = NormalisationCorrection.ofDirections(d, mean).corrected();
        double[] sigma = model.covariance();
        double factor = 0;
        double trace = 0;
        for (int j = 0; j < d; j++) {
            factor += sigma[j * (d + 1)];
            trace += corrected[j * (d + 1)];
        }
        double worst = 0;
        double uncorrected = 0;
        for (int i = 0; i < d; i++) {
            for (int j = 0; j < d; j++) {
                double scale = Math.sqrt(sigma[i * (d + 1)] * sigma[j * (d + 1)]);
                worst = Math.max(worst, Math.abs(corrected[i * d + j] * factor / trace - sigma[i * d + j]) / scale);
                uncorrected = Math.max(uncorrected, Math.abs(mean[i * d + j] * factor - sigma[i * d + j]) / scale);
            }
        }
        // a mean of 200,000 rows is off by about 0.3 % of its scale; five times that, over 36 entries
        assertTrue(worst < 0.02, "was off by " + worst);
        assertTrue(uncorrected > 0.1, "the correction must matter for this test to mean anything");
    }

    @Test
    void positiveDefinite_raisesEigenvaluesToTheShareAndLeavesOthers() {
        double[] indefinite = {1, 2, 2, 1};
        // eigenvalues 3 and −1: mean of the positive part 1.5, so −1 becomes 0.15
        assertArrayEquals(
                new double[] {1.575, 1.425, 1.425, 1.575},
                NormalisationCorrection.ofMoments(2, indefinite).positiveDefinite(0.1),
                1e-12);
    }

    @Test
    void precision_whitensTheNoiseOfTheRelease() {
        int d = 6;
        double[] identity = new double[d * d];
        for (int j = 0; j < d; j++) {
            identity[j * (d + 1)] = 1;
        }
        double[] precision = NormalisationCorrection.ofMoments(d, identity).precision(0.5, 1e12, 0);
        Random random = new Random(2);
        double sum = 0;
        int draws = 2000;
        for (int k = 0; k < draws; k++) {
            double[] noise = new double[d * d];
            for (int i = 0; i < d; i++) {
                for (int j = 0; j <= i; j++) {
                    noise[i * d + j] = 0.5 * random.nextGaussian() * (i == j ? 1 : Math.sqrt(0.5));
                    noise[j * d + i] = noise[i * d + j];
                }
            }
            double[] weighted = GramTarget.product(d, precision, noise);
            for (int i = 0; i < d; i++) {
                for (int j = 0; j < d; j++) {
                    sum += 0.5 * weighted[i * d + j] * weighted[j * d + i];
                }
            }
        }
        // ½·χ² with d(d+1)/2 = 21 degrees of freedom: mean 10.5, deviation 3.24/√2000 = 0.07; five of these
        assertEquals(10.5, sum / draws, 0.37);
    }

    @Test
    void efficiency_onTheSphere_isThatOfTheSignCovariance() {
        for (int d : new int[] {2, 5, 10, 40}) {
            double[] matrix = new double[d * d];
            for (int j = 0; j < d; j++) {
                matrix[j * (d + 1)] = 1.0 / d;
            }
            // E[g1² g2² / |g|⁴] = 1 / (d (d + 2)), and k = 1 / (d + 2)
            assertEquals(
                    d / (d + 2.0),
                    NormalisationCorrection.ofDirections(d, matrix).efficiency(),
                    1e-4);
            assertEquals(1, NormalisationCorrection.ofMoments(d, matrix).efficiency());
        }
        assertEquals(
                1, NormalisationCorrection.ofDirections(1, new double[] {1}).efficiency());
    }

    @Test
    void efficiency_isTheVarianceOfRowsWithLengthsByThatOfRowsWithout() {
        double[] lambda = {3, 1, 0.6, 0.3, 0.1};
        int d = lambda.length;
        int n = 400;
        int sets = 1500;
        Random random = new Random(6);
        double[] withLengths = new double[d * d];
        double[] without = new double[d * d];
        double claimed = 0;
        for (int set = 0; set < sets; set++) {
            double[] moments = new double[d * d];
            double[] directions = new double[d * d];
            for (int row = 0; row < n; row++) {
                double[] y = new double[d];
                double square = 0;
                for (int i = 0; i < d; i++) {
                    y[i] = Math.sqrt(lambda[i]) * random.nextGaussian();
                    square += y[i] * y[i];
                }
                for (int i = 0; i < d; i++) {
                    for (int j = 0; j < d; j++) {
                        moments[i * d + j] += y[i] * y[j] / n;
                        directions[i * d + j] += y[i] * y[j] / square / n;
                    }
                }
            }
            NormalisationCorrection correction = NormalisationCorrection.ofDirections(d, directions);
            claimed += correction.efficiency() / sets;
            double[] corrected = correction.corrected();
            for (int a = 0; a < d * d; a++) {
                without[a] += moments[a] * moments[a];
                withLengths[a] += corrected[a] * corrected[a];
            }
        }
        double ratio = 0;
        for (int i = 0; i < d; i++) {
            for (int j = 0; j < i; j++) {
                ratio += withLengths[i * d + j] / without[i * d + j] / (d * (d - 1) / 2.0);
            }
        }
        // each of ten ratios of variances is off by 2/√1500 = 5 %, their mean by 1.6 %; five of that, and 1/n
        assertEquals(1 / claimed, ratio, 0.1 * ratio);
        assertTrue(ratio > 1.3, "the lengths must say something, was " + ratio);
    }
}
