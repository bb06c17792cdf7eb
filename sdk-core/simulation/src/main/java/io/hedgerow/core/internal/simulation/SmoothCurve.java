// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.simulation;

import io.hedgerow.core.internal.random.RandomStream;

/**
 * A draw from the Gaussian process on a line with mean 0 and covariance exp(−r² / 2), as a function: rows need not be
 * known beforehand, nor a matrix of all pairs of them be factored. f(x) = Σ_k s_k (a_k cos(k δ x) + b_k sin(k δ x)),
 * a_k and b_k standard normal, s_k² = δ φ(kδ), twice that for k &gt; 0, φ the standard normal density: the spectral
 * density by the trapezoidal rule. By Poisson's summation formula the covariance of f is Σ_m exp(−(r + 2π m / δ)² / 2),
 * less the frequencies left out, which are 10⁻¹⁰ of the variance: exact but that it repeats after 2π / δ = 200.
 * Immutable. One value costs a sine, a cosine and 207 rotations.
 */
public final class SmoothCurve {

    private static final double PERIOD = 200;
    private static final double STEP = 2 * Math.PI / PERIOD;
    private static final double HIGHEST = 6.5;
    private static final int FREQUENCIES = (int) (HIGHEST / STEP) + 1;

    private final double[] cosines;
    private final double[] sines;

    private SmoothCurve(double[] cosines, double[] sines) {
        this.cosines = cosines;
        this.sines = sines;
    }

    public static SmoothCurve draw(RandomStream random) {
        double[] cosines = new double[FREQUENCIES];
        double[] sines = new double[FREQUENCIES];
        for (int k = 0; k < FREQUENCIES; k++) {
            double frequency = k * STEP;
            double density = StrictMath.exp(-frequency * frequency / 2) / Math.sqrt(2 * Math.PI);
            double size = Math.sqrt((k == 0 ? 1 : 2) * STEP * density);
            cosines[k] = size * random.nextGaussian();
            sines[k] = size * random.nextGaussian();
        }
        return new SmoothCurve(cosines, sines);
    }

    public double at(double x) {
        double cosine = StrictMath.cos(STEP * x);
        double sine = StrictMath.sin(STEP * x);
        double c = 1;
        double s = 0;
        double sum = 0;
        for (int k = 0; k < cosines.length; k++) {
            sum += cosines[k] * c + sines[k] * s;
            double next = c * cosine - s * sine;
            s = s * cosine + c * sine;
            c = next;
        }
        return sum;
    }
}
