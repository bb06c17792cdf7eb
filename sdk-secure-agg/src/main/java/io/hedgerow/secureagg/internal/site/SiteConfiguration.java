// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.site;

import io.hedgerow.secureagg.internal.key.SigningIdentity;
import io.hedgerow.secureagg.internal.policy.ReleaseGuard;
import io.hedgerow.secureagg.internal.policy.Roster;
import io.hedgerow.secureagg.policy.AggregationPolicy;
import java.security.SecureRandom;

/**
 * A site's own inputs to a session, independent of the coordinator: its policy, the signed roster, its key and its
 * release records. Immutable but for what it holds.
 */
public final class SiteConfiguration {

    private final int number;
    private final AggregationPolicy policy;
    private final Roster roster;
    private final SigningIdentity identity;
    private final ReleaseGuard guard;
    private final SecureRandom random;

    /**
     * Joins the parts, with the platform's strongest everyday source of randomness.
     *
     * @param roster signed by officers of the consortium, the coordinator not among them
     * @throws IllegalArgumentException when the identity is not in the roster
     */
    public SiteConfiguration(AggregationPolicy policy, Roster roster, SigningIdentity identity, ReleaseGuard guard) {
        this(policy, roster, identity, guard, new SecureRandom());
    }

    /** The seam for known-answer tests. */
    SiteConfiguration(
            AggregationPolicy policy,
            Roster roster,
            SigningIdentity identity,
            ReleaseGuard guard,
            SecureRandom random) {
        this.policy = policy;
        this.roster = roster;
        this.identity = identity;
        this.guard = guard;
        this.random = random;
        int found = -1;
        for (int i = 0; i < roster.size(); i++) {
            found = roster.members().get(i).key().equals(identity.publicKey()) ? i : found;
        }
        if (found < 0) {
            throw new IllegalArgumentException("identity must be of a member of the roster, was not");
        }
        number = found;
    }

    public int number() {
        return number;
    }

    public AggregationPolicy policy() {
        return policy;
    }

    public int rosterSize() {
        return roster.size();
    }

    Roster roster() {
        return roster;
    }

    SigningIdentity identity() {
        return identity;
    }

    ReleaseGuard guard() {
        return guard;
    }

    SecureRandom random() {
        return random;
    }
}
