// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.audit;

/** What {@code audit reconstruct} can attack. */
public enum Attacked {
    /** The closed form without protection: the attack succeeds. */
    FED_BNSL(false),
    /**
     * The closed form behind masks: the attack on a single upload fails, whatever the sum of all tells. At least three
     * sites.
     */
    FED_BNSL_MASKED(false),
    /** Truncated sparse solutions without protection. */
    FED_SPARSE(false),
    /** Private greedy steps. */
    DP_FED_SPARSE(true),
    /** The closed form on a noisy matrix, which the attack recovers: it is what the site released. */
    DP_FED_BNSL(true);

    private final boolean noisy;

    Attacked(boolean noisy) {
        this.noisy = noisy;
    }

    boolean noisy() {
        return noisy;
    }

    boolean masked() {
        return this == FED_BNSL_MASKED;
    }

    /** Fewest sites: behind masks a sum over two is each other's upload: 3 with masks, 1 without. */
    public int fewestSites() {
        return masked() ? 3 : 1;
    }
}
