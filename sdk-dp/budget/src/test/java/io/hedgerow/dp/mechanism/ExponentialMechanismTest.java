// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.mechanism;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Random;
import java.util.function.IntSupplier;
import org.junit.jupiter.api.Test;

/** Selection is tested with fixed keys and seeds, so these tests give the same result in every run. */
class ExponentialMechanismTest {

    private static final int DRAWS = 120_000;
    private static final double[] SCORES = {0.3, -2, 5, 4.5, Double.NaN, 1, 5, -40, 3, 2.2, 0, 4};

    private final ExponentialMechanism mechanism = ExponentialMechanism.ofScale(1, 0, 1.7);

    /** Power: a scale off by 5 % moves the best candidates by up to 3 %, 10 standard errors; tested below. */
    @Test
    void select_isSoftmaxAndGumbelMaxAndAgreesWithTheColumnForm() {
        double[] softmax = softmax(SCORES, mechanism.scale());
        SecureBits bits = TestBits.of(41);
        long[] flat = histogram(() -> mechanism.select(SCORES, bits));
        assertTrue(GoodnessOfFit.chiSquare(flat, softmax) > GoodnessOfFit.REJECT);
        assertTrue(GoodnessOfFit.chiSquare(flat, softmax(SCORES, mechanism.scale() * 1.05)) < GoodnessOfFit.REJECT);

        ColumnSelection columns = mechanism.columns(4, 3, new boolean[12], bits);
        for (int j = 0; j < 3; j++) {
            columns.update(j, Arrays.copyOfRange(SCORES, 4 * j, 4 * j + 4));
        }
        long[] grid = histogram(columns::select);
        assertTrue(GoodnessOfFit.chiSquare(grid, softmax) > GoodnessOfFit.REJECT);
        assertTrue(GoodnessOfFit.sameDistribution(flat, grid) > GoodnessOfFit.REJECT);

        Random random = new Random(42);
        long[] gumbel = histogram(() -> gumbelMax(SCORES, mechanism.scale(), random));
        assertTrue(GoodnessOfFit.sameDistribution(flat, gumbel) > GoodnessOfFit.REJECT);
        assertTrue(GoodnessOfFit.sameDistribution(grid, gumbel) > GoodnessOfFit.REJECT);
        long[] broken = histogram(() -> gumbelMax(SCORES, mechanism.scale() * 1.05, random));
        assertTrue(GoodnessOfFit.sameDistribution(flat, broken) < GoodnessOfFit.REJECT);
    }

    @Test
    void ofBoundedRange_costsAtMostWhatWasAsked() {
        for (double range : new double[] {0x1p-24, 1e-4, 0.3, 2, 1024}) {
            ExponentialMechanism made = ExponentialMechanism.ofBoundedRange(0.37, 1e-12, range);
            assertTrue(made.boundedRange() <= range);
            // rounding of the sensitivity to the lattice and of weights cost little
            assertTrue(made.boundedRange() >= range * (1 - 1e-12));
            assertEquals(2 * 0.37 / range, made.scale(), 2 * 0.37 / range * 1e-7);
            assertEquals(made.boundedRange(), made.event(3).boundedRange());
            assertEquals(3, made.event(3).count());
        }
    }

    @Test
    void boundedRange_countsTheErrorOfTheScoresTwice() {
        double with = ExponentialMechanism.ofScale(1, 0.25, 1).boundedRange();
        assertEquals(3, with, 1e-7);
        assertTrue(with > 3);
        // 2·Δs/b, rounded up by one unit in the last place and the charge
        assertTrue(mechanism.boundedRange() > 2 / 1.7 && mechanism.boundedRange() < 2 / 1.7 + 1e-14);
    }

    /**
     * With a scale bᵢ per candidate, proportional to its own sensitivity Δᵢ = r·bᵢ, the loss is not 2r: two candidates,
     * b₂ = 2b₁, reach r(1 + b₂/b₁) = 3r. The chance that the first wins at score difference D is ∫
     * e^(−t)·exp(−t^(b₁/b₂)·e^(−D/b₂)) dt.
     */
    @Test
    void scalePerCandidate_wouldBreakTheBound() {
        double r = 0.1;
        for (double ratio : new double[] {1, 2, 5, 10}) {
            double moved = r * (1 + ratio);
            double worst = 0;
            for (double start : new double[] {0, -4, -8, -16, -30}) {
                worst = Math.max(worst, Math.log(firstWins(start, ratio) / firstWins(start - moved, ratio)));
            }
            // quadrature to 1e-6; the limit is approached from below
            assertTrue(worst <= r * (1 + ratio) + 1e-5);
            assertTrue(worst >= r * (1 + ratio) * 0.97, ratio + ": " + worst);
            assertEquals(ratio > 1, worst > 2 * r + 1e-4, "the claimed bound of 2r at ratio " + ratio);
        }
    }

    private static double firstWins(double difference, double ratio) {
        double sum = 0;
        double h = 1e-3;
        for (double v = -80; v < 5; v += h) {
            double t = Math.exp(v);
            sum += h * t * Math.exp(-t - Math.exp(v / ratio - difference / ratio));
        }
        return sum;
    }

    @Test
    void extremeScores_areSelectedAsTheyShould() {
        SecureBits bits = TestBits.of(43);
        assertEquals(0, mechanism.select(new double[] {3}, bits));
        double[] scores = {Double.NEGATIVE_INFINITY, 1e300, Double.NaN, -1e300};
        for (int i = 0; i < 100; i++) {
            assertEquals(1, mechanism.select(scores, bits));
        }
        long[] counts = histogram(() -> mechanism.select(new double[] {Double.NaN, Double.NaN}, bits));
        assertTrue(GoodnessOfFit.chiSquare(new long[] {counts[0], counts[1]}, new double[] {0.5, 0.5})
                > GoodnessOfFit.REJECT);
    }

    @Test
    void parameters_outOfRangeAreRefused() {
        assertThrows(IllegalArgumentException.class, () -> mechanism.select(new double[0], TestBits.of(1)));
        for (double bad : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY}) {
            assertThrows(IllegalArgumentException.class, () -> ExponentialMechanism.ofScale(bad, 0, 1));
            assertThrows(IllegalArgumentException.class, () -> ExponentialMechanism.ofScale(1, 0, bad));
            assertThrows(IllegalArgumentException.class, () -> ExponentialMechanism.ofBoundedRange(1, 0, bad));
        }
        assertThrows(IllegalArgumentException.class, () -> ExponentialMechanism.ofScale(1, -1, 1));
        assertThrows(IllegalArgumentException.class, () -> ExponentialMechanism.ofScale(1, Double.NaN, 1));
        assertThrows(IllegalArgumentException.class, () -> ExponentialMechanism.ofScale(1, 2, 1));
        assertThrows(IllegalArgumentException.class, () -> ExponentialMechanism.ofScale(1, 0, 1e-4));
        assertThrows(IllegalArgumentException.class, () -> ExponentialMechanism.ofScale(1, 0, 1e9));
    }

    private static long[] histogram(IntSupplier selection) {
        long[] counts = new long[SCORES.length];
        for (int i = 0; i < DRAWS; i++) {
            counts[selection.getAsInt()]++;
        }
        return counts;
    }

    static double[] softmax(double[] scores, double scale) {
        double[] weights = new double[scores.length];
        double sum = 0;
        for (int i = 0; i < scores.length; i++) {
            weights[i] = Double.isNaN(scores[i]) ? 0 : Math.exp(scores[i] / scale);
            sum += weights[i];
        }
        for (int i = 0; i < weights.length; i++) {
            weights[i] /= sum;
        }
        return weights;
    }

    private static int gumbelMax(double[] scores, double scale, Random random) {
        int best = -1;
        double highest = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < scores.length; i++) {
            double noisy = scores[i] - scale * Math.log(-Math.log(random.nextDouble()));
            if (noisy > highest) {
                highest = noisy;
                best = i;
            }
        }
        return best;
    }

    /** ε0·b ≥ 2 (Δs + 2η), in exact numbers, also where Δs is no whole number of lattice steps. */
    @Test
    void boundedRange_isNeverLessThanTwoSensitivitiesOverTheScale() {
        Random random = new Random(43);
        for (int k = 0; k < 2000; k++) {
            double sensitivity = Math.scalb(1 + random.nextDouble(), random.nextInt(20) - 10);
            double error = k % 2 == 0 ? 0 : sensitivity * 0x1p-20 * random.nextDouble();
            double scale = sensitivity * (1 + random.nextDouble());
            BigDecimal range = new BigDecimal(
                    ExponentialMechanism.ofScale(sensitivity, error, scale).boundedRange());
            BigDecimal moved = new BigDecimal(sensitivity)
                    .add(new BigDecimal(error).multiply(BigDecimal.valueOf(2)))
                    .multiply(BigDecimal.valueOf(2));
            // and the charge for rounded weights on top of it
            BigDecimal charged = range.subtract(new BigDecimal(ExponentialMechanism.ROUNDING_CHARGE));
            assertTrue(charged.multiply(new BigDecimal(scale)).compareTo(moved) >= 0, "k = " + k);
        }
    }
}
