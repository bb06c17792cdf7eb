package io.hedgerow.core.optimise;

/**
 * What a caller knows about the Hessian of its objective: the matrix from which L-BFGS starts its own approximation. It
 * changes the number of evaluations, never the solution.
 */
public interface Preconditioner {

    /**
     * Tells that the point at which the objective was evaluated last is the current point from now on. Called once per
     * accepted point, the start included.
     */
    void accepted();

    /**
     * Replaces a vector by the solution of the approximate Newton system at the current point, restricted to the free
     * variables. Must be symmetric and positive definite on them.
     *
     * @param vector [n], 0 where the mask is 0; modified, and must be 0 there afterwards
     * @param mask [n], 1 for a free variable and 0 for one that is held; not to be modified
     */
    void solve(double[] vector, double[] mask);
}
