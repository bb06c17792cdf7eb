// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.method.settings;

import io.hedgerow.core.privacy.Adjacency;
import java.util.Objects;

/**
 * The kind and number of privacy units (rows or users) at a site. Public.
 *
 * @param count n of the site: rows or users with replace-one adjacency, a public constant of about that size with
 *     zero-out
 * @param byUser whether all rows of a user together are one unit
 * @param adjacency the neighbouring relation
 */
public record SiteUnits(long count, boolean byUser, Adjacency adjacency) {
    public SiteUnits {
        if (count < 2) {
            throw new IllegalArgumentException("a site must have at least 2 units, was " + count);
        }
        Objects.requireNonNull(adjacency, "adjacency");
    }
}
