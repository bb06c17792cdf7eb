// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.mechanism;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.DoubleFunction;

/**
 * Draws exact discrete Gaussian and discrete Laplace noise: P(k) ∝ e^(−k²/2σ²) and P(k) ∝ e^(−|k|/s) for exactly the
 * double σ or s that was given, with no rounding of any probability. A release of integer sensitivity Δ with the
 * Gaussian satisfies Δ²/2σ² of zero-concentrated differential privacy (Canonne, Kamath and Steinke 2020, Theorem 4),
 * with the Laplace Δ/s of pure differential privacy.
 *
 * <p>The distribution is that of Canonne, Kamath and Steinke; the sampler is {@link BlockSampler}, a rejection from
 * steps. The time of a draw depends on whether candidates were rejected, hence weakly on the noise; draw before the
 * data is touched where that matters.
 *
 * <p>Not thread-safe: one instance per thread. Tables for the last {@value #TABLES} scales of each kind are kept (about
 * 3 KiB each). Proof notes: {@code docs/privacy-proofs/noise-source.md}, {@code discrete-gaussian.md} and
 * {@code discrete-laplace.md} beside it.
 */
public final class DiscreteNoise implements NoiseSource {

    /** The name of this source. */
    public static final String ID = "discrete";

    private static final double LARGEST_SCALE = 0x1p40;
    private static final int TABLES = 1024;

    private final SecureBits bits;
    private final Tables gaussians = new Tables(GaussianDecay::new);
    private final Tables laplaces = new Tables(LaplaceDecay::new);

    /** Caches the most recently used sampling tables. */
    private static final class Tables extends LinkedHashMap<Double, BlockSampler> {
        private final DoubleFunction<BlockSampler.Decay> kind;
        private double lastScale = 1;
        private BlockSampler last;

        Tables(DoubleFunction<BlockSampler.Decay> kind) {
            super(16, 0.75f, true);
            this.kind = kind;
            this.last = new BlockSampler(kind.apply(1), 1, BlockSampler.PRODUCTION_BITS);
        }

        BlockSampler at(String name, double scale) {
            if (lastScale != scale) {
                requireScale(name, scale);
                last = computeIfAbsent(scale, s -> new BlockSampler(kind.apply(s), s, BlockSampler.PRODUCTION_BITS));
                lastScale = scale;
            }
            return last;
        }

        @Override
        protected boolean removeEldestEntry(Map.Entry<Double, BlockSampler> eldest) {
            return size() > TABLES;
        }
    }

    /** k²/2σ². */
    record GaussianDecay(double sigma) implements BlockSampler.Decay {
        @Override
        public double approximate(double x) {
            double share = x / sigma;
            return StrictMath.exp(-0.5 * share * share);
        }

        @Override
        public BigInteger numerator(BigInteger x) {
            return x.multiply(x).shiftLeft(2 * FRACTION_BITS - 1);
        }

        @Override
        public BigInteger denominator() {
            return fixed(sigma).pow(2);
        }
    }

    /** |k|/s. */
    record LaplaceDecay(double scale) implements BlockSampler.Decay {
        @Override
        public double approximate(double x) {
            return StrictMath.exp(-x / scale);
        }

        @Override
        public BigInteger numerator(BigInteger x) {
            return x.shiftLeft(FRACTION_BITS);
        }

        @Override
        public BigInteger denominator() {
            return fixed(scale);
        }
    }

    private static final int FRACTION_BITS = 52;

    /** Returns a double of at least 1 as a whole number of 2⁻⁵². */
    private static BigInteger fixed(double scale) {
        return new BigDecimal(scale)
                .multiply(new BigDecimal(BigInteger.ONE.shiftLeft(FRACTION_BITS)))
                .toBigIntegerExact();
    }

    DiscreteNoise(SecureBits bits) {
        this.bits = bits;
    }

    /**
     * Opens a source of noise from a fresh keystream.
     *
     * @return a new instance, for one thread
     * @throws IllegalStateException when the platform offers no strong generator
     */
    public static DiscreteNoise secure() {
        return new DiscreteNoise(new SecureBits());
    }

    @Override
    public String id() {
        return ID;
    }

    @Override
    public NoiseSource.Law law() {
        return NoiseSource.Law.EXACT;
    }

    @Override
    public void refresh() {
        bits.refresh();
    }

    @Override
    public long gaussian(double sigma) {
        return gaussians.at("sigma", sigma).draw(bits);
    }

    @Override
    public long laplace(double scale) {
        return laplaces.at("scale", scale).draw(bits);
    }

    private static void requireScale(String name, double scale) {
        if (!(scale >= 1 && scale <= LARGEST_SCALE)) {
            throw new IllegalArgumentException(name + " must be from 1 to 2^40 lattice steps, was " + scale);
        }
    }
}
