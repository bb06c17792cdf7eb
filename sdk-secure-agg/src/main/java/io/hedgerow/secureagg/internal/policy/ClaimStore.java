// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.policy;

import io.hedgerow.secureagg.internal.key.Octets;
import java.util.Map;

/**
 * Keeps, across all studies of a site's data, the study to which a statistic was given. Must be durable when a call
 * returns, and not come from an older copy. Extension point.
 */
public interface ClaimStore {

    /** The holder of each claim, by the name of a statistic of a data version. */
    Map<Octets, Octets> load();

    /** Claims a statistic that is about to leave. */
    void claim(Octets name, Octets holder);
}
