// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.protocol;

import io.hedgerow.core.internal.text.Excerpt;
import java.util.Objects;

/**
 * A site's name within a study.
 *
 * @param value 1 to 100 letters, digits, dots, dashes or underscores
 */
public record SiteId(String value) implements Comparable<SiteId> {
    public SiteId {
        if (!Objects.requireNonNull(value, "value").matches("[A-Za-z0-9._-]{1,100}")) {
            throw new IllegalArgumentException(
                    "site name must be 1 to 100 letters, digits, dots, dashes or underscores, was "
                            + Excerpt.quoted(value));
        }
    }

    @Override
    public int compareTo(SiteId other) {
        return value.compareTo(other.value);
    }
}
