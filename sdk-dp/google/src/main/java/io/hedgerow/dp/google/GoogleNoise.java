// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.google;

import com.google.privacy.differentialprivacy.DiscreteLaplaceNoise;
import com.google.privacy.differentialprivacy.GaussianNoise;
import io.hedgerow.dp.mechanism.NoiseSource;

/**
 * Gaussian and discrete Laplace noise drawn by Google's differential-privacy library, version 4.0.0 or later, as whole
 * numbers of lattice steps. The library argues, but does not prove, that its Gaussian is close to the ideal one: a
 * rounded binomial of about 2¹¹⁴ trials, drawn with double-precision acceptance.
 *
 * <p>The library's constructors take an (ε, δ) or ρ and derive the scale. σ = sensitivity/√(2ρ), so ρ = 1/2 with the
 * sensitivity σ gives exactly σ; for the Laplace the sensitivity 1 with ε = 1/scale, rounded down, gives at least the
 * scale. Noise is added to 0 and returned; the value to protect never enters the library, whose long form does not
 * guard against overflow.
 *
 * <p>Draws from the library's own {@code SecureRandom}. Not thread-safe. About 100 000 draws per second. What was
 * tested of it: {@code docs/privacy-proofs/noise-source.md}.
 */
final class GoogleNoise implements NoiseSource {

    /** The name of this source. */
    static final String ID = "google-dp";

    private static final double HALF = 0.5;
    private static final double LARGEST_SCALE = 0x1p40;

    private final GaussianNoise gaussian = new GaussianNoise();
    private final DiscreteLaplaceNoise laplace = new DiscreteLaplaceNoise();

    /** Opens a source with the library's own generator. */
    GoogleNoise() {}

    @Override
    public String id() {
        return ID;
    }

    @Override
    public long gaussian(double sigma) {
        requireScale("sigma", sigma);
        return gaussian.addNoiseDefinedByRho(0L, sigma, HALF);
    }

    @Override
    public long laplace(double scale) {
        requireScale("scale", scale);
        return laplace.addNoise(0L, 1L, Math.nextDown(1 / scale), null);
    }

    private static void requireScale(String name, double scale) {
        if (!(scale >= 1 && scale <= LARGEST_SCALE)) {
            throw new IllegalArgumentException(name + " must be from 1 to 2^40 lattice steps, was " + scale);
        }
    }
}
