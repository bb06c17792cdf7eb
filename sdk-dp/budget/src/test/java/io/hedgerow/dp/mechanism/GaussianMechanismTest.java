// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.mechanism;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.MechanismEvent;
import java.math.BigDecimal;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Scale;
import org.junit.jupiter.api.Test;

class GaussianMechanismTest {

    private final Sensitivity sensitivity = new Sensitivity(Adjacency.REPLACE_ONE, 3_000_001);

    @Property
    void sigmaAndMu_areRoundedTowardMoreNoiseAndMoreLoss(
            @ForAll @LongRange(min = 1 << 21, max = 1L << 34) long steps,
            @ForAll @DoubleRange(min = 0.5, max = 32) @Scale(9) double multiplier) {
        GaussianMechanism mechanism = new GaussianMechanism(new Sensitivity(Adjacency.ZERO_OUT, steps), multiplier);
        BigDecimal exact = new BigDecimal(multiplier).multiply(BigDecimal.valueOf(steps));
        assertTrue(new BigDecimal(mechanism.sigma()).compareTo(exact) >= 0);
        BigDecimal product = new BigDecimal(mechanism.mu()).multiply(new BigDecimal(mechanism.sigma()));
        assertTrue(product.compareTo(BigDecimal.valueOf(steps)) >= 0);
        // two roundings up of 2^-52 each, and one of the integer
        assertEquals(1 / multiplier, mechanism.mu(), 1e-15 / multiplier);
    }

    @Test
    void event_chargesTheNoiseAndTheLattice() {
        GaussianMechanism mechanism = new GaussianMechanism(sensitivity, 2);
        MechanismEvent.Sequence event = (MechanismEvent.Sequence) mechanism.event(7);
        assertEquals(
                new MechanismEvent.Gaussian(mechanism.mu(), 7), event.steps().get(0));
        MechanismEvent.PureDp charge = (MechanismEvent.PureDp) event.steps().get(1);
        assertEquals(7, charge.count());
        double eta = (14.0 * 14 + 1) / (24 * mechanism.sigma() * mechanism.sigma());
        assertTrue(charge.epsilon() >= 2 * eta && charge.epsilon() <= 2 * eta * (1 + 1e-14));
        MechanismEvent.PureDp vector = (MechanismEvent.PureDp)
                ((MechanismEvent.Sequence) mechanism.event(1, 10)).steps().get(1);
        assertEquals(20 * eta, vector.epsilon(), 1e-13 * eta);
    }

    /**
     * docs/privacy-proofs/discrete-gaussian.md, step 2: for |y| ≤ 14σ the probabilities of the discrete Gaussian and of
     * the rounded continuous one differ by a factor within e^±η, η = (14² + 1)/(24σ²). The ratio to the density at y is
     * ∫ exp(−yt/σ² − t²/2σ²) dt over |t| ≤ 1/2, by Simpson's rule to 1e−13; both are normalised by σ√2π to 1e−100.
     */
    @Test
    void eta_boundsTheLogarithmOfTheRatioToTheRoundedGaussian() {
        for (double sigma : new double[] {16, 30.5, 200}) {
            double eta = (14.0 * 14 + 1) / (24 * sigma * sigma);
            double worst = 0;
            for (int y = 0; y <= 14 * sigma; y++) {
                double s = 0;
                int pieces = 64;
                for (int i = 0; i <= pieces; i++) {
                    double t = -0.5 + (double) i / pieces;
                    double weight = i == 0 || i == pieces ? 1 : i % 2 == 1 ? 4 : 2;
                    s += weight * Math.exp(-y * t / (sigma * sigma) - t * t / (2 * sigma * sigma));
                }
                worst = Math.max(worst, Math.abs(Math.log(s / (3 * pieces))));
            }
            assertTrue(worst <= eta, sigma + ": " + worst + " > " + eta);
            assertTrue(worst >= 0.97 * eta, "the bound is nearly attained at 14 sigma");
        }
    }

    @Test
    void addTo_addsNoiseToEveryNumber() {
        GaussianMechanism mechanism = new GaussianMechanism(sensitivity, 1);
        DiscreteNoise noise = new DiscreteNoise(TestBits.of(31));
        long[] values = new long[20_000];
        java.util.Arrays.fill(values, 1L << 40);
        mechanism.addTo(values, noise);
        double square = 0;
        for (long value : values) {
            double share = (value - (1L << 40)) / mechanism.sigma();
            square += share * share;
        }
        // standard error sqrt(2/20000) = 0.01; 6 of them
        assertEquals(1, square / values.length, 0.06);
        assertThrows(ArithmeticException.class, () -> {
            for (int i = 0; i < 100; i++) {
                mechanism.add(Long.MAX_VALUE, noise);
            }
        });
    }

    @Test
    void noise_tooFineOrTooCoarseForTheLatticeIsRefused() {
        Sensitivity small = new Sensitivity(Adjacency.REPLACE_ONE, 1000);
        assertThrows(IllegalArgumentException.class, () -> new GaussianMechanism(small, 1000));
        new GaussianMechanism(small, 1049);
        for (double multiplier : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY, 0x1p31}) {
            assertThrows(IllegalArgumentException.class, () -> new GaussianMechanism(small, multiplier));
        }
        GaussianMechanism mechanism = new GaussianMechanism(small, 2000);
        assertThrows(IllegalArgumentException.class, () -> mechanism.event(1, 0));
        assertThrows(IllegalArgumentException.class, () -> mechanism.event(0));
        assertEquals(small, mechanism.sensitivity());
    }

    /** docs/privacy-proofs/shared-noise.md: what k sites draw adds up to the noise that is charged. */
    @Test
    void sharedNoise_ofTheSitesThatCertainlyAddIt_isTheNoiseOfTheSum() {
        for (int sites : new int[] {1, 4, 7}) {
            GaussianMechanism whole = new GaussianMechanism(sensitivity, 8);
            GaussianMechanism shared = new GaussianMechanism(sensitivity, 8, sites);
            assertEquals(whole.sigma(), shared.sigma());
            assertEquals(whole.mu(), shared.mu(), "the event is that of the sum");
            BigDecimal drawn = new BigDecimal(shared.drawnSigma());
            BigDecimal target = new BigDecimal(whole.sigma());
            assertTrue(
                    drawn.multiply(drawn).multiply(BigDecimal.valueOf(sites)).compareTo(target.multiply(target)) >= 0);
            long[] sum = new long[20_000];
            for (int site = 0; site < sites; site++) {
                shared.addTo(sum, new DiscreteNoise(TestBits.of(100 * sites + site)));
            }
            double squares = 0;
            for (long value : sum) {
                squares += (double) value * value;
            }
            // the mean of 20,000 squares has a relative standard deviation of 0.01: six of them
            assertEquals(1, squares / sum.length / (whole.sigma() * whole.sigma()), 0.06);
        }
    }

    /** docs/privacy-proofs/shared-noise.md: the lattice is that on which each site draws, k times as dear. */
    @Test
    void sharedNoise_isChargedForTheLatticeOnWhichEachSiteDraws() {
        for (int sites : new int[] {1, 4, 7}) {
            GaussianMechanism shared = new GaussianMechanism(sensitivity, 8, sites);
            MechanismEvent.PureDp charge = (MechanismEvent.PureDp)
                    ((MechanismEvent.Sequence) shared.event(1, 10)).steps().get(1);
            double eta = (14.0 * 14 + 1) / (24 * shared.drawnSigma() * shared.drawnSigma());
            assertTrue(charge.epsilon() >= 20 * eta && charge.epsilon() <= 20 * eta * (1 + 1e-14));
        }
    }

    @Test
    void sharedNoise_tooFineForTheLatticeOfASite_isRefused() {
        Sensitivity coarse = new Sensitivity(Adjacency.REPLACE_ONE, 1 << 20);
        assertEquals(0x1p20, new GaussianMechanism(coarse, 2, 4).drawnSigma(), 1e-6);
        assertThrows(IllegalArgumentException.class, () -> new GaussianMechanism(coarse, 1, 4));
        assertThrows(IllegalArgumentException.class, () -> new GaussianMechanism(coarse, 2, 5));
    }

    @Test
    void event_ofMoreNumbersThanCanBeCharged_isRefused() {
        GaussianMechanism least = new GaussianMechanism(new Sensitivity(Adjacency.REPLACE_ONE, 1 << 20), 1);
        least.event(1, 60_000_000);
        String message = assertThrows(IllegalArgumentException.class, () -> least.event(1, 70_000_000))
                .getMessage();
        assertTrue(message.startsWith("coordinates must cost at most 0.001 for the lattice, were 70000000"), message);
    }
}
