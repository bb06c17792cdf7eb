// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.contract.accounting;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.privacy.MechanismEvent.Gaussian;
import io.hedgerow.core.privacy.MechanismEvent.Laplace;
import io.hedgerow.core.privacy.MechanismEvent.PureDp;
import io.hedgerow.core.privacy.MechanismEvent.Selection;
import io.hedgerow.core.privacy.MechanismEvent.Sequence;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Scale;

/**
 * No bound is below what a concrete composition attains: not below random mechanisms with random scores, and not below
 * the worst selections, alone, many, and beside noise. Every accountant extends this, also one that decides call by
 * call. What is attained is in {@link AttainedLoss}.
 */
public abstract class AttainedCompositionContract {

    /** The ε that the accountant under test certifies for an event at δ. */
    protected abstract double bound(MechanismEvent event, double delta);

    /** Calls, and what they attain. */
    record Attained(MechanismEvent event, AttainedLoss loss) {}

    /** δ from 1e-12 to 1e-2. */
    @Provide
    Arbitrary<Double> deltas() {
        return Arbitraries.doubles().between(-12, -2).ofScale(2).map(exponent -> Math.pow(10, exponent));
    }

    /** One to four steps; selections among two to six candidates, whose scores move by random parts of the range. */
    @Provide
    Arbitrary<Attained> compositions() {
        Arbitrary<Double> sizes = Arbitraries.doubles().between(0.02, 1.5).ofScale(3);
        Arbitrary<Long> counts = Arbitraries.longs().between(1, 40);
        Arbitrary<Double> scores = Arbitraries.doubles().between(-4, 4).ofScale(2);
        // Ends of the range are the worst, and are drawn half of the time.
        Arbitrary<Double> shifts = Arbitraries.oneOf(
                Arbitraries.of(0.0, 1.0), Arbitraries.doubles().between(0, 1).ofScale(2));
        Arbitrary<double[]> candidates =
                Combinators.combine(scores, shifts).as((score, shift) -> new double[] {score, shift});
        Arbitrary<Attained> one = Combinators.combine(
                        Arbitraries.integers().between(0, 4),
                        sizes,
                        counts,
                        candidates.list().ofMinSize(2).ofMaxSize(6))
                .as(AttainedCompositionContract::step);
        return one.list().ofMinSize(1).ofMaxSize(4).map(steps -> {
            AttainedLoss loss = AttainedLoss.none();
            for (Attained step : steps) {
                loss = loss.and(step.loss());
            }
            return new Attained(new Sequence(steps.stream().map(Attained::event).toList()), loss);
        });
    }

    private static Attained step(int kind, double size, long count, List<double[]> candidates) {
        return switch (kind) {
            case 0 -> new Attained(new Gaussian(size, count), AttainedLoss.gaussian(size * size * count));
            case 1 ->
                new Attained(
                        new Laplace(1 / size, count),
                        AttainedLoss.laplace(1 / size).times(count));
            case 2 ->
                new Attained(new PureDp(size, count), AttainedLoss.pure(size).times(count));
            default ->
                new Attained(
                        new Selection(size, count),
                        AttainedLoss.selection(
                                        size,
                                        candidates.stream()
                                                .mapToDouble(candidate -> candidate[0])
                                                .toArray(),
                                        candidates.stream()
                                                .mapToDouble(candidate -> candidate[1])
                                                .toArray())
                                .times(count));
        };
    }

    private void assertCovers(double epsilon, double delta, AttainedLoss loss) {
        double attained = loss.delta(epsilon);
        assertTrue(attained <= delta, () -> attained + " is attained at epsilon " + epsilon + ", delta is " + delta);
    }

    @Property(tries = 40)
    void bound_isNeverBelowAnAttainedComposition(
            @ForAll("compositions") Attained composition, @ForAll("deltas") double delta) {
        assertCovers(bound(composition.event(), delta), delta, composition.loss());
        assertCovers(bound(composition.event(), 0), 0, composition.loss());
    }

    /** Near tight: one selection of small δ loses nearly its whole range, whatever the accountant. */
    @Property(tries = 20)
    void bound_isNeverBelowOneExtremeSelection(
            @ForAll @DoubleRange(min = 0.01, max = 3) @Scale(4) double range,
            @ForAll @IntRange(min = 2, max = 1000) int candidates,
            @ForAll("deltas") double delta) {
        double epsilon = bound(new Selection(range, 1), delta);
        double pure = bound(new Selection(range, 1), 0);
        for (double share : new double[] {0.1, 0.3, 0.5, 0.7, 0.9, 0.99, 0.999, 0.9999}) {
            AttainedLoss loss = AttainedLoss.extremeSelection(range, share, candidates);
            assertCovers(epsilon, delta, loss);
            assertCovers(pure, 0, loss);
        }
    }

    /** More different ranges than an accountant may tell apart, each often enough for its own part to be tight. */
    @Property(tries = 3)
    void bound_isNeverBelowManyDifferentSelections(
            @ForAll @DoubleRange(min = 1.05, max = 1.1) double ratio, @ForAll("deltas") double delta) {
        List<MechanismEvent> steps = new ArrayList<>();
        AttainedLoss loss = AttainedLoss.none();
        for (int k = 0; k < 40; k++) {
            double range = 0.004 * Math.pow(ratio, k);
            steps.add(new Selection(range, 30));
            loss = loss.and(AttainedLoss.extremeSelection(range, 0.5, 2).times(30));
        }
        assertCovers(bound(new Sequence(steps), delta), delta, loss);
    }

    /** More selections than an accountant may compute at once, as an odd number, so that parts of them differ. */
    @Property(tries = 3)
    void bound_isNeverBelowThousandsOfExtremeSelections(
            @ForAll @DoubleRange(min = 1, max = 4) double spread,
            @ForAll @IntRange(min = 500, max = 1000) int half,
            @ForAll("deltas") double delta) {
        long count = 2L * half + 1;
        double range = spread / Math.sqrt((double) count);
        assertCovers(
                bound(new Selection(range, count), delta),
                delta,
                AttainedLoss.extremeSelection(range, 0.5, 2).times(count));
    }

    /** Near tight: so many losses add up to a bell, whose variance is that of the worst selections. */
    @Property(tries = 15)
    void bound_isNeverBelowManyExtremeSelections(
            @ForAll @DoubleRange(min = 0.3, max = 6) @Scale(3) double spread,
            @ForAll @DoubleRange(min = 1, max = 2.7) @Scale(3) double logCount,
            @ForAll @DoubleRange(min = 0.05, max = 2) @Scale(3) double mu,
            @ForAll @LongRange(min = 1, max = 5) long noisy,
            @ForAll("deltas") double delta) {
        long count = (long) Math.pow(10, logCount);
        double range = Math.min(1.5, spread / Math.sqrt((double) count));
        MechanismEvent selections = new Selection(range, count);
        double alone = bound(selections, delta);
        double beside = bound(new Sequence(List.of(new Gaussian(mu, noisy), selections)), delta);
        for (double share : new double[] {0.4, 0.5, 0.6}) {
            AttainedLoss loss = AttainedLoss.extremeSelection(range, share, 2).times(count);
            assertCovers(alone, delta, loss);
            assertCovers(beside, delta, loss.and(AttainedLoss.gaussian(mu * mu * noisy)));
        }
    }
}
