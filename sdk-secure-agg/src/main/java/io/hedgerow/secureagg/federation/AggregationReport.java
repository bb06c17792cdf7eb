// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.federation;

/**
 * The counts of secure aggregation in a run, without any value.
 *
 * @param threshold t: shares that open a secret, with all sites present
 * @param colluding n_C: sites that may collude
 * @param minCohort fewest sites in a sum
 * @param slots opened
 * @param released sums
 * @param questions asked of sites, those at the same time counted once: round trips besides those of tasks
 * @param bytesUp of answers; masked updates are not among them
 * @param bytesDown of questions
 * @param refusals answers that were not sound
 */
public record AggregationReport(
        int threshold,
        int colluding,
        int minCohort,
        int slots,
        int released,
        int questions,
        long bytesUp,
        long bytesDown,
        int refusals) {}
