// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.release.moments;

import java.io.Serializable;

/**
 * Makes a row of columns whose products are summed from a row of values, one by one: a function of one row and of the
 * announcement. It bounds nothing; {@link MappedGramSum} does. Not thread-safe.
 */
public interface RowMap extends Serializable {

    int columns();

    /** Makes a row; all of it is overwritten. */
    void map(double[] values, double[] made);
}
