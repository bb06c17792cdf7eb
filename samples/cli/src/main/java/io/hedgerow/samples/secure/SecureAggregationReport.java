// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.secure;

/**
 * The figures of secure aggregation in a run; a part of {@code result.json}.
 *
 * @param mode {@code malicious-coordinator} or {@code trusted-coordinator}
 * @param suite key agreement
 * @param sites P
 * @param threshold shares that open a secret
 * @param colluding sites that may collude
 * @param minCohort fewest sites in a sum
 * @param slots opened, repeated ones included
 * @param losses sites lost, over all slots; simulated
 * @param roundTrips beside those of tasks, of the whole run
 * @param bytesUp of the protocol beside masked updates, all sites
 * @param bytesDown of the protocol beside tasks, all sites
 * @param refused answers that were not sound
 */
public record SecureAggregationReport(
        String mode,
        String suite,
        int sites,
        int threshold,
        int colluding,
        int minCohort,
        int slots,
        int sums,
        int losses,
        int roundTrips,
        long bytesUp,
        long bytesDown,
        int refused) {}
