// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.predict;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/**
 * The distribution of every number of a linear network given the cells that a row has: E[x_u | x_g] = m_u + S_ug S_gg⁻¹
 * (x_g − m_g) and the variance that is left, for each set g of places once. Cells outside of g are marginalised over,
 * exactly for normal noises. Not thread-safe.
 */
final class NumberConditions {

    /** So many numbers of matrices are kept. */
    private static final int MOST_NUMBERS = 4_000_000;

    private final LinearNetwork network;
    private final double[] means;
    private final Map<BitSet, Given> known = new HashMap<>();

    NumberConditions(LinearNetwork network) {
        this.network = network;
        this.means = network.means();
    }

    /**
     * The distribution given the cells of some places that are not NaN; of cells that follow from others none counts.
     */
    Given given(int[] places, double[] row) {
        BitSet seen = new BitSet(row.length);
        for (int place : places) {
            if (!Double.isNaN(row[place])) {
                seen.set(place);
            }
        }
        Given found = known.get(seen);
        if (found == null) {
            if ((known.size() + 1L) * row.length * row.length > MOST_NUMBERS) {
                known.clear();
            }
            found = new Given(seen);
            known.put(seen, found);
        }
        return found;
    }

    /** The distribution of all numbers given some of them. */
    final class Given {
        private final int[] used;
        private final double[][] conditional;

        private Given(BitSet seen) {
            this.conditional = network.covariance();
            this.used = network.sweep(conditional, seen.stream().toArray());
        }

        double mean(int j, double[] row) {
            double value = means[j];
            for (int g : used) {
                value += conditional[j][g] * (row[g] - means[g]);
            }
            return value;
        }

        /** The standard deviation of place j, which is not given; round-off may leave less than nothing. */
        double deviation(int j) {
            return Math.sqrt(Math.max(0, conditional[j][j]));
        }
    }
}
