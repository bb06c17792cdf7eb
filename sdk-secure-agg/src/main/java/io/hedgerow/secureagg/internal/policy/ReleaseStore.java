// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.policy;

import java.util.List;

/**
 * Keeps a site's releases across sessions and restarts. A record must be durable when append returns. Extension point.
 */
public interface ReleaseStore {

    List<ReleaseRecord> load();

    void append(ReleaseRecord entry);
}
