// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.privacy;

import java.util.Objects;

/** The unit of privacy: a record or a user. The set is closed; the unit is fixed for the life of a ledger. */
public sealed interface PrivacyUnit {

    /** One row of the data set. Right when no one has more than one row. */
    record RecordUnit() implements PrivacyUnit {}

    /**
     * All rows that share a value of a key column, such as a patient number.
     *
     * @param keyColumn name of the column that holds the key; not blank
     */
    record UserUnit(String keyColumn) implements PrivacyUnit {
        public UserUnit {
            if (Objects.requireNonNull(keyColumn, "keyColumn").isBlank()) {
                throw new IllegalArgumentException("keyColumn must name a column, was blank");
            }
        }
    }
}
