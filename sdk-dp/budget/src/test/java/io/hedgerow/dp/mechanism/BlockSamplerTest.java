// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.mechanism;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.dp.internal.mechanism.ExponentialBounds;
import java.math.BigDecimal;
import java.math.BigInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The premises of the proof in docs/privacy-proofs/noise-source.md. */
class BlockSamplerTest {

    private static final double[] SCALES = {1, 1.5, 3.7, 1000.3, 0x1p20, 0x1.8p23, 0x1p40};

    @Test
    void approximations_areWithinTwoToTheMinus43OfTheExactDecay() {
        for (double scale : SCALES) {
            for (int i = 0; i < 40; i++) {
                long x = (long) Math.floor(12.0 * scale * i / 40);
                assertClose(new DiscreteNoise.GaussianDecay(scale), x);
                assertClose(new DiscreteNoise.LaplaceDecay(scale), x);
            }
        }
    }

    private static void assertClose(BlockSampler.Decay decay, long x) {
        int bits = 200;
        BigInteger whole = BigInteger.valueOf(x);
        ExponentialBounds exact = ExponentialBounds.of(decay.numerator(whole), decay.denominator(), bits);
        BigDecimal truth = new BigDecimal(exact.lower()).divide(new BigDecimal(BigInteger.ONE.shiftLeft(bits)));
        BigDecimal off =
                new BigDecimal(decay.approximate((double) x)).subtract(truth).abs();
        assertTrue(off.compareTo(truth.multiply(new BigDecimal(Math.scalb(1.0, -43)))) <= 0, decay + " at " + x);
    }

    @Test
    void weights_areUpperBoundsOfTheTargetOverTheirBlock() {
        for (double scale : SCALES) {
            assertDominates(new DiscreteNoise.GaussianDecay(scale), scale, 63);
            assertDominates(new DiscreteNoise.LaplaceDecay(scale), scale, 63);
            assertDominates(new DiscreteNoise.LaplaceDecay(scale), scale, 12);
        }
    }

    private static void assertDominates(BlockSampler.Decay decay, double scale, int totalBits) {
        BlockSampler sampler = new BlockSampler(decay, scale, totalBits);
        long[] ends = sampler.blockEnds();
        assertTrue(ends[ends.length - 1] <= (totalBits == 63 ? Long.MAX_VALUE : 1L << totalBits));
        int precision = 200;
        for (int j = 0; j < ends.length; j++) {
            BigInteger weight = BigInteger.valueOf(ends[j] - (j == 0 ? 0 : ends[j - 1]));
            BigInteger start = BigInteger.valueOf((long) j << sampler.blockBits());
            ExponentialBounds e = ExponentialBounds.of(decay.numerator(start), decay.denominator(), precision);
            // the tail holds half of its weight in its first block, which is 2^(tailBits − blockBits) blocks wide
            int tail = j == ends.length - 1 ? sampler.tailBits() - sampler.blockBits() + 1 : 0;
            BigInteger target =
                    BigInteger.valueOf(sampler.height()).multiply(e.upper()).shiftLeft(tail);
            assertTrue(weight.shiftLeft(precision).compareTo(target) >= 0, decay + " block " + j);
        }
        // later tail blocks are proposed half as often each and must fall at least as fast
        BigInteger width = BigInteger.ONE.shiftLeft(sampler.tailBits());
        BigInteger from = BigInteger.valueOf((long) (ends.length - 1) << sampler.blockBits());
        for (int v = 0; v < 3; v++) {
            BigInteger to = from.add(width);
            BigInteger drop = decay.numerator(to).subtract(decay.numerator(from));
            assertTrue(new BigDecimal(drop).doubleValue()
                    >= Math.log(2) * new BigDecimal(decay.denominator()).doubleValue());
            from = to;
        }
    }

    /**
     * With 12 bits in place of 63 the weights are a few units high, most decisions need the fraction, and the tail
     * beyond 12σ is proposed once in 4096 draws: the slow branches carry the result, which must be the same
     * distribution.
     */
    @ParameterizedTest
    @ValueSource(doubles = {1, 3.7, 20})
    void coarseWeights_giveTheSameDistributionThroughTheExactBranches(double scale) {
        BlockSampler gaussian = new BlockSampler(new DiscreteNoise.GaussianDecay(scale), scale, 12);
        BlockSampler laplace = new BlockSampler(new DiscreteNoise.LaplaceDecay(scale), scale, 12);
        SecureBits bits = TestBits.of(11);
        int reach = 400;
        long[] gaussians = new long[2 * reach + 1];
        long[] laplaces = new long[2 * reach + 1];
        for (int i = 0; i < 60_000; i++) {
            gaussians[(int) gaussian.draw(bits) + reach]++;
            laplaces[(int) Math.max(-reach, Math.min(reach, laplace.draw(bits))) + reach]++;
        }
        double[] first = new double[2 * reach + 1];
        double[] second = new double[2 * reach + 1];
        double firstSum = 0;
        double secondSum = 0;
        for (int k = -reach; k <= reach; k++) {
            first[k + reach] = Math.exp(-0.5 * k * k / (scale * scale));
            second[k + reach] = Math.exp(-Math.abs(k) / scale);
            firstSum += first[k + reach];
            secondSum += second[k + reach];
        }
        for (int i = 0; i < first.length; i++) {
            first[i] /= firstSum;
            second[i] /= secondSum;
        }
        assertTrue(GoodnessOfFit.chiSquare(gaussians, first) > GoodnessOfFit.REJECT);
        assertTrue(GoodnessOfFit.chiSquare(laplaces, second) > GoodnessOfFit.REJECT);
    }

    @Test
    void below_comparesWithTheExactThreshold() {
        BlockSampler sampler = new BlockSampler(new DiscreteNoise.LaplaceDecay(1), 1, 63);
        SecureBits bits = TestBits.of(12);
        // 1 + f < 10·e^-2 = 1.3533: f below 0.3533, standard error 0.0076, 6 of them
        int accepted = 0;
        int tries = 4_000;
        for (int i = 0; i < tries; i++) {
            accepted += sampler.below(1, BigInteger.TEN, 2, bits) ? 1 : 0;
        }
        assertEquals(10 * Math.exp(-2) - 1, (double) accepted / tries, 0.046);
        assertTrue(sampler.below(9, BigInteger.TEN, 0, bits));
        assertTrue(!sampler.below(10, BigInteger.TEN, 0, bits));
    }

    @Test
    void tooFewBits_areRefused() {
        assertThrows(
                IllegalArgumentException.class, () -> new BlockSampler(new DiscreteNoise.GaussianDecay(20), 20, 5));
    }

    /** Constant up to the tail, and falling by e^0.7 in each of its blocks: a tenth of the weight is in the tail. */
    private record HeavyTail(long blocks, long width) implements BlockSampler.Decay {
        @Override
        public double approximate(double x) {
            return Math.exp(-0.7 * Math.max(0, x - blocks * width) / width);
        }

        @Override
        public BigInteger numerator(BigInteger x) {
            return x.subtract(BigInteger.valueOf(blocks * width))
                    .max(BigInteger.ZERO)
                    .multiply(BigInteger.valueOf(7));
        }

        @Override
        public BigInteger denominator() {
            return BigInteger.valueOf(10 * width);
        }
    }

    /** In production the tail begins at 12 widths of noise and is never seen: its code is tested where it is. */
    @Test
    void draw_visitsEveryBlockOfTheTailAsOftenAsItShould() {
        int width = 64;
        HeavyTail decay = new HeavyTail(BlockSampler.CUTOFF, width);
        BlockSampler sampler = new BlockSampler(decay, width, BlockSampler.PRODUCTION_BITS);
        int cells = 20;
        double[] weights = new double[cells];
        double sum = 0;
        for (int x = 0; x < 60 * width; x++) {
            double weight = (x == 0 ? 1 : 2) * decay.approximate(x);
            weights[Math.min(cells - 1, x / width)] += weight;
            sum += weight;
        }
        for (int k = 0; k < cells; k++) {
            weights[k] /= sum;
        }
        SecureBits bits = TestBits.of(77);
        long[] counts = new long[cells];
        for (int k = 0; k < 40_000; k++) {
            counts[(int) Math.min(cells - 1, Math.abs(sampler.draw(bits)) / width)]++;
        }
        assertTrue(GoodnessOfFit.chiSquare(counts, weights) > GoodnessOfFit.REJECT);
    }
}
