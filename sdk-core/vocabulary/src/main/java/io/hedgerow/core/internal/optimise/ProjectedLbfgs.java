// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.optimise;

import io.hedgerow.core.internal.optimise.Objective.Minimum;
import io.hedgerow.core.internal.optimise.Objective.Minimum.StopReason;
import io.hedgerow.core.internal.optimise.Objective.Preconditioner;
import org.jspecify.annotations.Nullable;

/**
 * Minimises a smooth function under bounds l ≤ x ≤ u; every point it evaluates or returns is within them and no step
 * raises the value by more than rounding.
 *
 * <p>Projected limited-memory BFGS. A variable at a bound whose gradient pushes against it is held; the quasi-Newton
 * direction is computed on the others; the search runs along the projection of the ray onto the box, so that many
 * bounds can become active in one step. A step is accepted on sufficient decrease (Bertsekas 1982, with the predicted
 * decrease g·(x(t) − x) of the bent path), shortened by a cubic through values and slopes otherwise. It differs from
 * L-BFGS-B (Byrd, Lu, Nocedal and Zhu 1995) in that no Cauchy point is computed: one two-loop recursion per step
 * instead of a subspace solve, O(memory·n) beside the evaluation.
 *
 * <p>Deterministic. Keeps its work space from call to call, hence not thread-safe; allocates nothing per iteration.
 */
public final class ProjectedLbfgs {

    private static final double SUFFICIENT_DECREASE = 1e-4;
    /** Values with a smaller relative difference cannot be told apart: then the gradient decides. */
    private static final double ROUNDING = 4e-15;
    /** A smaller relative decrease cannot be seen in the value, so the search ends. */
    private static final double INVISIBLE = 1e-16;
    /** Held variables can make others meet their bounds; after so many repeats they are simply stopped there. */
    private static final int DIRECTION_REPEATS = 8;

    private final LbfgsMemory memory = new LbfgsMemory();
    private double[] point = new double[0];
    private double[] trial = new double[0];
    private double[] gradient = new double[0];
    private double[] trialGradient = new double[0];
    private double[] direction = new double[0];
    private double[] mask = new double[0];
    private double value;
    private double gradientNorm;
    private int evaluations;

    public ProjectedLbfgs() {}

    /**
     * Minimises within bounds l ≤ u, [n], infinite for none, from {@code start}, [n] without NaN, moved to the nearest
     * point within them. The point of the result is the caller's. The preconditioner is the caller's Hessian estimate
     * in every step; null for a multiple of the identity.
     */
    public Minimum minimise(
            Objective objective,
            double[] start,
            double[] lower,
            double[] upper,
            LbfgsOptions options,
            @Nullable Preconditioner preconditioner) {
        int n = start.length;
        requireBounds(n, lower, upper);
        prepare(n, options.memory());
        for (int i = 0; i < n; i++) {
            if (Double.isNaN(start[i])) {
                throw new IllegalArgumentException("start must not be NaN, was NaN at " + i);
            }
            point[i] = Math.min(Math.max(start[i], lower[i]), upper[i]);
        }
        value = objective.evaluate(point, gradient);
        evaluations = 1;
        if (!Double.isFinite(value)) {
            return new Minimum(point.clone(), Double.POSITIVE_INFINITY, 1, 0, Double.NaN, StopReason.START_NOT_FINITE);
        }
        gradientNorm = projectedNorm(point, gradient, lower, upper);
        boolean estimated = preconditioner != null && preconditioner.accepted();
        StopReason reason = null;
        int iterations = 0;
        while (reason == null) {
            if (gradientNorm <= options.gradientTolerance()) {
                reason = StopReason.GRADIENT_TOLERANCE;
            } else {
                double before = value;
                reason = step(objective, lower, upper, options.maxEvaluations(), estimated ? preconditioner : null);
                if (reason == null) {
                    estimated = preconditioner != null && preconditioner.accepted();
                    iterations++;
                    double size = Math.max(Math.abs(before), Math.abs(value));
                    if (options.decreaseTolerance() > 0 && before - value <= options.decreaseTolerance() * size) {
                        reason = gradientNorm <= options.gradientTolerance()
                                ? StopReason.GRADIENT_TOLERANCE
                                : StopReason.DECREASE_TOLERANCE;
                    }
                }
            }
        }
        return new Minimum(point.clone(), value, evaluations, iterations, gradientNorm, reason);
    }

    /** Moves to a better point; returns the obstacle, or null. */
    private @Nullable StopReason step(
            Objective objective,
            double[] lower,
            double[] upper,
            int maxEvaluations,
            @Nullable Preconditioner preconditioner) {
        boolean steepest = memory.isEmpty() && preconditioner == null;
        while (true) {
            double slope = steepest ? Double.NaN : quasiNewton(lower, upper, preconditioner);
            if (!(slope < 0)) {
                steepest = true;
                slope = steepestDescent(lower, upper);
            }
            double first = steepest ? Math.min(1, 1 / Math.sqrt(-slope)) : 1;
            Search search = search(objective, lower, upper, maxEvaluations, slope, first);
            if (search == Search.FOUND) {
                memory.add(trial, point, trialGradient, gradient);
                return null;
            }
            if (search == Search.LIMIT) {
                return StopReason.MAX_EVALUATIONS;
            }
            if (steepest) {
                return StopReason.NO_DESCENT;
            }
            steepest = memory.isEmpty();
            memory.clear();
        }
    }

    private enum Search {
        FOUND,
        LIMIT,
        FAILED
    }

    /** Searches along the projected ray; on success swaps the accepted trial into the current point. */
    private Search search(
            Objective objective, double[] lower, double[] upper, int maxEvaluations, double slope, double first) {
        double step = first;
        while (true) {
            double predicted = 0;
            boolean moved = false;
            for (int i = 0; i < point.length; i++) {
                double x = Math.min(Math.max(point[i] + step * direction[i], lower[i]), upper[i]);
                trial[i] = x;
                predicted += gradient[i] * (x - point[i]);
                moved |= x != point[i];
            }
            // no shorter step makes a number of NaN, nor moves a point by steps that have become 0
            if (!moved || step == 0 || Double.isNaN(predicted)) {
                return Search.FAILED;
            }
            if (!(predicted < 0)) {
                // The path bends so early that it climbs; no evaluation is needed to know that it is too long.
                step *= 0.5;
                continue;
            }
            if (evaluations >= maxEvaluations) {
                return Search.LIMIT;
            }
            double trialValue = objective.evaluate(trial, trialGradient);
            evaluations++;
            if (!Double.isFinite(trialValue)) {
                step *= 0.25;
                continue;
            }
            boolean decreased = trialValue <= value + SUFFICIENT_DECREASE * predicted;
            if (decreased || trialValue <= value + ROUNDING * Math.abs(value)) {
                double norm = projectedNorm(trial, trialGradient, lower, upper);
                if (decreased || norm <= 0.9 * gradientNorm) {
                    accept(trialValue, norm);
                    return Search.FOUND;
                }
            }
            if (-predicted <= INVISIBLE * Math.abs(value)) {
                return Search.FAILED;
            }
            step *= contraction(step, slope, trialValue, slopeAt(step));
        }
    }

    private void accept(double trialValue, double norm) {
        value = trialValue;
        gradientNorm = norm;
        double[] x = point;
        point = trial;
        trial = x;
        double[] g = gradient;
        gradient = trialGradient;
        trialGradient = g;
    }

    /** Slope of the objective along the projected ray at the trial point. */
    private double slopeAt(double step) {
        double slope = 0;
        for (int i = 0; i < point.length; i++) {
            if (trial[i] == point[i] + step * direction[i]) {
                slope += trialGradient[i] * direction[i];
            }
        }
        return slope;
    }

    /** The factor that shortens a step: the minimiser of the cubic through both ends or the parabola, in [0.1, 0.5]. */
    private double contraction(double step, double slope, double trialValue, double trialSlope) {
        double rise = (trialValue - value) / step;
        double a = slope + trialSlope - 3 * rise;
        double discriminant = a * a - slope * trialSlope;
        double ratio = -slope / (2 * (rise - slope));
        if (discriminant >= 0) {
            double root = Math.sqrt(discriminant);
            double cubic = 1 - (trialSlope + root - a) / (trialSlope - slope + 2 * root);
            ratio = Double.isFinite(cubic) ? cubic : ratio;
        }
        return ratio >= 0.1 ? Math.min(ratio, 0.5) : 0.1;
    }

    /** Fills the direction; returns its slope, which is negative when the direction can be used. */
    private double quasiNewton(double[] lower, double[] upper, @Nullable Preconditioner preconditioner) {
        int n = point.length;
        hold(lower, upper);
        for (int repeat = 0; repeat < DIRECTION_REPEATS; repeat++) {
            for (int i = 0; i < n; i++) {
                direction[i] = -gradient[i] * mask[i];
            }
            memory.multiply(direction, mask, preconditioner);
            boolean blocked = false;
            for (int i = 0; i < n; i++) {
                if ((direction[i] < 0 && point[i] <= lower[i]) || (direction[i] > 0 && point[i] >= upper[i])) {
                    mask[i] = 0;
                    direction[i] = 0;
                    blocked = true;
                }
            }
            if (!blocked) {
                break;
            }
        }
        double slope = 0;
        for (int i = 0; i < n; i++) {
            slope += gradient[i] * direction[i];
        }
        return slope;
    }

    private double steepestDescent(double[] lower, double[] upper) {
        hold(lower, upper);
        double slope = 0;
        for (int i = 0; i < point.length; i++) {
            direction[i] = -gradient[i] * mask[i];
            slope += gradient[i] * direction[i];
        }
        return slope;
    }

    /** Sets the mask to 0 where a bound stops steepest descent and to 1 elsewhere. */
    private void hold(double[] lower, double[] upper) {
        for (int i = 0; i < point.length; i++) {
            boolean held = (point[i] <= lower[i] && gradient[i] >= 0) || (point[i] >= upper[i] && gradient[i] <= 0);
            mask[i] = held ? 0 : 1;
        }
    }

    private static double projectedNorm(double[] x, double[] g, double[] lower, double[] upper) {
        double norm = 0;
        for (int i = 0; i < x.length; i++) {
            // Not clip(x − g) − x, which loses a gradient that is small beside x.
            double descent = Math.min(Math.max(-g[i], lower[i] - x[i]), upper[i] - x[i]);
            norm = Math.max(norm, Math.abs(descent));
        }
        return norm;
    }

    private static void requireBounds(int n, double[] lower, double[] upper) {
        if (lower.length != n || upper.length != n) {
            throw new IllegalArgumentException("lower and upper must have " + n + " entries to match start, have "
                    + lower.length + " and " + upper.length);
        }
        for (int i = 0; i < n; i++) {
            if (!(lower[i] <= upper[i])
                    || lower[i] == Double.POSITIVE_INFINITY
                    || upper[i] == Double.NEGATIVE_INFINITY) {
                throw new IllegalArgumentException(
                        "lower must be <= upper, were " + lower[i] + " and " + upper[i] + " at " + i);
            }
        }
    }

    private void prepare(int n, int remembered) {
        memory.reset(remembered, n);
        if (point.length != n) {
            point = new double[n];
            trial = new double[n];
            gradient = new double[n];
            trialGradient = new double[n];
            direction = new double[n];
            mask = new double[n];
        }
    }

    /**
     * The limits of a minimisation: it remembers {@code memory} steps, and stops after a number of evaluations, when no
     * entry of the projected gradient exceeds {@code gradientTolerance}, or when a step lowers the value by at most
     * {@code decreaseTolerance} times the larger of |f| before and after; 0 switches the last criterion off.
     */
    public record LbfgsOptions(int memory, int maxEvaluations, double gradientTolerance, double decreaseTolerance) {
        public LbfgsOptions {
            if (memory < 1 || maxEvaluations < 1) {
                throw new IllegalArgumentException(
                        "memory and maxEvaluations must be at least 1, were " + memory + ", " + maxEvaluations);
            }
            if (!(gradientTolerance >= 0) || !(decreaseTolerance >= 0)) {
                throw new IllegalArgumentException("gradientTolerance and decreaseTolerance must be >= 0, were "
                        + gradientTolerance + ", " + decreaseTolerance);
            }
        }

        /** Ten remembered steps, 15 000 evaluations, projected gradient 1e-5, relative decrease 2e-9. */
        public static LbfgsOptions defaults() {
            return new LbfgsOptions(10, 15_000, 1e-5, 2e-9);
        }

        public LbfgsOptions withMaxEvaluations(int limit) {
            return new LbfgsOptions(memory, limit, gradientTolerance, decreaseTolerance);
        }
    }
}
