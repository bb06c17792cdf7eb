// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.audit;

/** The methods that {@code audit reconstruct} can attack. */
public enum AttackTarget {
    /** The closed form without protection: the attack succeeds. */
    FED_BNSL(false),
    /**
     * The closed form with masks: the attack on a single upload fails, whatever the sum of all shows. At least three
     * sites.
     */
    FED_BNSL_MASKED(false),
    /** Truncated sparse solutions without protection. */
    FED_SPARSE(false),
    /** Private greedy steps. */
    DP_FED_SPARSE(true),
    /** The closed form on a noisy matrix, which the attack recovers: the site released it. */
    DP_FED_BNSL(true);

    private final boolean noisy;

    AttackTarget(boolean noisy) {
        this.noisy = noisy;
    }

    boolean noisy() {
        return noisy;
    }

    boolean masked() {
        return this == FED_BNSL_MASKED;
    }

    /** The least number of sites: 3 with masks, since a sum over two is each other's upload, 1 without. */
    public int fewestSites() {
        return masked() ? 3 : 1;
    }
}
