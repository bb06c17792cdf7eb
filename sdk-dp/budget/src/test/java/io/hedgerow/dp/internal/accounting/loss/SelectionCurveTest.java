// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.accounting.loss;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.dp.accounting.AnalyticGaussian;
import io.hedgerow.dp.internal.accounting.NormalTail;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SelectionCurveTest {

    @ParameterizedTest
    @ValueSource(doubles = {0.01, 0.5, 2, 8})
    void oneSelection_isTheClosedForm(double range) {
        int cells = 64;
        double[] f = new SelectionCurve(range, cells, 1).advanceTo(1).values();
        for (int i = 0; i <= cells; i++) {
            double x = i * range / cells;
            // H(x) = (1 − e^((x − ε₀)/2))² / (1 − e^(−ε₀))
            double root = -Math.expm1((x - range) / 2);
            assertEquals(root * root / -Math.expm1(-range), f[i], 1e-15, "at " + x);
        }
        assertEquals(cells, f.length - 1, "nothing beyond the range");
    }

    /** Independent values, from a dense search over t; they are rounded to the digits shown. */
    @ParameterizedTest
    @CsvSource({
        "2, 0, 0.1550797637",
        "2, 32, 0.0699083354",
        "2, 64, 0.0233699849",
        "2, 96, 0.00330160068",
        "3, 0, 0.1855680",
        "3, 32, 0.0979915",
        "3, 64, 0.0413639",
        "3, 96, 0.0140616",
    })
    void fewSelections_areNeverBelowAndCloseTo(long count, int point, double expected) {
        double value = new SelectionCurve(0.5, 64, count).advanceTo(count).values()[point];
        assertTrue(value >= expected - 5e-8, value + " < " + expected);
        assertEquals(expected, value, 1e-3 * expected);
    }

    @ParameterizedTest
    @CsvSource({"3, 0.5", "3, 3", "12, 0.2"})
    void adaptiveStrategies_neverExceedTheCurve(int count, double range) {
        int cells = 32;
        double[] f = new SelectionCurve(range, cells, count).advanceTo(count).values();
        Random random = new Random(7);
        for (int trial = 0; trial < 2000; trial++) {
            double bias = random.nextDouble();
            long seed = random.nextLong();
            int point = random.nextInt(count * cells);
            double x = point * range / cells;
            double attained = play(count, range, x, bias, new Random(seed));
            assertTrue(attained <= (point < f.length ? f[point] : 0) + 1e-14, "at " + x);
        }
    }

    /** What a strategy attains that picks every t at random around a bias, afresh in every branch. */
    private static double play(int left, double range, double x, double bias, Random random) {
        if (left == 0) {
            return Math.max(0, -Math.expm1(x));
        }
        if (x > left * range) {
            return 0;
        }
        double t = range * Math.min(1, Math.max(0, bias + 0.3 * random.nextGaussian()));
        double p = Math.expm1(t - range) / Math.expm1(-range);
        // Twelve steps branch 4096 ways; three quarters of them end early.
        return p * play(left - 1, range, x - t, bias, random)
                + (1 - p) * play(left - 1, range, x - t + range, bias, random);
    }

    @Test
    void moreCells_neverLoosenTheBoundByMoreThanRounding() {
        double[] coarse = new SelectionCurve(0.3, 8, 50).advanceTo(50).values();
        double[] fine = new SelectionCurve(0.3, 64, 50).advanceTo(50).values();
        for (int i = 0; i < coarse.length - 1; i++) {
            double better = 8 * i < fine.length ? fine[8 * i] : 0;
            assertTrue(better <= coarse[i] * (1 + 1e-9) + 1e-29, "point " + i);
        }
    }

    @Test
    void curve_isDecreasingAndConvexInTheExponential() {
        double range = 0.2;
        int cells = 32;
        double[] f = new SelectionCurve(range, cells, 200).advanceTo(200).values();
        double before = Double.NEGATIVE_INFINITY;
        for (int i = 0; i + 1 < f.length; i++) {
            double gap = Math.exp(i * range / cells) * Math.expm1(range / cells);
            double slope = (f[i + 1] - f[i]) / gap;
            assertTrue(slope <= 0, "falls");
            // Differences of values near 1 carry a rounding error of 1e-16 over the gap of 6e-3.
            assertTrue(slope >= before - 1e-12, "convex at " + i);
            before = slope;
        }
    }

    /**
     * Zero-concentrated privacy of the same ρ as a Gaussian does not make a selection Gaussian: one of ε₀ = 1 before
     * one Gaussian call of μ = ½ costs 2.96 % more at ε = 0 than a Gaussian of μ = √2·½ does.
     */
    @Test
    void aSelection_isNotAGaussianOfTheSameConcentration() {
        double mu = 0.5;
        double best = 0;
        for (int k = 0; k <= 1000; k++) {
            double t = k / 1000.0;
            double p = Math.expm1(t - 1) / Math.expm1(-1);
            double value = p * NormalTail.upperDelta(mu, -t) + (1 - p) * NormalTail.upperDelta(mu, 1 - t);
            best = Math.max(best, value);
        }
        double shortcut = AnalyticGaussian.delta(Math.sqrt(2) * mu, 0);
        assertEquals(1.0296, best / shortcut, 1e-4);
        LossDistribution law = new SelectionCurve(1, 256, 1).advanceTo(1).law();
        assertTrue(law.delta(mu, 0) >= best, "the certificate covers it");
    }

    @Test
    void law_ofTheCurve_hasThatCurve() {
        SelectionCurve curve = new SelectionCurve(0.4, 32, 30).advanceTo(30);
        double[] f = curve.values();
        LossDistribution law = curve.law();
        for (int i = 0; i < f.length; i += 7) {
            // The law is rounded up by 1e-13 a step, and its sum by 1e-12.
            assertEquals(f[i], law.delta(0, i * law.step()), 1e-10 * f[i] + 2e-30);
        }
        double all = law.infinite();
        for (double mass : law.mass()) {
            all += mass;
        }
        assertEquals(1, all, 1e-10);
    }
}
