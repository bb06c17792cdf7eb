// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.coordinator;

import io.hedgerow.secureagg.internal.key.Octets;
import java.util.List;

/**
 * The sites U3, in ascending order, over which the sum of a subject of
 * {@link io.hedgerow.secureagg.internal.policy.ReleaseGuard#subjectOf} is to be opened.
 */
public record DecidedCohort(Octets subject, List<Integer> sites) {
    public DecidedCohort {
        sites = List.copyOf(sites);
    }
}
