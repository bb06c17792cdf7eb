// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.optimise;

/**
 * A caller's estimate of the Hessian, from which L-BFGS starts its own, up to a factor that it finds. It changes the
 * number of evaluations, and which of several local minima is found, but not whether a point is stationary.
 */
public interface Preconditioner {

    /** Makes the last evaluated point current, once per accepted one. False where the estimate is useless. */
    boolean accepted();

    /**
     * Replaces a vector by the solution of the approximate Newton system at the current point, restricted to the free
     * variables, on which it must be symmetric and positive definite. The mask, [n], not to be modified, is 1 for a
     * free variable and 0 for one that is held, where the vector, [n], is 0 and stays so.
     */
    void solve(double[] vector, double[] mask);

    /** The estimate's entry on the diagonal at the current point; above 0. */
    default double diagonal(int variable) {
        return 1;
    }
}
