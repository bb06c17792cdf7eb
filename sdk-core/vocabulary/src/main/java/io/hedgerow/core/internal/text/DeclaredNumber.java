// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.text;

import java.util.Optional;

/**
 * The public number of units for which noise was planned; data must have exactly this number.
 *
 * @param units declared
 * @param users whether these are users, and not rows
 */
public record DeclaredNumber(long units, boolean users) {

    /**
     * What is wrong with data that hold another number; for the people of the site.
     *
     * @param where the data
     * @param found the number of units in them
     * @param then what became of the charge; may be empty
     */
    public Optional<String> complaint(String where, long found, String then) {
        if (found == units) {
            return Optional.empty();
        }
        return Optional.of(where + ": must hold the declared number of " + units
                + (users ? " users, holds " : " rows, holds ") + found + (then.isEmpty() ? "" : "; " + then)
                + ". Complete the data, or have the true number declared"
                + (users ? "" : ": in a CSV file every line after the first is a row, blank ones too"));
    }
}
