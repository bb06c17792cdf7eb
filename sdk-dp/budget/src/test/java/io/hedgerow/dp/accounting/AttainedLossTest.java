// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.accounting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.contract.accounting.AttainedLoss;
import io.hedgerow.core.privacy.MechanismEvent.Selection;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is attained is close to what is known exactly, and close enough to the accountants to notice half a cost. */
class AttainedLossTest {

    private static final List<Accountant> ALL =
            List.of(new BasicAccountant(), new ZcdpAccountant(), new RenyiAccountant(), new CertifiedAccountant());

    @Test
    void gaussianNoise_attainsItsExactCurve() {
        for (double mu : new double[] {0.05, 0.7, 4}) {
            for (double delta : new double[] {1e-12, 1e-6, 1e-2}) {
                double epsilon = AnalyticGaussian.epsilon(mu, delta);
                double attained = AttainedLoss.gaussian(mu * mu).delta(epsilon);
                // Eight nodes in each of sixteen panels, and a rounding of 1e-12 of the loss, which is 40/mu wide.
                assertEquals(delta, attained, 1e-9 * delta, "mu " + mu);
                assertTrue(attained <= delta);
            }
        }
    }

    /** Losses that are many times the noise, whose sum was computed with 40 digits. */
    @Test
    void littleNoiseBesideLargeLosses_attainsItsExactCurve() {
        double exact = 0.005754399361110229;
        double attained = AttainedLoss.pure(0.226)
                .times(13)
                .and(AttainedLoss.gaussian(0.02 * 0.02))
                .delta(1.893579856056147);
        // A rounding of 1e-12 of the loss, and of thirteen merged outputs.
        assertEquals(exact, attained, 1e-9 * exact);
        assertTrue(attained <= exact, attained + " of " + exact);
    }

    @Test
    void randomisedResponse_andOneExtremeSelection_attainTheirClosedFormulas() {
        double exact = (Math.exp(0.5) - Math.exp(0.2)) / (1 + Math.exp(0.5));
        assertEquals(exact, AttainedLoss.pure(0.5).delta(0.2), 1e-11);
        double p = Math.expm1(0.6 - 0.8) / Math.expm1(-0.8);
        assertEquals(
                -p * Math.expm1(0.2 - 0.6),
                AttainedLoss.extremeSelection(0.8, 0.75, 9).delta(0.2),
                1e-11);
    }

    /** A smaller scale of Laplace noise, told by cells, and three of them by the sum of their losses. */
    @Test
    void laplaceNoise_attainsNearlyItsExactCurve() {
        double exact = -Math.expm1((0.1 - 0.5) / 2);
        double attained = AttainedLoss.laplace(2).delta(0.1);
        assertTrue(attained <= exact && attained > 0.98 * exact, attained + " of " + exact);
        assertEquals(0, AttainedLoss.laplace(2).times(3).delta(1.5));
        assertTrue(AttainedLoss.laplace(2).times(3).delta(1.4) > 0);
    }

    /** The binomial law of selections, as merged outputs tell it. */
    @Test
    void manySelections_keepTheirLaw() {
        double range = 0.05;
        int count = 900;
        double p = Math.expm1(-0.5 * range) / Math.expm1(-range);
        double exact = 0;
        double logChoose = 0;
        for (int k = 0; k <= count; k++) {
            double loss = (2 * k - count) * 0.5 * range;
            double weight = Math.exp(logChoose + k * Math.log(p) + (count - k) * Math.log1p(-p));
            exact += weight * Math.max(0, -Math.expm1(3 - loss));
            logChoose += Math.log((count - k) / (k + 1.0));
        }
        double attained =
                AttainedLoss.extremeSelection(range, 0.5, 2).times(count).delta(3);
        // 300 outputs over 45 in loss, merged a dozen times: a variance smaller by some per cent of a cell's square.
        assertTrue(attained <= exact && attained > 0.8 * exact, attained + " of " + exact);
    }

    /** Whether some attained composition is above the bound when selections cost this share of their range. */
    private static boolean noticed(Accountant accountant, double share) {
        double[][] cases = {{0.7, 1, 0.999, 1e-9}, {2, 1, 0.999, 1e-9}, {0.1, 200, 0.5, 1e-8}, {0.05, 1500, 0.5, 1e-8}};
        for (double[] one : cases) {
            double epsilon = accountant.epsilon(new Selection(one[0] * share, (long) one[1]), one[3]);
            AttainedLoss loss = AttainedLoss.extremeSelection(one[0], one[2], 2).times((long) one[1]);
            if (loss.delta(epsilon) > one[3]) {
                return true;
            }
        }
        return false;
    }

    /** A cost of ε₀²/16 instead of ε₀²/8 is a range smaller by √2; a pure cost of half is a range of half. */
    @Test
    void halfTheCostOfSelections_isNoticedInEveryAccountant() {
        for (Accountant accountant : ALL) {
            assertFalse(noticed(accountant, 1), accountant.id());
            assertTrue(noticed(accountant, 0.5), accountant.id());
            assertTrue(noticed(accountant, Math.sqrt(0.5)), accountant.id());
            assertTrue(noticed(accountant, 0.9), accountant.id() + " by a tenth of the range");
        }
    }
}
