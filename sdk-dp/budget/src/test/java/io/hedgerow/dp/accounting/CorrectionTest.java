// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.accounting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.privacy.MechanismEvent;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Charges for drawing Gaussian noise on a lattice are linear in their number. */
class CorrectionTest {

    private static final double DELTA = 1e-6;

    private static MechanismEvent corrected(double each, long count) {
        return new MechanismEvent.Sequence(
                List.of(new MechanismEvent.Gaussian(0.01, 1000), new MechanismEvent.PureDp(each, count)));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 1000, 1_000_000, 100_000_000})
    void epsilon_addsEveryCorrection_howeverManyThereAre(long count) {
        double each = 1.5e-11;
        double sum = each * count;
        double epsilon = new CertifiedAccountant().epsilon(corrected(each, count), DELTA);
        double without = AnalyticGaussian.epsilon(0.01 * Math.sqrt(1000), DELTA * (1 - sum));
        // Charged as independent losses, a hundred million of them would come to 1e-6 instead of 1.5e-3. Rounding of
        // √1000
        // and of the bisection: 1e-9.
        assertEquals(without + sum, epsilon, 1e-9);
        assertTrue(epsilon >= without + sum * (1 - 1e-12), "never less than the sum");
    }

    @Test
    void epsilon_withACorrection_isTakenAtASmallerDelta() {
        double each = 1e-5;
        long count = 1000;
        double epsilon = new CertifiedAccountant().epsilon(corrected(each, count), DELTA);
        double atDelta = AnalyticGaussian.epsilon(0.01 * Math.sqrt(1000), DELTA);
        // one per cent less δ costs more than the bisection's rounding
        assertTrue(epsilon > atDelta + each * count + 1e-6, epsilon + " against " + (atDelta + each * count));
    }

    /** One Gaussian call with the charge for its lattice, at the smallest noise that the proof allows. */
    private static MechanismEvent release(double mu) {
        return new MechanismEvent.Sequence(
                List.of(new MechanismEvent.Gaussian(mu, 1), new MechanismEvent.PureDp(1.5e-11, 1)));
    }

    @ParameterizedTest
    @ValueSource(doubles = {1e-20, 1e-12, 1e-6, 1e-2})
    void epsilon_whereTailsOfTheLatticeOutweighDelta_isThatOfRenyi(double delta) {
        // the curve of continuous noise stands for δ ≥ 4e-21·(1 + e^ε), that is up to this ε
        double furthest = Math.log(delta / 4e-21 - 1);
        double mu = AnalyticGaussian.mu(new PrivacyBudget(furthest, delta));
        for (Accountant accountant : List.of(new CertifiedAccountant(), new BasicAccountant())) {
            double inside = accountant.epsilon(release(mu * 0.999), delta);
            double outside = accountant.epsilon(release(mu * 1.001), delta);
            double renyi = new RenyiAccountant().epsilon(release(mu * 1.001), delta);
            assertEquals(AnalyticGaussian.epsilon(mu * 0.999, delta), inside, 1e-9, accountant.id());
            assertEquals(renyi, outside, 0, accountant.id());
            assertTrue(outside > inside, accountant.id());
        }
        // what is continuous has no tails to cover
        double continuous = AnalyticGaussian.epsilon(mu * 1.001, delta);
        assertEquals(
                continuous, new CertifiedAccountant().epsilon(new MechanismEvent.Gaussian(mu * 1.001, 1), delta), 0);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.1, 1, 6, 30})
    void epsilon_neverFallsAsDeltaFalls_acrossTheBorder(double mu) {
        for (Accountant accountant : List.of(new CertifiedAccountant(), new BasicAccountant())) {
            double last = 0;
            for (double delta = 0.5; delta > 1e-300; delta *= 0.7) {
                double epsilon = accountant.epsilon(release(mu), delta);
                assertTrue(epsilon >= last, accountant.id() + " at " + delta + ": " + epsilon + " < " + last);
                last = epsilon;
            }
        }
    }

    @Test
    void epsilon_ofBasicComposition_isTakenAtASmallerDelta() {
        // ten calls of 1e-3, the largest charge that a call can have: 1 % of δ
        MechanismEvent event = corrected(1e-3, 10);
        double share = DELTA / 1000;
        double atDelta = 1000 * AnalyticGaussian.epsilon(0.01, share);
        double expected = 1000 * AnalyticGaussian.epsilon(0.01, share * (1 - 0.01)) + 0.01;
        assertTrue(expected > atDelta + 0.01 + 1e-6);
        assertEquals(expected, new BasicAccountant().epsilon(event, DELTA), 1e-9);
    }

    @Test
    void epsilon_ofTheLargestChargeThatACallCanHave_isAddedAndNotComposed() {
        double sum = 3e-3;
        double without = AnalyticGaussian.epsilon(0.01 * Math.sqrt(1000), DELTA * (1 - sum));
        assertEquals(without + sum, new CertifiedAccountant().epsilon(corrected(1e-3, 3), DELTA), 1e-9);
    }

    @Test
    void epsilon_whereChargesAddUpToMoreThanHalf_isThatOfRenyi() {
        // so much noise that the exact curve with 0.6 on top would be below Rényi's bound
        MechanismEvent event = new MechanismEvent.Sequence(
                List.of(new MechanismEvent.Gaussian(0.12, 1000), new MechanismEvent.PureDp(1e-3, 600)));
        double renyi = new RenyiAccountant().epsilon(event, DELTA);
        assertEquals(renyi, new CertifiedAccountant().epsilon(event, DELTA), 0);
        assertTrue(new BasicAccountant().epsilon(event, DELTA) >= renyi);
    }
}
