// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.protocol;

import io.hedgerow.core.protocol.encoding.SparseChange;
import java.util.Objects;

/**
 * A site's result of one round, before protection: the change of its parameters. Never seen by a channel.
 *
 * @param site the site that computed it
 * @param study the study
 * @param round the round
 * @param change from the parameters that the coordinator has of this site
 */
public record Update(SiteId site, String study, int round, SparseChange change) {
    public Update {
        Objects.requireNonNull(site, "site");
        Objects.requireNonNull(study, "study");
        Objects.requireNonNull(change, "change");
    }

    /**
     * The content of an update, which decides what the coordinator can do about an absent site. Site and coordinator
     * must agree on it: a protection has one form, and both of its ends name the same. In every form a site's β changes
     * only where the coordinator changes its part of the sum.
     */
    public enum Form {
        /**
         * The change of B, of which the coordinator sees every site's. It knows B_p and β_p of each site: an absent one
         * keeps both for a few rounds, then the problem is that of the others.
         */
        SEEN_CHANGE,
        /**
         * The change of B, of which the coordinator sees sums only. It cannot take a site out of the total, so no β
         * changes in a round that lacks a site. For studies whose rounds have all sites.
         */
        SUMMED_CHANGE,
        /**
         * All of B + β/ρ2, of which the coordinator sees sums only. A sum is all that the step needs of its sites, so
         * every round solves the problem of the sites in its sum. Sums over different cohorts reveal what the
         * difference added: only for values that are private by themselves.
         */
        SUMMED_VALUE;

        /**
         * {@return whether β of a site changes with a round's sum; the same at both ends}
         *
         * @param included whether the site is in the sum
         * @param complete whether all sites of the study are in it
         */
        public boolean movesDual(boolean included, boolean complete) {
            return this == SUMMED_CHANGE ? complete : included;
        }
    }
}
