// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.mechanism;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.function.DoubleUnaryOperator;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The exact probabilities are tested with a fixed key, so these tests give the same result in every run. */
@Tag("slow")
class DiscreteNoiseTest extends NoiseSourceContract {

    private static final int SAMPLES = 400_000;
    private static final int REACH = 200;

    @Override
    protected NoiseSource open() {
        return DiscreteNoise.secure();
    }

    @Override
    protected String expectedId() {
        return "discrete";
    }

    @ParameterizedTest
    @ValueSource(doubles = {1, 1.25, 2, 3.7, 16, 17.3})
    void gaussian_hasProbabilitiesInProportionToExpOfMinusSquareOverTwoVariances(double sigma) {
        DiscreteNoise noise = new DiscreteNoise(TestBits.of(1));
        assertTrue(fit(() -> noise.gaussian(sigma), k -> -k * k / (2 * sigma * sigma)) > GoodnessOfFit.REJECT);
    }

    @ParameterizedTest
    @ValueSource(doubles = {1, 1.25, 2, 3.7, 11.3})
    void laplace_hasProbabilitiesInProportionToExpOfMinusDistanceOverScale(double scale) {
        DiscreteNoise noise = new DiscreteNoise(TestBits.of(2));
        assertTrue(fit(() -> noise.laplace(scale), k -> -Math.abs(k) / scale) > GoodnessOfFit.REJECT);
    }

    /**
     * Power: one percent of σ moves the variance by 2 %, 9 standard errors at N = 400 000; spread over some 10 or 30
     * cells the non-centrality 2·N·0.01² = 80 is rejected at 1e−9 with certainty for few cells only, so 3 % are tested
     * as well.
     */
    @Test
    void brokenGaussians_areRejected() {
        DiscreteNoise noise = new DiscreteNoise(TestBits.of(3));
        DoubleUnaryOperator truth = k -> -k * k / (2 * 3.7 * 3.7);
        assertTrue(fit(() -> noise.gaussian(3.7 * 0.97), truth) < GoodnessOfFit.REJECT, "sigma");
        long[] turn = new long[1];
        LongSupplier biased = () -> {
            long drawn = noise.gaussian(3.7);
            return turn[0]++ % 25 == 0 ? Math.abs(drawn) : drawn;
        };
        assertTrue(fit(biased, truth) < GoodnessOfFit.REJECT, "sign");
        LongSupplier doubleZero = () -> {
            long drawn = noise.gaussian(3.7);
            return drawn == 1 && turn[0]++ % 10 == 0 ? 0 : drawn;
        };
        assertTrue(fit(doubleZero, truth) < GoodnessOfFit.REJECT, "zero");
        // what remains of the sampler when nothing is rejected: steps of width 8 at 1000
        BlockSampler.Decay steps = new StepDecay(1000);
        BlockSampler skipped = new BlockSampler(steps, 1000, BlockSampler.PRODUCTION_BITS);
        SecureBits bits = TestBits.of(4);
        assertTrue(NoiseChecks.gaussian(() -> skipped.draw(bits), 1000) < GoodnessOfFit.REJECT, "skipped rejection");
    }

    /** At σ = 1000 the lattice is fine enough that a continuous distribution function differs by 4·10⁻⁴ at most. */
    @Test
    void gaussian_ofManyStepsPassesWhereTheSkippedRejectionFails() {
        DiscreteNoise noise = new DiscreteNoise(TestBits.of(4));
        assertTrue(NoiseChecks.gaussian(() -> noise.gaussian(1000), 1000) > GoodnessOfFit.REJECT);
    }

    @ParameterizedTest
    @ValueSource(longs = {9, 1369})
    void gaussian_agreesWithTheSlowReference(long variance) {
        long part = variance == 9 ? 4 : 100;
        SlowDiscreteGaussian slow = new SlowDiscreteGaussian(5, variance, part);
        DiscreteNoise fast = new DiscreteNoise(TestBits.of(5));
        double sigma = Math.sqrt((double) variance / part);
        long[] first = histogram(slow::draw, 60_000);
        assertTrue(GoodnessOfFit.sameDistribution(first, histogram(() -> fast.gaussian(sigma), 60_000))
                > GoodnessOfFit.REJECT);
        assertTrue(GoodnessOfFit.sameDistribution(first, histogram(() -> fast.gaussian(sigma * 1.1), 60_000))
                < GoodnessOfFit.REJECT);
    }

    @Test
    void manyScales_areServedInTurn() {
        DiscreteNoise noise = new DiscreteNoise(TestBits.of(6));
        double square = 0;
        int scales = 3000;
        for (int i = 0; i < scales; i++) {
            double sigma = 1000 + i;
            double x = noise.gaussian(sigma) / sigma;
            square += x * x;
        }
        // mean 1, standard error sqrt(2/3000) = 0.026; 6 of them
        assertEquals(1, square / scales, 0.16);
    }

    private static double fit(LongSupplier noise, DoubleUnaryOperator exponent) {
        double[] probabilities = new double[2 * REACH + 1];
        double sum = 0;
        for (int i = 0; i < probabilities.length; i++) {
            probabilities[i] = Math.exp(exponent.applyAsDouble(i - REACH));
            sum += probabilities[i];
        }
        for (int i = 0; i < probabilities.length; i++) {
            probabilities[i] /= sum;
        }
        return GoodnessOfFit.chiSquare(histogram(noise, SAMPLES), probabilities);
    }

    private static long[] histogram(LongSupplier noise, int samples) {
        long[] counts = new long[2 * REACH + 1];
        for (int i = 0; i < samples; i++) {
            // further out with probability below 1e-7 in all; kept in the last cell
            counts[(int) Math.max(-REACH, Math.min(REACH, noise.getAsLong())) + REACH]++;
        }
        return counts;
    }

    /** The exponent of the Gaussian at the start of each block. */
    private record StepDecay(double sigma) implements BlockSampler.Decay {
        @Override
        public double approximate(double x) {
            double start = Math.floor(x / 64) * 64 / sigma;
            return Math.exp(-0.5 * start * start);
        }

        @Override
        public java.math.BigInteger numerator(java.math.BigInteger x) {
            return x.shiftRight(6).shiftLeft(6).pow(2);
        }

        @Override
        public java.math.BigInteger denominator() {
            return java.math.BigInteger.valueOf((long) (2 * sigma * sigma));
        }
    }
}
