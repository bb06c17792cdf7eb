// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.optimise;

/** A function to minimise, with its gradient, in one call because they share most of the work. */
@FunctionalInterface
public interface Objective {

    /**
     * Gives f(x), x: [n], not to be modified, and writes every entry of the gradient, [n], unless the value is
     * infinite; positive infinity (or NaN, treated alike) where the function is not defined.
     */
    double evaluate(double[] x, double[] gradient);

    /**
     * The result of a minimisation.
     *
     * @param point x, the best point found; within the bounds
     * @param value f(x); positive infinity when the objective is not finite at the start
     * @param projectedGradientNorm max_i |clip(x_i − g_i) − x_i|, 0 at a stationary point; NaN when the value is not
     *     finite
     */
    @SuppressWarnings("ArrayRecordComponent") // a result handed over once; compared nowhere
    record Minimum(
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

    /**
     * A caller's estimate of the Hessian, from which L-BFGS starts its own, up to a factor that it finds. It changes
     * the number of evaluations, and which of several local minima is found, but not whether a point is stationary.
     */
    interface Preconditioner {

        /** Makes the last evaluated point current, once per accepted one. False where the estimate is useless. */
        boolean accepted();

        /**
         * Replaces a vector by the solution of the approximate Newton system at the current point, restricted to the
         * free variables, on which it must be symmetric and positive definite. The mask, [n], not to be modified, is 1
         * for a free variable and 0 for one that is held, where the vector, [n], is 0 and stays so.
         */
        void solve(double[] vector, double[] mask);

        /** The estimate's entry on the diagonal at the current point; above 0. */
        default double diagonal(int variable) {
            return 1;
        }
    }
}
