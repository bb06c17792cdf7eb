// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.privacy;

import io.hedgerow.core.internal.text.Excerpt;
import java.util.Objects;

/**
 * The name under which a site's data set is charged in ledgers. It outlives studies, processes and coordinators: a
 * budget is spent on a data set, so anyone who reuses the data must reuse the name.
 *
 * @param value the declared name; 1 to 200 characters, not blank
 */
public record DatasetIdentity(String value) {
    public DatasetIdentity {
        Objects.requireNonNull(value, "value");
        if (value.isBlank() || value.length() > 200) {
            throw new IllegalArgumentException(
                    "dataset identity must be 1 to 200 characters and not blank, was " + Excerpt.quoted(value));
        }
    }
}
