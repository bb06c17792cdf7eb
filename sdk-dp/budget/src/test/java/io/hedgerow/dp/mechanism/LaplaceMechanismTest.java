// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.mechanism;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.MechanismEvent;
import java.math.BigDecimal;
import org.junit.jupiter.api.Test;

class LaplaceMechanismTest {

    private final Sensitivity sensitivity = new Sensitivity(Adjacency.REPLACE_ONE, 3_000_001);

    @Test
    void event_isTheScaleInSensitivitiesRoundedDown() {
        LaplaceMechanism mechanism = new LaplaceMechanism(sensitivity, 2.3);
        MechanismEvent.Laplace event = (MechanismEvent.Laplace) mechanism.event(4);
        assertEquals(4, event.count());
        assertTrue(event.scale() <= mechanism.scaleSteps() / sensitivity.steps());
        // roundings of 1e-15 and the charge of 1/4s² on a loss of 1/2.3
        assertEquals(2.3, event.scale(), 1e-14 + 2.3 * 2.3 / (4 * Math.pow(mechanism.scaleSteps(), 2)));
        assertTrue(1 / event.scale() >= 1 / 2.3 * (1 - 1e-16) - 1e-15 + 1 / (4 * Math.pow(mechanism.scaleSteps(), 2)));
        assertTrue(mechanism.scaleSteps() >= 2.3 * sensitivity.steps());
    }

    /** ε' = Δ/s + 1/(4s²) ≤ 1/scale, in exact numbers. */
    @Test
    void event_isNeverLessThanTheLossOfTheScaleThatIsDrawn() {
        for (int k = 1; k <= 500; k++) {
            LaplaceMechanism mechanism = new LaplaceMechanism(sensitivity, 0.37 * k);
            BigDecimal s = new BigDecimal(mechanism.scaleSteps());
            BigDecimal charged = new BigDecimal(((MechanismEvent.Laplace) mechanism.event(1)).scale());
            BigDecimal four = BigDecimal.valueOf(4);
            // scale · (4sΔ + 1) ≤ 4s²
            BigDecimal left = charged.multiply(four.multiply(s)
                    .multiply(BigDecimal.valueOf(sensitivity.steps()))
                    .add(BigDecimal.ONE));
            assertTrue(left.compareTo(four.multiply(s).multiply(s)) <= 0, "k = " + k);
            assertTrue(s.compareTo(new BigDecimal(0.37 * k).multiply(BigDecimal.valueOf(sensitivity.steps()))) >= 0);
        }
    }

    /**
     * docs/privacy-proofs/discrete-laplace.md: the hockey-stick divergence of the discrete mechanism never exceeds that
     * of the continuous one at ε' = Δ/s + 1/4s², 1 − e^((x − ε')/2), but may exceed that at Δ/s.
     */
    @Test
    void discreteCurve_isBelowTheContinuousOneOfTheChargedScale() {
        double scale = 2.7;
        double worst = Double.NEGATIVE_INFINITY;
        double worstUncharged = Double.NEGATIVE_INFINITY;
        for (int shift : new int[] {1, 4, 9, 20}) {
            for (double x = -1.2 * shift / scale; x < 1.2 * shift / scale; x += 0.011) {
                double discrete = 0;
                double normaliser = (1 - Math.exp(-1 / scale)) / (1 + Math.exp(-1 / scale));
                for (int k = -200; k <= 200; k++) {
                    double p = normaliser * Math.exp(-Math.abs(k) / scale);
                    double q = normaliser * Math.exp(-Math.abs(k - shift) / scale);
                    discrete += Math.max(0, p - Math.exp(x) * q);
                }
                worst = Math.max(worst, discrete - continuous(x, shift / scale + 1 / (4 * scale * scale)));
                worstUncharged = Math.max(worstUncharged, discrete - continuous(x, shift / scale));
            }
        }
        // 401 terms of relative error 1e-15
        assertTrue(worst <= 1e-12, "by " + worst);
        assertTrue(worstUncharged > 0.01, "by " + worstUncharged);
    }

    private static double continuous(double x, double epsilon) {
        return x >= epsilon ? 0 : x <= -epsilon ? 1 - Math.exp(x) : 1 - Math.exp((x - epsilon) / 2);
    }

    @Test
    void addTo_addsNoiseToEveryNumber() {
        LaplaceMechanism mechanism = new LaplaceMechanism(sensitivity, 1);
        DiscreteNoise noise = new DiscreteNoise(TestBits.of(32));
        long[] values = new long[20_000];
        mechanism.addTo(values, noise);
        double sum = 0;
        for (long value : values) {
            sum += Math.abs(value / mechanism.scaleSteps());
        }
        // standard error 1/sqrt(20000) = 0.007; 6 of them
        assertEquals(1, sum / values.length, 0.043);
    }

    @Test
    void scales_outOfRangeAreRefused() {
        Sensitivity small = new Sensitivity(Adjacency.REPLACE_ONE, 1000);
        for (double scale : new double[] {0, -1, 1000, Double.NaN, Double.POSITIVE_INFINITY, 0x1p31}) {
            assertThrows(IllegalArgumentException.class, () -> new LaplaceMechanism(small, scale));
        }
        assertEquals(small, new LaplaceMechanism(small, 1049).sensitivity());
    }
}
