// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.data;

import java.util.Optional;

/**
 * The treatment of a record that has a missing cell. Filling cells in with values is not offered: it changes the
 * moments that structure learning rests on and belongs to the site's own data preparation.
 */
public enum MissingValues {
    /** Reading fails at the first missing cell. */
    REFUSE,
    /** The whole record is left out. Biased unless cells are missing completely at random. */
    SKIP_ROW,
    /**
     * A missing cell is NaN in its row, and the row is kept; a cell that holds something else than a number is refused.
     * For methods that take such rows: {@code gram} with the parameter {@code missing: use}. Methods that do not take
     * them fail.
     */
    USE,
    /**
     * Every cell that holds no finite number, missing, misspelt or too large, is NaN in its row, and every line of a
     * file after the first is a row, of NaN where it does not hold the fields: no record ends the reading, and none
     * changes the number of rows or another row. For private solvers, which count such a cell as 0: a failure that one
     * record can cause, or a row count that it can change, would tell about it whatever the noise. Methods without
     * privacy refuse such rows when they compute moments.
     */
    AS_NAN;

    /**
     * {@return the effect of a reader with this policy that no privacy budget bounds, see
     * {@link RowSource#reasonUnsafeForPrivacy}; empty for {@link #AS_NAN} alone}
     */
    public Optional<String> reasonUnsafeForPrivacy() {
        return switch (this) {
            case AS_NAN -> Optional.empty();
            case REFUSE, USE ->
                Optional.of("one cell without a number ends the reading, and others see that:"
                        + " read with MissingValues.AS_NAN");
            case SKIP_ROW ->
                Optional.of("one cell without a number changes how many rows there are, and others see"
                        + " that: read with MissingValues.AS_NAN");
        };
    }
}
