// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.coordinator;

import io.hedgerow.secureagg.internal.key.Octets;
import java.util.List;

/**
 * The sites over which a sum is to be opened.
 *
 * @param subject the sum, as {@link io.hedgerow.secureagg.internal.policy.ReleaseGuard#subjectOf} names it
 * @param sites U3 in ascending order
 */
public record DecidedCohort(Octets subject, List<Integer> sites) {
    public DecidedCohort {
        sites = List.copyOf(sites);
    }
}
