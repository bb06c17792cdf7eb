// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.google;

import com.google.privacy.differentialprivacy.DiscreteLaplaceNoise;
import com.google.privacy.differentialprivacy.GaussianNoise;
import io.hedgerow.dp.mechanism.NoiseSource;
import java.security.SecureRandom;
import java.util.Arrays;

/**
 * Gaussian and discrete Laplace noise drawn by Google's differential-privacy library, version 4.0.0 or later, as whole
 * numbers of lattice steps.
 *
 * <p>Its Gaussian is a symmetric binomial of about 2¹¹² trials, cut beyond 8.6σ, drawn with acceptance in double
 * precision, and rounded to whole steps: within 2⁻⁴⁷ of the rounded continuous Gaussian in total variation at all
 * scales. Its discrete Laplace is found by a binary search of some 45 decisions in double precision: within 2⁻⁴⁴. Sums
 * of shares of several sites are not covered. {@link #law} states this, and the charge follows from it.
 *
 * <p>The library's constructors take an (ε, δ) or ρ and derive the scale. σ = sensitivity/√(2ρ), so ρ = 1/2 with the
 * sensitivity σ gives exactly σ; for the Laplace the sensitivity 1 with ε = 1/scale, rounded down, gives at least the
 * scale. Noise is added to 0 and returned; the value to protect never enters the library, whose long form does not
 * guard against overflow.
 *
 * <p>Draws from the library's own {@code SecureRandom}, which cannot be reached; {@link #refresh} replaces it. Not
 * thread-safe. About 100 000 draws per second. Proof note, and what was tested:
 * {@code docs/privacy-proofs/noise-source.md}.
 */
final class GoogleNoise implements NoiseSource {

    /** The name of this source. */
    static final String ID = "google-dp";

    /** What is proved of version 4.0.0. */
    static final NoiseSource.Law LAW = new NoiseSource.Law(0x1p-47, 0x1p-44, false);

    private static final double HALF = 0.5;
    private static final double LARGEST_SCALE = 0x1p40;
    private static final int SEED_BYTES = 48;

    private GaussianNoise gaussian;
    private DiscreteLaplaceNoise laplace;

    /** Opens a source with the library's own generator. */
    GoogleNoise() {
        this.gaussian = new GaussianNoise();
        this.laplace = new DiscreteLaplaceNoise();
    }

    @Override
    public String id() {
        return ID;
    }

    @Override
    public NoiseSource.Law law() {
        return LAW;
    }

    /**
     * Replaces the library's generators by new ones, after bytes of the operating system were mixed into what new
     * generators share. A generator with a state of its own is seeded when it is made; the native one shares a state
     * with all others of the process, and mixes these bytes into it.
     */
    @Override
    public void refresh() {
        SecureRandom mixing = new SecureRandom();
        byte[] fresh = mixing.generateSeed(SEED_BYTES);
        mixing.setSeed(fresh);
        Arrays.fill(fresh, (byte) 0);
        gaussian = new GaussianNoise();
        laplace = new DiscreteLaplaceNoise();
    }

    @Override
    public long gaussian(double sigma) {
        requireScale("sigma", sigma);
        return gaussian.addNoiseDefinedByRho(0L, sigma, HALF);
    }

    @Override
    public long laplace(double scale) {
        requireScale("scale", scale);
        // the form that takes no δ at all is deprecated; 0.0 selects the other
        return laplace.addNoise(0L, 1L, Math.nextDown(1 / scale), 0.0);
    }

    private static void requireScale(String name, double scale) {
        if (!(scale >= 1 && scale <= LARGEST_SCALE)) {
            throw new IllegalArgumentException(name + " must be from 1 to 2^40 lattice steps, was " + scale);
        }
    }
}
