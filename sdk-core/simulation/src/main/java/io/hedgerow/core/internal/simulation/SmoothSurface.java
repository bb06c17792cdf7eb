// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.simulation;

import io.hedgerow.core.internal.random.RandomStream;

/**
 * A draw from the Gaussian process of k variables with mean 0 and covariance exp(−‖x − y‖² / 2), as a function, by
 * random Fourier features (Rahimi and Recht 2007) in pairs of cosine and sine: f(x) = Σ_m (a_m cos(ω_m·x) + b_m
 * sin(ω_m·x)) / √M, ω_m, a_m and b_m standard normal. Over draws of all of these the covariance is exact. Given ω it is
 * Σ_m cos(ω_m·r) / M, which lies around exp(−‖r‖² / 2) with standard deviation (1 − exp(−‖r‖²)) / √(2M), so at most
 * 0.032 with M = 500, and 0 at r = 0. Immutable. One value costs 500 sines and cosines.
 */
public final class SmoothSurface {

    private static final int FREQUENCIES = 500;

    private final double[][] frequencies;
    private final double[] cosines;
    private final double[] sines;

    private SmoothSurface(double[][] frequencies, double[] cosines, double[] sines) {
        this.frequencies = frequencies;
        this.cosines = cosines;
        this.sines = sines;
    }

    public static SmoothSurface draw(int variables, RandomStream random) {
        double[][] frequencies = new double[FREQUENCIES][variables];
        double[] cosines = new double[FREQUENCIES];
        double[] sines = new double[FREQUENCIES];
        double size = 1 / Math.sqrt(FREQUENCIES);
        for (int m = 0; m < FREQUENCIES; m++) {
            for (int i = 0; i < variables; i++) {
                frequencies[m][i] = random.nextGaussian();
            }
            cosines[m] = size * random.nextGaussian();
            sines[m] = size * random.nextGaussian();
        }
        return new SmoothSurface(frequencies, cosines, sines);
    }

    public double at(double[] x) {
        double sum = 0;
        for (int m = 0; m < FREQUENCIES; m++) {
            double angle = 0;
            for (int i = 0; i < x.length; i++) {
                angle += frequencies[m][i] * x[i];
            }
            sum += cosines[m] * StrictMath.cos(angle) + sines[m] * StrictMath.sin(angle);
        }
        return sum;
    }
}
