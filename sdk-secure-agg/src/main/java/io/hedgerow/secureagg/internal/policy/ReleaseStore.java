// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.policy;

import java.util.List;

/**
 * Where a site keeps, across sessions and restarts, what it has released. A record must be durable when append returns.
 * Extension point.
 */
public interface ReleaseStore {

    /** Everything that was appended: the records in their order. */
    List<ReleaseRecord> load();

    /** Adds a record, durably. */
    void append(ReleaseRecord entry);
}
