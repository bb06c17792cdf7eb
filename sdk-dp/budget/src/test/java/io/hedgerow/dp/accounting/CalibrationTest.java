// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.accounting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.privacy.MechanismEvent.Gaussian;
import io.hedgerow.core.privacy.MechanismEvent.Laplace;
import io.hedgerow.core.privacy.MechanismEvent.NonPrivate;
import io.hedgerow.core.privacy.MechanismEvent.PureDp;
import io.hedgerow.core.privacy.MechanismEvent.Selection;
import io.hedgerow.core.privacy.MechanismEvent.Sequence;
import io.hedgerow.dp.accounting.Calibration.NoisePlan;
import java.util.Collections;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.Scale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CalibrationTest {

    private final Accountant certified = new CertifiedAccountant();

    private static void assertUsesTheBudget(NoisePlan plan, PrivacyBudget budget, Accountant accountant) {
        assertTrue(plan.epsilon() <= budget.epsilon(), "within the budget");
        assertTrue(plan.epsilon() >= 0.9995 * budget.epsilon(), "and all of it, was " + plan);
        assertEquals(plan.epsilon(), accountant.epsilon(plan.event(), budget.delta()), "ε is that of the event");
        assertEquals(accountant.id(), plan.accountant());
    }

    @Property(tries = 25)
    void calibrate_usesTheBudgetWithCheapAccountants(
            @ForAll @DoubleRange(min = 0.05, max = 40) @Scale(3) double epsilon,
            @ForAll @DoubleRange(min = -12, max = -3) double logDelta,
            @ForAll @DoubleRange(min = 1e-3, max = 1e3) @Scale(4) double unit) {
        PrivacyBudget budget = new PrivacyBudget(epsilon, Math.pow(10, logDelta));
        MechanismEvent template = new Sequence(List.of(
                new Selection(unit, 20), new Gaussian(2 * unit, 7), new Laplace(3 / unit, 2), new PureDp(unit / 5, 3)));
        for (Accountant accountant : List.of(new BasicAccountant(), new ZcdpAccountant(), new RenyiAccountant())) {
            assertUsesTheBudget(new Calibration(accountant).calibrate(budget, template), budget, accountant);
        }
    }

    @Property(tries = 6)
    void calibrate_usesTheBudgetWithTheCertifiedAccountant(
            @ForAll @DoubleRange(min = 0.05, max = 40) @Scale(3) double epsilon,
            @ForAll @DoubleRange(min = -12, max = -3) double logDelta) {
        PrivacyBudget budget = new PrivacyBudget(epsilon, Math.pow(10, logDelta));
        MechanismEvent template = new Sequence(List.of(new Selection(1, 20), new Gaussian(0.7, 7), new Laplace(3, 2)));
        assertUsesTheBudget(new Calibration(certified).calibrate(budget, template), budget, certified);
    }

    /**
     * Each trial composes a whole study. Between 1 and 9 were seen; no bound is proved, so the studies are the same.
     */
    @Property(tries = 100, seed = "47")
    void calibrate_needsFewTrials(
            @ForAll @DoubleRange(min = 0.05, max = 40) @Scale(3) double epsilon,
            @ForAll @DoubleRange(min = -12, max = -3) double logDelta,
            @ForAll @DoubleRange(min = 1e-3, max = 1e3) @Scale(4) double unit) {
        Accountant counted = new RenyiAccountant();
        int[] trials = {0};
        Accountant counting = new Accountant() {
            @Override
            public String id() {
                return counted.id();
            }

            @Override
            public double epsilon(MechanismEvent event, double delta) {
                trials[0]++;
                return counted.epsilon(event, delta);
            }
        };
        MechanismEvent template = new Sequence(List.of(new Selection(unit, 20), new Gaussian(2 * unit, 7)));
        new Calibration(counting).calibrate(new PrivacyBudget(epsilon, Math.pow(10, logDelta)), template);
        assertTrue(trials[0] <= 10, "took " + trials[0]);
    }

    /** z of the table "noise of the paper's formula", column c: T, K, ε, z. */
    @ParameterizedTest
    @CsvSource({"10, 10, 0.5, 132.320", "10, 10, 5, 15.464", "10, 10, 50, 2.330", "100, 20, 5, 69.202"})
    void iterations_meetTheTableOfCalibratedNoise(int rounds, int iterations, double epsilon, double z) {
        PrivacyBudget budget = new PrivacyBudget(epsilon, 4e-8);
        // ρ = 1 in all, half of each iteration's for its selection: ε₀ = 2μ
        double mu = Math.sqrt(1.0 / (rounds * iterations));
        Sequence steps = new Sequence(Collections.nCopies(
                rounds * iterations, new Sequence(List.of(new Selection(2 * mu, 1), new Gaussian(mu, 1)))));
        NoisePlan plan = new Calibration(certified).calibrate(budget, steps);
        assertUsesTheBudget(plan, budget, certified);
        // The table's noise is for all of ε and for a coarser lattice; ours is for 0.9995 of ε at least.
        assertEquals(z, 1 / (plan.scale() * mu), 1e-3 * z);
    }

    @Test
    void pureBudget_calibratesPureEvents() {
        PrivacyBudget budget = new PrivacyBudget(2, 0);
        NoisePlan plan = new Calibration(certified).calibrate(budget, new Laplace(1, 8));
        assertUsesTheBudget(plan, budget, certified);
        assertEquals(0.25, plan.scale(), 1.3e-4);
    }

    @Test
    void budgetOutOfReach_isRefusedWithItsValues() {
        Calibration calibration = new Calibration(certified);
        String message = assertThrows(
                        IllegalArgumentException.class,
                        () -> calibration.calibrate(new PrivacyBudget(1, 0), new Gaussian(1, 1)))
                .getMessage();
        assertTrue(message.contains("epsilon 1.0 at delta 0.0"), message);
        assertThrows(
                IllegalArgumentException.class,
                () -> calibration.calibrate(new PrivacyBudget(0.3, 1e-9), new NonPrivate("plain")));
    }

    @Test
    void accountantThatJumps_givesItsLowerSide() {
        Accountant jumping = new Accountant() {
            @Override
            public String id() {
                return "jumping";
            }

            @Override
            public double epsilon(MechanismEvent event, double delta) {
                return ((Gaussian) event).mu() < 0.123 ? 0.5 : 2;
            }
        };
        NoisePlan plan = new Calibration(jumping).calibrate(new PrivacyBudget(1, 1e-6), new Gaussian(1, 1));
        assertEquals(0.5, plan.epsilon());
        assertEquals(0.123, plan.scale(), 1e-8);
    }
}
