package io.hedgerow.dp.solver;

/**
 * The two mechanisms a private greedy descent is made of: which entry moves, and what its gradient is. Everything else it
 * does is a function of their outputs and of public values.
 *
 * <p>Not thread-safe.
 */
interface PrivateSteps {

    /**
     * Replaces the scores of one column of candidates.
     *
     * @param j the column
     * @param scores in units of the sensitivity of a score, [q]; {@link Double#NEGATIVE_INFINITY} for what is no candidate,
     *     which must not depend on data
     */
    void scores(int j, double[] scores);

    /** One selection among all candidates: the flat index j·q + i. */
    int select();

    /** One clipped sum, in lattice steps, with noise. */
    double disturb(double sum);
}
