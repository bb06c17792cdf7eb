// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.release;

import io.hedgerow.dp.internal.release.moments.GramSum;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.privacy.Adjacency;
import java.util.Arrays;

/** Sums the second moments of a private release before their noise: rows are bounded, rounded to the lattice, added. */
public final class LatticeSums {

    private LatticeSums() {}

    /** A number that changes with every one of the sums. */
    public static long checksum(RowSource rows, int count) {
        int d = rows.schema().size();
        GramSum products = new GramSum(d, count, Adjacency.REPLACE_ONE, false, 0, 1, 1, false);
        double[] units = new double[d];
        Arrays.fill(units, 1);
        products.begin(new double[d], units);
        UnitCounter sum = rows.sumOfRows(new UnitCounter(products, Long.MAX_VALUE));
        return Arrays.hashCode(sum.phase().sums());
    }
}
