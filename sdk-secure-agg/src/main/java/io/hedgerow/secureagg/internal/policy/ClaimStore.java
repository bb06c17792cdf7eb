// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.policy;

import io.hedgerow.secureagg.internal.key.Octets;
import java.util.Map;

/**
 * Where a site keeps, across all studies of its data, which study a statistic was given to. Must be durable when a call
 * returns, and not come from an older copy. Extension point.
 */
public interface ClaimStore {

    /** All that is claimed: who has what, by the name of a statistic of a data version. */
    Map<Octets, Octets> load();

    /** A statistic is about to leave. */
    void claim(Octets name, Octets holder);
}
