// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.score;

/**
 * A score to be minimised that is a sum over variables and edges: Σ_j fit(j, r_j) + Σ_{i → j} penalty(i, j), r_j being
 * the residual variance of j regressed on its parents by least squares. A change of one parent set changes one term. An
 * implementation is deterministic and does not depend on earlier calls.
 */
public interface DecomposableScore {

    /**
     * The misfit of a variable: finite and not decreasing in r_j, or positive infinity where the score has no meaning.
     * r_j is not positive when the second moments are not those of any data, as noise added for privacy can make them.
     */
    double fit(int target, double residualVariance);

    /** The price of i → j: finite, at least 0. */
    double penalty(int from, int to);
}
