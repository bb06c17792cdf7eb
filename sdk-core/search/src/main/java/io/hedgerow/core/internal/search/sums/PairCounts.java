// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.sums;

import io.hedgerow.core.model.Parameters;

/** How many rows and sites have each pair of variables, where not all have all. */
public interface PairCounts {

    /** The rows that have some variable. */
    long rows();

    /** The rows that have both variables. */
    double rows(int one, int other);

    /** The number of sites that have both variables in some row. */
    int sites(int one, int other);

    /** How many sites have Fisher's z of a pair; {@code varying} is the sum of the weights of those where it varies. */
    double sitesVarying(int one, int other, double varying);

    /** The number of sites that have a pair of variables, mean over the pairs. */
    double meanSites();

    /**
     * The sums, by {@link SiteSums#layout}, over the rows that have some columns, as far as third moments need them.
     */
    Parameters having(int[] columns);

    /** n n_ij / (n_i n_j) of fourth moments of n rows; n_ij have both. */
    double overlap(int one, int other, double shapes);
}
