// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.score;

/**
 * The log score of a variable given its parents; larger is better. With one matrix A, P the parents of j, c their
 * number, r = A_jj − s − A_jP A_PP⁻¹ A_Pj for a shift s, and D = ln det A_PP, the score of j is {@code of(c, r, D)}, so
 * that one engine computes all scores from one Cholesky factor. Implementations are immutable, one for each assumption.
 */
public interface StructureScore {

    /** The matrix: A: [d, d] row by row, symmetric, positive diagonal; not copied, so not to be changed. */
    double[] matrix();

    /** The shift s of the diagonal where a variable is the target; at least 0. */
    default double shift() {
        return 0;
    }

    /** By how many nats weak edges, which change total effects, are likelier than the score of the best graph says. */
    default double caution() {
        return 0;
    }

    /** The score of one variable with c parents, a positive residual r and a log determinant D: finite. */
    double of(int parents, double residual, double logDeterminant);
}
