// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.contract.accounting;

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
import io.hedgerow.dp.accounting.Accountant;
import io.hedgerow.dp.accounting.AnalyticGaussian;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** What every accountant promises, whatever its method. */
public abstract class AccountantContract extends AttainedCompositionContract {

    /** What a search or a lattice may turn around, relatively; the accountant says why. */
    protected abstract double jitter();

    /** The accountant under test; one instance for all tests. */
    protected abstract Accountant accountant();

    @Override
    protected final double bound(MechanismEvent event, double delta) {
        return accountant().epsilon(event, delta);
    }

    /** Events with every kind of call, small enough for a test. */
    @Provide
    Arbitrary<MechanismEvent> events() {
        Arbitrary<Double> losses = Arbitraries.doubles().between(0.01, 1.5).ofScale(3);
        Arbitrary<Long> counts = Arbitraries.longs().between(1, 40);
        Arbitrary<MechanismEvent> one = Combinators.combine(
                        Arbitraries.integers().between(0, 3), losses, counts)
                .as((kind, loss, count) -> switch (kind) {
                    case 0 -> new Gaussian(loss, count);
                    case 1 -> new Selection(loss, count);
                    case 2 -> new Laplace(1 / loss, count);
                    default -> new PureDp(loss, count);
                });
        return one.list().ofMinSize(1).ofMaxSize(4).map(Sequence::new);
    }

    private double epsilon(MechanismEvent event, double delta) {
        return accountant().epsilon(event, delta);
    }

    /** The same calls with every loss multiplied by a factor. */
    private static MechanismEvent withLosses(MechanismEvent event, double factor) {
        if (event instanceof Gaussian gaussian) {
            return new Gaussian(gaussian.mu() * factor, gaussian.count());
        }
        if (event instanceof Selection selection) {
            return new Selection(selection.boundedRange() * factor, selection.count());
        }
        if (event instanceof Laplace laplace) {
            return new Laplace(laplace.scale() / factor, laplace.count());
        }
        if (event instanceof PureDp pure) {
            return new PureDp(pure.epsilon() * factor, pure.count());
        }
        return new Sequence(((Sequence) event)
                .steps().stream().map(step -> withLosses(step, factor)).toList());
    }

    private void assertNotAbove(double less, double more) {
        assertTrue(less <= more * (1 + jitter()) + 1e-15, less + " > " + more);
    }

    @Property(tries = 20)
    void epsilon_neverFallsWhenAnEventIsAdded(
            @ForAll("events") MechanismEvent event,
            @ForAll("events") MechanismEvent other,
            @ForAll("deltas") double delta) {
        assertNotAbove(epsilon(event, delta), epsilon(new Sequence(List.of(event, other)), delta));
    }

    @Property(tries = 20)
    void epsilon_fallsAsDeltaRises(@ForAll("events") MechanismEvent event, @ForAll("deltas") double delta) {
        assertNotAbove(epsilon(event, 2 * delta), epsilon(event, delta));
    }

    @Property(tries = 20)
    void epsilon_risesWithEveryLoss(@ForAll("events") MechanismEvent event, @ForAll("deltas") double delta) {
        assertNotAbove(epsilon(event, delta), epsilon(withLosses(event, 1.02), delta));
    }

    @Property(tries = 20)
    void epsilon_risesWithEveryCount(@ForAll("deltas") double delta) {
        for (long count : new long[] {1, 2, 7, 30}) {
            assertNotAbove(epsilon(new Gaussian(0.3, count), delta), epsilon(new Gaussian(0.3, count + 1), delta));
            assertNotAbove(epsilon(new Selection(0.3, count), delta), epsilon(new Selection(0.3, count + 1), delta));
            assertNotAbove(epsilon(new Laplace(3, count), delta), epsilon(new Laplace(3, count + 1), delta));
            assertNotAbove(epsilon(new PureDp(0.3, count), delta), epsilon(new PureDp(0.3, count + 1), delta));
        }
    }

    @Property(tries = 15)
    void epsilon_dependsNeitherOnOrderNorOnNesting(
            @ForAll("events") MechanismEvent event, @ForAll("deltas") double delta, @ForAll Random random) {
        List<MechanismEvent> steps = new ArrayList<>(((Sequence) event).steps());
        steps.add(new Selection(0.2, 3));
        steps.add(new Gaussian(0.1, 2));
        double expected = epsilon(new Sequence(steps), delta);
        Collections.shuffle(steps, random);
        assertEquals(expected, epsilon(new Sequence(steps), delta));
        MechanismEvent nested = new Sequence(steps.subList(1, steps.size()));
        assertEquals(expected, epsilon(new Sequence(List.of(steps.get(0), nested)), delta));
    }

    @Property(tries = 15)
    void epsilon_ofCallsOneByOne_isThatOfTheirCount(@ForAll("deltas") double delta) {
        List<MechanismEvent> single = Collections.nCopies(12, new Selection(0.1, 1));
        assertEquals(epsilon(new Selection(0.1, 12), delta), epsilon(new Sequence(single), delta));
        List<MechanismEvent> noise = Collections.nCopies(12, new Gaussian(0.1, 1));
        assertEquals(epsilon(new Gaussian(0.1, 12), delta), epsilon(new Sequence(noise), delta));
    }

    @Property(tries = 15)
    void epsilon_isNeverBelowOneCallAlone(@ForAll("deltas") double delta) {
        // One Laplace call of scale b is (ε, δ) exactly from ε = 1/b + 2·ln(1 − δ) on.
        double exact = Math.max(0, 0.5 + 2 * Math.log1p(-delta));
        assertTrue(epsilon(new Laplace(2, 1), delta) >= exact * (1 - 1e-12));
        assertTrue(epsilon(new Gaussian(0.7, 1), delta) >= AnalyticGaussian.epsilon(0.7, delta) * (1 - 1e-12));
        // One randomised response of ε' is (ε, δ) exactly from δ = (e^ε' − e^ε)/(1 + e^ε') on.
        double response = Math.max(0, Math.log(Math.exp(0.5) - delta * (1 + Math.exp(0.5))));
        assertTrue(epsilon(new PureDp(0.5, 1), delta) >= response * (1 - 1e-12));
    }

    @Example
    void badDelta_isRefusedWithItsValue() {
        for (double delta : new double[] {-1e-9, 1, 2, Double.NaN, Double.POSITIVE_INFINITY}) {
            String message = assertThrows(IllegalArgumentException.class, () -> epsilon(new Selection(0.1, 1), delta))
                    .getMessage();
            assertEquals("delta must be at least 0 and < 1, was " + delta, message);
        }
    }

    @Example
    void partWithoutAGuarantee_isRefused() {
        MechanismEvent event = new Sequence(List.of(new Gaussian(1, 1), new NonPrivate("plain means")));
        String message = assertThrows(IllegalArgumentException.class, () -> epsilon(event, 1e-6))
                .getMessage();
        assertTrue(message.contains("plain means"), message);
    }

    @Example
    void gaussianCalls_haveNoPureEpsilon() {
        assertEquals(Double.POSITIVE_INFINITY, epsilon(new Gaussian(0.01, 1), 0));
    }

    @Example
    void hugeCounts_giveANumberOrInfinity() {
        MechanismEvent event = new Sequence(List.of(
                new Gaussian(1e-6, Long.MAX_VALUE), new PureDp(1e-12, Long.MAX_VALUE), new Laplace(1e9, 1L << 40)));
        assertTrue(epsilon(event, 1e-6) > 0);
        assertThrows(
                IllegalArgumentException.class,
                () -> epsilon(new Sequence(List.of(new Gaussian(1, Long.MAX_VALUE), new Gaussian(1, 1))), 1e-6));
    }

    @Example
    void id_isShortAndStable() {
        assertTrue(accountant().id().matches("[a-z]{3,12}"));
    }
}
