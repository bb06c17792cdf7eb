// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.protocol;

import io.hedgerow.core.internal.text.PlainName;
import java.util.Objects;

/**
 * A site's name within a study.
 *
 * @param value 1 to 100 letters, digits, dots, dashes or underscores, which also name a file on every system: the first
 *     is neither dot nor dash, the last no dot, and names of Windows devices such as {@code nul} are none
 */
public record SiteId(String value) implements Comparable<SiteId> {
    public SiteId {
        PlainName.require("site name", Objects.requireNonNull(value, "value"));
    }

    @Override
    public int compareTo(SiteId other) {
        return value.compareTo(other.value);
    }
}
