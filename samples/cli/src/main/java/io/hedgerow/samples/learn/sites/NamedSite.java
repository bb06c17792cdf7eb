// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.learn.sites;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.privacy.DatasetIdentity;

/**
 * The records of one site with its display name: a file, or a part of one.
 *
 * @param data closed
 * @param rows the same, for a run that keeps its own account of them
 */
public record NamedSite(String name, SiteData data, RowSource rows) {

    /** Wraps a source under a name, also the identity under which opening the data is recorded. */
    public static NamedSite of(String name, RowSource source) {
        String identity = name.length() <= 200 ? name : name.substring(name.length() - 200);
        return new NamedSite(name, SiteData.of(new DatasetIdentity(identity), source), source);
    }
}
