// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.policy;

import io.hedgerow.secureagg.internal.key.Octets;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Keeps, across all studies of a site's data, the study to which a statistic was given. Must be durable when a call
 * returns, and not come from an older copy. Thread-safe: studies that run at a time share one. Extension point.
 */
public interface ClaimStore {

    /** The holder of each claim, by the name of a statistic of a data version. */
    Map<Octets, Octets> load();

    /**
     * Claims statistics that are about to leave, all of them or none; those that the holder has are not claimed again.
     * Deciding and claiming are one step, so that of two studies at a time one is refused.
     *
     * @return the first name that another holder has, with which nothing was claimed
     */
    Optional<Octets> claim(List<Octets> names, Octets holder);
}
