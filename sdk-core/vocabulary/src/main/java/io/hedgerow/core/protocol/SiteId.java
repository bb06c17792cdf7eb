// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.protocol;

import io.hedgerow.core.internal.text.PlainName;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.IntStream;

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

    /**
     * {@return the names of sites that have none of their own, as in one process: padded, so that the order of names is
     * the order of sites}
     *
     * @param sites P
     */
    public static List<SiteId> numbered(int sites) {
        return IntStream.range(0, sites)
                .mapToObj(p -> new SiteId(String.format(Locale.ROOT, "site-%03d", p + 1)))
                .toList();
    }

    @Override
    public int compareTo(SiteId other) {
        return value.compareTo(other.value);
    }
}
