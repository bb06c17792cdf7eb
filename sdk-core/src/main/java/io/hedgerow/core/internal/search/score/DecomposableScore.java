// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.score;

/**
 * A score that is a sum over variables and edges, so that a change of one parent set changes one term. Smaller is
 * better. Extension point.
 *
 * <p>score(G) = Σ_j fit(j, r_j) + Σ_{i → j} penalty(i, j), where r_j is the variance of variable j that is left after
 * least squares on its parents.
 *
 * <p>An implementation must be deterministic and must not depend on earlier calls.
 */
public interface DecomposableScore {

    /**
     * The misfit of a variable: finite and not decreasing in r_j, or positive infinity where the score has no meaning.
     *
     * @param residualVariance r_j; not positive when the second moments are not those of any data, as noise added for
     *     privacy can make them
     */
    double fit(int target, double residualVariance);

    /** The price of i → j: finite, at least 0. */
    double penalty(int from, int to);
}
