// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.accounting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.contract.accounting.AccountantContract;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.privacy.MechanismEvent.Gaussian;
import io.hedgerow.core.privacy.MechanismEvent.Laplace;
import io.hedgerow.core.privacy.MechanismEvent.PureDp;
import io.hedgerow.core.privacy.MechanismEvent.Selection;
import io.hedgerow.core.privacy.MechanismEvent.Sequence;
import io.hedgerow.dp.internal.accounting.NormalTail;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("slow")
@net.jqwik.api.Tag("slow")
class CertifiedAccountantTest extends AccountantContract {

    private final Accountant accountant = new CertifiedAccountant();

    @Override
    protected Accountant accountant() {
        return accountant;
    }

    /** Splitting masses onto a lattice adds up to 7e-6 of variance; how much depends on where the lattice falls. */
    @Override
    protected double jitter() {
        return 2e-5;
    }

    @Property(tries = 30)
    void epsilon_isAtMostThatOfRenyi(@ForAll("events") MechanismEvent event, @ForAll("deltas") double delta) {
        assertTrue(accountant.epsilon(event, delta) <= new RenyiAccountant().epsilon(event, delta));
    }

    /**
     * The hard lower bound: a concrete composition of selections that all use the same t, with one Gaussian call,
     * computed from the binomial law. No sound accountant can be below it.
     */
    @Property(tries = 12)
    void epsilon_isNeverBelowAConcreteComposition(
            @ForAll @DoubleRange(min = 0.02, max = 1) double range,
            @ForAll @IntRange(min = 1, max = 120) int count,
            @ForAll @DoubleRange(min = 0.05, max = 3) double mu,
            @ForAll("deltas") double delta) {
        double epsilon =
                accountant.epsilon(new Sequence(List.of(new Selection(range, count), new Gaussian(mu, 1))), delta);
        for (int k = 1; k < 20; k++) {
            double attained = attained(range, count, mu, epsilon, range * k / 20);
            // The sum of at most 121 terms, each rounded up by 1e-14, is the only error.
            assertTrue(attained <= delta * (1 + 1e-10), attained + " > " + delta);
        }
    }

    private static double attained(double range, int count, double mu, double x, double t) {
        double p = Math.expm1(t - range) / Math.expm1(-range);
        double sum = 0;
        double logChoose = 0;
        for (int k = 0; k <= count; k++) {
            double loss = k * t + (count - k) * (t - range);
            double weight = Math.exp(logChoose + k * Math.log(p) + (count - k) * Math.log1p(-p));
            sum += weight * NormalTail.upperDelta(mu, x - loss);
            logChoose += Math.log((count - k) / (k + 1.0));
        }
        return sum;
    }

    /** A selection of the table "noise of the paper's formula": T, K, ε; columns a, b, c and the hard lower bound. */
    @ParameterizedTest
    @CsvSource({
        "10, 10, 0.5, 0.4194, 0.4186, 0.3931, 0.3922",
        "10, 10, 5, 4.5716, 4.5595, 4.3206, 4.3104",
        "10, 10, 50, 48.6179, 48.1805, 46.3554, 46.2213",
        "100, 10, 1, 0.8623, 0.8621, 0.8101, 0.8094",
        "100, 20, 5, 4.5716, 4.5710, 4.3233, 4.3187",
        "100, 20, 50, 48.6179, 48.5954, 46.6456, 46.5791",
        "100, 50, 10, 9.3492, 9.3486, 8.8696, 8.8613",
        "100, 100, 2, 1.7703, 1.7703, 1.6684, 1.6664",
        "100, 100, 50, 48.6179, 48.6134, 46.6743, 46.5946",
    })
    void tableOfThePapersNoise_isReproducedOrBetter(
            int rounds, int iterations, double paper, double a, double b, double c, double lower) {
        double delta = 4e-8;
        double mu = Math.sqrt(ZcdpAccountant.standardRho(new PrivacyBudget(paper, delta)) / rounds / iterations);
        long count = (long) rounds * iterations;
        MechanismEvent event = new Sequence(List.of(new Selection(2 * mu, count), new Gaussian(mu, count)));
        // The table has four decimals.
        assertEquals(paper, ZcdpAccountant.standardEpsilon(ZcdpAccountant.rho(event), delta), 1e-9 * paper);
        assertEquals(a, new ZcdpAccountant().epsilon(event, delta), 6e-5);
        assertEquals(b, new RenyiAccountant().epsilon(event, delta), 6e-5);
        double epsilon = accountant.epsilon(event, delta);
        assertTrue(epsilon <= c + 6e-5, "not above the table, was " + epsilon);
        assertTrue(epsilon >= lower - 6e-5, "not below the hard bound, was " + epsilon);
        // What is left to gain is 0.29 % for a hundred selections and 0.07 % for thousands.
        assertTrue(epsilon <= lower * (1 + (count < 1000 ? 4e-3 : 1.2e-3)), "close to the hard bound, was " + epsilon);
    }

    @Test
    void noiseOfThePaper_isHeterogeneousToo() {
        // Two ranges in one plan: between the plans that have only the smaller one and only the larger one.
        double delta = 1e-6;
        MechanismEvent mixed = new Sequence(List.of(
                new Selection(0.05, 60), new Gaussian(0.1, 5), new Selection(0.08, 60), new Selection(0.05, 20)));
        double epsilon = accountant.epsilon(mixed, delta);
        MechanismEvent small = new Sequence(List.of(new Selection(0.05, 140), new Gaussian(0.1, 5)));
        MechanismEvent large = new Sequence(List.of(new Selection(0.08, 140), new Gaussian(0.1, 5)));
        assertTrue(epsilon > accountant.epsilon(small, delta));
        assertTrue(epsilon < accountant.epsilon(large, delta));
        assertTrue(epsilon < 0.97 * new RenyiAccountant().epsilon(mixed, delta), "and better than Rényi");
    }

    @Test
    void manyDifferentRanges_areMergedUpwards() {
        List<MechanismEvent> steps = new ArrayList<>();
        List<MechanismEvent> largest = new ArrayList<>();
        for (int k = 0; k < 60; k++) {
            steps.add(new Selection(0.05 * (1 + 0.002 * k), 3));
            steps.add(new Laplace(20 / (1 + 0.002 * k), 1));
            largest.add(new Selection(0.05 * 1.118, 3));
            largest.add(new Laplace(20 / 1.118, 1));
        }
        double epsilon = accountant.epsilon(new Sequence(steps), 1e-6);
        assertTrue(epsilon < accountant.epsilon(new Sequence(largest), 1e-6));
        assertTrue(epsilon < new RenyiAccountant().epsilon(new Sequence(steps), 1e-6));
        assertTrue(epsilon > accountant.epsilon(new Sequence(steps.subList(0, 100)), 1e-6));
    }

    @Test
    void negligiblePureCharges_areAddedToEpsilonAndTakenFromDelta() {
        MechanismEvent plan = new Sequence(List.of(new Selection(0.05, 30), new Gaussian(0.1, 30)));
        double epsilon = accountant.epsilon(plan, 1e-6 * (1 - 6e-8));
        double charged = accountant.epsilon(new Sequence(List.of(plan, new PureDp(2e-9, 30))), 1e-6);
        // The search ends within 1e-9 of the root, relatively, from another start.
        assertEquals(epsilon + 6e-8, charged, 1e-9 * epsilon);
        double noise = accountant.epsilon(new Sequence(List.of(new Gaussian(0.3, 4), new PureDp(1e-8, 10))), 1e-6);
        assertEquals(AnalyticGaussian.epsilon(0.6, 1e-6 * (1 - 1e-7)) + 1e-7, noise, 1e-12);
    }

    @Test
    void largerPureCharges_areComposed() {
        MechanismEvent both = new Sequence(List.of(new PureDp(2e-9, 30), new PureDp(0.1, 100), new Gaussian(0.5, 1)));
        double epsilon = accountant.epsilon(both, 1e-6);
        double sum = 10 + accountant.epsilon(new Gaussian(0.5, 1), 1e-6);
        assertTrue(epsilon < 0.6 * sum, "far below the sum " + sum + ", was " + epsilon);
    }

    @Test
    void onlyNegligibleCharges_costTheirSum() {
        assertEquals(3e-9, accountant.epsilon(new PureDp(1e-9, 3), 1e-20), 1e-24);
        assertEquals(0, accountant.epsilon(new PureDp(1e-9, 3), 1e-6), "δ alone covers them");
    }

    @Test
    void veryLargeRanges_fallBackToRenyi() {
        MechanismEvent event = new Sequence(List.of(new Selection(200, 3), new Gaussian(1, 1)));
        assertEquals(new RenyiAccountant().epsilon(event, 1e-6), accountant.epsilon(event, 1e-6));
        MechanismEvent large = new Selection(90, 3);
        assertTrue(accountant.epsilon(large, 1e-6) <= 270);
    }

    @Test
    void verySmallDelta_fallsBackToRenyi_exceptForGaussianCalls() {
        MechanismEvent event = new Selection(0.1, 300);
        assertEquals(new RenyiAccountant().epsilon(event, 1e-40), accountant.epsilon(event, 1e-40));
        assertEquals(AnalyticGaussian.epsilon(0.2, 1e-40), accountant.epsilon(new Gaussian(0.2, 1), 1e-40), 1e-13);
    }

    @Test
    void aMillionSelections_areCertified() {
        // ρ = 1e6·ε₀²/8; the exact Gaussian of the same ρ is within 1 % of any plan of so many small losses.
        MechanismEvent event = new Selection(2e-3, 1_000_000);
        double epsilon = accountant.epsilon(event, 1e-6);
        double gaussian = AnalyticGaussian.epsilon(1, 1e-6);
        assertEquals(gaussian, epsilon, 0.01 * gaussian);
    }
}
