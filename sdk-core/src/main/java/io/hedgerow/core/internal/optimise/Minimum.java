// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.optimise;

/**
 * The result of a minimisation.
 *
 * @param point x, the best point found; within the bounds
 * @param value f(x); positive infinity when the objective is not finite at the start
 * @param projectedGradientNorm max_i |clip(x_i − g_i) − x_i|, 0 at a stationary point; NaN when the value is not finite
 */
@SuppressWarnings("ArrayRecordComponent") // a result handed over once; compared nowhere
public record Minimum(
        double[] point,
        double value,
        int evaluations,
        int iterations,
        double projectedGradientNorm,
        StopReason reason) {

    public enum StopReason {
        GRADIENT_TOLERANCE,
        DECREASE_TOLERANCE,
        MAX_EVALUATIONS,
        /** No lower value was found along steepest descent: as far as rounding allows, or the gradient is wrong. */
        NO_DESCENT,
        START_NOT_FINITE
    }
}
