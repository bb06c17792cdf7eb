// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.policy;

import io.hedgerow.secureagg.internal.key.Octets;
import java.util.List;

/**
 * What a site must remember of one subject.
 *
 * @param subject what was to be summed, as {@link ReleaseGuard#subjectOf} names it
 * @param input digest of the only lanes that the site masks for it
 * @param cohort the only sites over which it helps to open a sum; empty before it confirmed any
 */
public record ReleaseRecord(Octets subject, Octets input, List<Integer> cohort) {
    public ReleaseRecord {
        cohort = List.copyOf(cohort);
    }
}
