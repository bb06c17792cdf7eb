// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.protocol;

/**
 * The content of an update, which decides what the coordinator can do about an absent site. Site and coordinator must
 * agree on it: a protection has one form, and both of its ends name the same. In all of them a site's β changes only
 * where the coordinator changes its part.
 */
public enum UpdateForm {
    /**
     * The change of B, and the coordinator sees every site's. It knows B_p and β_p of each: an absent site keeps both
     * for a few rounds, then the problem is that of the others.
     */
    SEEN_CHANGE,
    /**
     * The change of B, and the coordinator sees sums only. It cannot take a site out of the total, so no β changes in a
     * round that lacks a site. For studies whose rounds have all sites.
     */
    SUMMED_CHANGE,
    /**
     * All of B + β/ρ2, and the coordinator sees sums only. What a sum holds is all that the step needs of its sites, so
     * every round is a round of the sites in its sum. Sums of one study over cohorts that differ tell what the
     * difference added: only for values that are private by themselves.
     */
    SUMMED_VALUE;

    /**
     * {@return whether β of a site changes with a round's sum; the same at both ends}
     *
     * @param included whether the site is in the sum
     * @param complete whether all sites of the study are
     */
    public boolean movesDual(boolean included, boolean complete) {
        return this == SUMMED_CHANGE ? complete : included;
    }
}
