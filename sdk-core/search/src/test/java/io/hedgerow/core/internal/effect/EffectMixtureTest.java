// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.effect;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Random;
import org.apache.commons.math3.distribution.TDistribution;
import org.junit.jupiter.api.Test;

class EffectMixtureTest {

    /** One Student distribution: w + s t_q at q = .05, .5 and .95. */
    @Test
    void quantile_ofOneDistribution_isStudents() {
        for (double freedom : new double[] {1, 2.5, 10, 480}) {
            EffectMixture mixture = new EffectMixture();
            mixture.add(2, 0.5, freedom, 1);
            TDistribution student = new TDistribution(freedom);
            for (double share : new double[] {0.05, 0.5, 0.95}) {
                double exact = 2 + 0.5 * student.inverseCumulativeProbability(share);
                assertEquals(exact, mixture.quantile(share), share == 0.5 ? 1e-12 : 1e-9, freedom + " " + share);
            }
        }
    }

    /** A mass at 0 takes the quantiles between F(0−) and F(0). */
    @Test
    void quantile_insideAMass_isItsValue() {
        EffectMixture mixture = new EffectMixture();
        mixture.add(0, 0.4);
        mixture.add(1, 0.1, 30, 0.6);
        assertEquals(0, mixture.quantile(0.05));
        assertEquals(0, mixture.quantile(0.39));
        TDistribution student = new TDistribution(30);
        // F(x) = .4 + .6 P(t <= (x − 1) / .1) = .95
        assertEquals(1 + 0.1 * student.inverseCumulativeProbability(0.55 / 0.6), mixture.quantile(0.95), 0.005);
        mixture.clear();
        mixture.add(3, 1);
        assertEquals(3, mixture.quantile(0.5), "what was there before is gone");
    }

    /** Of many parts: against bisection of Σ w_k F_k. */
    @Test
    void quantile_ofManyParts_isThatOfTheSumOfTheirDistributions() {
        Random random = new Random(4);
        for (int run = 0; run < 20; run++) {
            int parts = 1 + random.nextInt(40);
            double[] w = new double[parts];
            double[] s = new double[parts];
            EffectMixture mixture = new EffectMixture();
            for (int k = 0; k < parts; k++) {
                w[k] = random.nextGaussian();
                s[k] = 0.1 + random.nextDouble();
                mixture.add(w[k], s[k], 20, 1.0 / parts);
            }
            TDistribution student = new TDistribution(20);
            for (double share : new double[] {0.05, 0.3, 0.95}) {
                double low = -50;
                double high = 50;
                for (int step = 0; step < 60; step++) {
                    double middle = (low + high) / 2;
                    double below = 0;
                    for (int k = 0; k < parts; k++) {
                        below += student.cumulativeProbability((middle - w[k]) / s[k]) / parts;
                    }
                    low = below < share ? middle : low;
                    high = below < share ? high : middle;
                }
                assertEquals(low, mixture.quantile(share), 0.06, "parts " + parts + " share " + share);
            }
        }
    }
}
