// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.accounting;

import io.hedgerow.core.internal.text.BudgetRange;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.dp.internal.accounting.EventTotals;
import io.hedgerow.dp.internal.accounting.Require;
import java.util.Objects;

/**
 * Finds the least noise that keeps a plan within a budget: the largest common factor on all losses of a plan whose
 * certified ε does not exceed the budget. The ε of the result was computed for exactly the event that is returned.
 *
 * <p>The search starts from the exact cost of Gaussian noise of the same concentrated cost, which is within a percent
 * for plans of many small losses, and goes on by false position on logarithms: two or three certifications. Thread-safe
 * when the accountant is.
 */
public final class Calibration {
    /** The ε of the result is within this of the budget, relatively. */
    private static final double TOLERANCE = 5e-4;

    private static final int MOST_TRIALS = 100;

    /** A scale so far from the first guess meets no budget worth having. */
    private static final double FURTHEST = 1e9;

    private final Accountant accountant;

    /**
     * Creates a calibration with an accountant.
     *
     * @param accountant bounds the cost of a plan
     */
    public Calibration(Accountant accountant) {
        this.accountant = Objects.requireNonNull(accountant, "accountant");
    }

    /**
     * Finds the largest scale at which a plan stays within the budget.
     *
     * @param budget the bound
     * @param template the plan at scale 1, in chronological order; the ratios of its parameters are kept
     * @return the scaled plan; its ε is at most the budget's and at least 0.9995 of it, unless ε jumps there
     * @throws IllegalArgumentException when the budget cannot be met at any scale, such as with Gaussian calls at δ = 0
     */
    public NoisePlan calibrate(PrivacyBudget budget, MechanismEvent template) {
        Objects.requireNonNull(budget, "budget");
        double target = StrictMath.log(budget.epsilon());
        double rho = ZcdpAccountant.rho(EventTotals.of(template));
        double first = start(budget, rho);
        double scale = first;
        Bracket bracket = new Bracket(slope(budget, scale * scale * rho));
        for (int trial = 0; trial < MOST_TRIALS; trial++) {
            MechanismEvent event = scaled(template, scale);
            double epsilon = accountant.epsilon(event, budget.delta());
            double excess = StrictMath.log(Math.max(epsilon, Double.MIN_NORMAL)) - target;
            if (epsilon <= budget.epsilon()) {
                bracket.best = new NoisePlan[] {new NoisePlan(scale, event, epsilon, accountant.id())};
                if (epsilon >= budget.epsilon() * (1 - TOLERANCE)) {
                    break;
                }
            }
            bracket.add(StrictMath.log(scale), excess);
            if (bracket.isClosed()) {
                break;
            }
            // Aim at the middle of the tolerated band.
            scale = StrictMath.exp(bracket.next(-0.4 * TOLERANCE));
            if (!(scale > first / FURTHEST && scale < first * FURTHEST)) {
                break;
            }
        }
        if (bracket.best.length == 0) {
            throw BudgetRange.tooSmall("epsilon was " + budget.epsilon() + " at delta " + budget.delta()
                    + ", and no noise makes the plan cost as little");
        }
        return bracket.best[0];
    }

    /** The event with every loss multiplied by a factor. */
    private static MechanismEvent scaled(MechanismEvent event, double factor) {
        if (event instanceof MechanismEvent.Gaussian gaussian) {
            return new MechanismEvent.Gaussian(gaussian.mu() * factor, gaussian.count());
        }
        if (event instanceof MechanismEvent.Selection selection) {
            return new MechanismEvent.Selection(selection.boundedRange() * factor, selection.count());
        }
        if (event instanceof MechanismEvent.Laplace laplace) {
            return new MechanismEvent.Laplace(laplace.scale() / factor, laplace.count());
        }
        if (event instanceof MechanismEvent.PureDp pure) {
            return new MechanismEvent.PureDp(pure.epsilon() * factor, pure.count());
        }
        if (event instanceof MechanismEvent.Distance) {
            return event; // a property of the source, whatever the scale of its noise
        }
        if (event instanceof MechanismEvent.Sequence sequence) {
            return new MechanismEvent.Sequence(
                    sequence.steps().stream().map(step -> scaled(step, factor)).toList());
        }
        throw new IllegalArgumentException("event must have a privacy guarantee in every part, was " + event);
    }

    private static double start(PrivacyBudget budget, double rho) {
        double mu = budget.delta() > 0 ? AnalyticGaussian.mu(budget) : budget.epsilon();
        return mu / Math.sqrt(2 * rho);
    }

    /** d ln ε / d ln scale of {@code ε = ρ + 2√(ρL)}, where ρ grows like the square of the scale: between 1 and 2. */
    private static double slope(PrivacyBudget budget, double rho) {
        if (budget.delta() == 0) {
            return 1;
        }
        double root = Math.sqrt(rho * -StrictMath.log(budget.delta()));
        return (2 * rho + 2 * root) / (rho + 2 * root);
    }

    /**
     * A bracket of ln ε − ln target as a function of ln scale: a point where it is at most 0, and one where it is more.
     */
    private static final class Bracket {
        private final double slope;
        private NoisePlan[] best = {};
        private double low = Double.NEGATIVE_INFINITY;
        private double high = Double.POSITIVE_INFINITY;
        private double atLow;
        private double atHigh;
        private int sides;

        Bracket(double slope) {
            this.slope = slope;
        }

        void add(double logScale, double excess) {
            if (excess <= 0) {
                low = Math.max(low, logScale);
                atLow = excess;
                sides = Math.max(sides, 0) + 1;
            } else {
                high = Math.min(high, logScale);
                atHigh = excess;
                sides = Math.min(sides, 0) - 1;
            }
        }

        /** Whether ε jumps between two scales that no longer differ. */
        boolean isClosed() {
            return high - low < 1e-9;
        }

        double next(double aim) {
            if (high == Double.POSITIVE_INFINITY) {
                return low + step(aim - atLow);
            }
            if (low == Double.NEGATIVE_INFINITY) {
                return high - step(atHigh - aim);
            }
            double guess = low + (aim - atLow) * (high - low) / (atHigh - atLow);
            return Math.abs(sides) < 3 && guess > low && guess < high ? guess : 0.5 * (low + high);
        }

        /** The next step: as far as the slope says at first, twice as far each time it was not enough. */
        private double step(double distance) {
            return Math.min(3, Math.max(distance / slope, 1e-4)) * Math.max(1, 2 * (Math.abs(sides) - 1));
        }
    }

    /**
     * Calibrated noise: an event template whose losses were multiplied by one factor until its cost met a budget.
     *
     * @param scale the factor on every μ, ε₀, ε and 1/scale of the template; finite and &gt; 0
     * @param event the scaled event
     * @param epsilon the ε that the accountant certifies for the event; at most the budget's ε
     * @param accountant the accountant's identifier
     */
    public record NoisePlan(double scale, MechanismEvent event, double epsilon, String accountant) {
        public NoisePlan {
            Require.positive("scale", scale);
            Require.atLeastZero("epsilon", epsilon);
        }
    }
}
