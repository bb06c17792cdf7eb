// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.accounting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.privacy.MechanismEvent.Distance;
import io.hedgerow.core.privacy.MechanismEvent.Gaussian;
import io.hedgerow.core.privacy.MechanismEvent.PureDp;
import io.hedgerow.core.privacy.MechanismEvent.Selection;
import io.hedgerow.core.privacy.MechanismEvent.Sequence;
import io.hedgerow.dp.mechanism.NoiseSource;
import java.util.List;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Scale;

/** A law that is only near the stated one costs δ, never less than the exact one, and has no divergence. */
class NearNoiseTest {

    /** That of Google's library. */
    private static final NoiseSource.Law NEAR = new NoiseSource.Law(0x1p-47, 0x1p-44, false);

    private static final List<Accountant> ALL =
            List.of(new CertifiedAccountant(), new BasicAccountant(), new RenyiAccountant(), new ZcdpAccountant());

    private static MechanismEvent event(double mu, long count, int selections) {
        MechanismEvent gaussian =
                new Sequence(List.of(new Gaussian(mu, count), new PureDp(1e-12 * (count + selections), count)));
        return selections == 0 ? gaussian : new Sequence(List.of(new Selection(mu / 2, selections), gaussian));
    }

    @Property(tries = 60)
    void nearNoise_neverCostsLessThanExactNoise(
            @ForAll @DoubleRange(min = 1e-3, max = 3) @Scale(4) double mu,
            @ForAll @LongRange(min = 1, max = 40) long count,
            @ForAll @IntRange(min = 0, max = 20) int selections,
            @ForAll @LongRange(min = 1, max = 1_000_000) long draws,
            @ForAll @IntRange(min = 4, max = 12) int exponent) {
        MechanismEvent exact = event(mu, count, selections);
        double delta = Math.pow(10, -exponent);
        for (Accountant accountant : ALL) {
            double stated = accountant.epsilon(exact, delta);
            double near = accountant.epsilon(NEAR.ofGaussians(exact, draws), delta);
            assertTrue(near >= stated, accountant.id() + ": " + near + " < " + stated);
        }
    }

    /** ε is the least with δ' + (1 + e^ε)·T = δ, to a millionth; the curve of one Gaussian call is exact. */
    @Property(tries = 60)
    void delta_paysForTheDistanceOfEveryNumber(
            @ForAll @DoubleRange(min = 0.05, max = 0.6) @Scale(3) double mu,
            @ForAll @LongRange(min = 1, max = 1_000_000) long draws) {
        double delta = 1e-6;
        double total = 0x1p-47 * draws;
        double epsilon = new CertifiedAccountant().epsilon(NEAR.ofGaussians(new Gaussian(mu, 1), draws), delta);
        double left = delta - (1 + Math.exp(epsilon)) * total;
        assertTrue(epsilon >= AnalyticGaussian.epsilon(mu, left) * (1 - 1e-12), "epsilon " + epsilon + " is too small");
        assertEquals(AnalyticGaussian.epsilon(mu, left), epsilon, 2e-6 * epsilon);
    }

    @Example
    void distance_thatExceedsDelta_hasNoBound() {
        MechanismEvent much = new Sequence(List.of(new Gaussian(0.5, 1), new Distance(1e-9, 1000)));
        for (Accountant accountant : ALL) {
            assertEquals(Double.POSITIVE_INFINITY, accountant.epsilon(much, 1e-6), accountant.id());
            assertEquals(Double.POSITIVE_INFINITY, accountant.epsilon(new Distance(1e-9, 1), 0), accountant.id());
        }
        assertThrows(
                IllegalArgumentException.class, () -> new NoiseSource.Law(1e-9, 0, false).left(budget(2, 1e-6), 1000));
    }

    @Property(tries = 20)
    void nearNoise_isNotConcentrated_andHasNoDivergence(
            @ForAll @DoubleRange(min = 1e-3, max = 3) @Scale(4) double mu,
            @ForAll @LongRange(min = 1, max = 1_000_000) long draws) {
        MechanismEvent near = NEAR.ofGaussians(new Gaussian(mu, 1), draws);
        assertEquals(Double.POSITIVE_INFINITY, new ZcdpAccountant().epsilon(near, 1e-6));
        String refusal = assertThrows(IllegalArgumentException.class, () -> ZcdpAccountant.rho(near))
                .getMessage();
        assertTrue(refusal.contains("noise discrete"), refusal);
        assertThrows(IllegalArgumentException.class, () -> RenyiAccountant.divergence(near, 8));
    }

    /** What is planned with the δ that is left is within the budget when it is charged. */
    @Property(tries = 40)
    void noiseForWhatIsLeft_isWithinTheBudget(
            @ForAll @DoubleRange(min = 0.1, max = 4) @Scale(3) double epsilon,
            @ForAll @LongRange(min = 1, max = 1_000_000) long draws) {
        PrivacyBudget whole = budget(epsilon, 1e-6);
        double mu = AnalyticGaussian.mu(
                budget(epsilon * (1 - 1e-6), NEAR.left(whole, draws).delta()));
        double charged = new CertifiedAccountant().epsilon(NEAR.ofGaussians(new Gaussian(mu, 1), draws), 1e-6);
        assertTrue(charged <= epsilon, charged + " > " + epsilon);
        assertTrue(charged >= epsilon * (1 - 1e-4), charged + " is far below " + epsilon);
    }

    @Example
    void calibration_leavesTheDistanceAsItIs() {
        MechanismEvent template = NEAR.ofGaussians(new Gaussian(1, 1), 1_000_000);
        Calibration.NoisePlan plan = new Calibration(new CertifiedAccountant()).calibrate(budget(2, 1e-6), template);
        assertEquals(
                new Distance(0x1p-47, 1_000_000),
                ((Sequence) plan.event()).steps().get(1));
        assertTrue(plan.epsilon() <= 2 && plan.epsilon() > 1.99, "epsilon " + plan.epsilon());
    }

    @Example
    void exactLaw_costsNothingMore() {
        Gaussian gaussian = new Gaussian(0.5, 1);
        assertSame(gaussian, NoiseSource.Law.EXACT.ofGaussians(gaussian, 1000));
        assertEquals(budget(2, 1e-6), NoiseSource.Law.EXACT.left(budget(2, 1e-6), 1000));
    }

    @Example
    void law_refusesWhatIsNone() {
        for (double distance : new double[] {-1, Double.NaN, 1e-3}) {
            assertThrows(IllegalArgumentException.class, () -> new NoiseSource.Law(distance, 0, false));
            assertThrows(IllegalArgumentException.class, () -> new NoiseSource.Law(0, distance, false));
        }
        assertThrows(IllegalArgumentException.class, () -> new NoiseSource.Law(0x1p-47, 0, true));
    }

    private static PrivacyBudget budget(double epsilon, double delta) {
        return new PrivacyBudget(epsilon, delta);
    }
}
