// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.optimise;

/**
 * A caller's estimate of the Hessian: the matrix from which L-BFGS starts its own approximation, up to a factor that
 * L-BFGS finds itself. It changes the number of evaluations, and which of several local minima is found, but not
 * whether a point is stationary.
 */
public interface Preconditioner {

    /**
     * Makes the last evaluated point the current one. Called once per accepted point, the start included.
     *
     * @return whether the estimate is useful at this point; if not, a multiple of the identity is used there
     */
    boolean accepted();

    /**
     * Replaces a vector by the solution of the approximate Newton system at the current point, restricted to the free
     * variables. Must be symmetric and positive definite on them.
     *
     * @param vector [n], 0 where the mask is 0; modified, and must be 0 there afterwards
     * @param mask [n], 1 for a free variable and 0 for one that is held; not to be modified
     */
    void solve(double[] vector, double[] mask);

    /** The estimate's entry on the diagonal at the current point; above 0. */
    default double diagonal(int variable) {
        return 1;
    }
}
