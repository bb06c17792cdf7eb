// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.sums;

import io.hedgerow.core.model.Parameters;

/** How many rows and sites have each pair of variables, where not all have all. */
public interface PairCounts {

    int variables();

    /** The rows that have some variable. */
    long rows();

    /** The rows that have both variables. */
    double rows(int one, int other);

    /** The number of sites that have both variables in some row. */
    int sites(int one, int other);

    /** How many sites have Fisher's z of a pair; {@code varying} is the sum of the weights of those where it varies. */
    default double sitesVarying(int one, int other, double varying) {
        // w is n − 4 where there are so many rows
        double weight = rows(one, other) - SiteSums.LOST * sites(one, other);
        return weight > 0 ? sites(one, other) * Math.min(1, varying / weight) : 0;
    }

    /** The number of sites that have a pair of variables, mean over the pairs. */
    default double meanSites() {
        int d = variables();
        double sum = 0;
        for (int j = 0; j < d; j++) {
            for (int i = 0; i < j; i++) {
                sum += sites(i, j);
            }
        }
        return d < 2 ? sites(0, 0) : 2 * sum / d / (d - 1);
    }

    /**
     * The sums, by {@link SiteSums#layout}, over the rows that have some columns, as far as third moments need them.
     */
    Parameters having(int[] columns);

    /** n n_ij / (n_i n_j) of fourth moments of n rows; n_ij have both. */
    double overlap(int one, int other, double shapes);
}
