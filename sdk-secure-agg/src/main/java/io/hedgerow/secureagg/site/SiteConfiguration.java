package io.hedgerow.secureagg.site;

import io.hedgerow.secureagg.key.SigningIdentity;
import io.hedgerow.secureagg.key.SlotStore;
import io.hedgerow.secureagg.policy.AggregationPolicy;
import io.hedgerow.secureagg.policy.ReleaseGuard;
import io.hedgerow.secureagg.policy.Roster;
import java.security.SecureRandom;
import java.util.Objects;

/**
 * What a site brings into a session, none of it from the coordinator: its own rules, a roster that officers signed, its key and its memory.
 * Immutable but for what it holds.
 */
public final class SiteConfiguration {

    private final int number;
    private final AggregationPolicy policy;
    private final Roster roster;
    private final SigningIdentity identity;
    private final SlotStore slots;
    private final ReleaseGuard guard;
    private final PromiseStore promises;
    private final SecureRandom random;

    /**
     * Joins them, with the platform's strongest everyday source of randomness.
     *
     * @param policy the site's own rules
     * @param roster accepted by {@link io.hedgerow.secureagg.policy.OfficerBoard#require}
     * @param identity whose public key is in the roster
     * @param slots where the ratchet is kept
     * @param guard what was released before
     * @throws IllegalArgumentException when the identity is not in the roster
     */
    public SiteConfiguration(
            AggregationPolicy policy, Roster roster, SigningIdentity identity, SlotStore slots, ReleaseGuard guard) {
        this(policy, roster, identity, slots, guard, PromiseStore.NONE);
    }

    /**
     * Joins them, for a site that can be asked again for shares that it promised before a restart.
     *
     * @param policy the site's own rules
     * @param roster accepted by {@link io.hedgerow.secureagg.policy.OfficerBoard#require}
     * @param identity whose public key is in the roster
     * @param slots where the ratchet is kept
     * @param guard what was released before
     * @param promises where promised shares are kept until their slot is settled
     * @throws IllegalArgumentException when the identity is not in the roster
     */
    public SiteConfiguration(
            AggregationPolicy policy,
            Roster roster,
            SigningIdentity identity,
            SlotStore slots,
            ReleaseGuard guard,
            PromiseStore promises) {
        this(policy, roster, identity, slots, guard, promises, new SecureRandom());
    }

    /** The seam for known-answer tests. */
    SiteConfiguration(
            AggregationPolicy policy,
            Roster roster,
            SigningIdentity identity,
            SlotStore slots,
            ReleaseGuard guard,
            PromiseStore promises,
            SecureRandom random) {
        this.policy = Objects.requireNonNull(policy, "policy");
        this.roster = Objects.requireNonNull(roster, "roster");
        this.identity = identity;
        this.slots = slots;
        this.guard = guard;
        this.promises = Objects.requireNonNull(promises, "promises");
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

    /**
     * This site's place in the roster.
     *
     * @return its number
     */
    public int number() {
        return number;
    }

    /**
     * The site's own rules.
     *
     * @return the policy
     */
    public AggregationPolicy policy() {
        return policy;
    }

    /**
     * How many sites may take part.
     *
     * @return size of the roster
     */
    public int rosterSize() {
        return roster.size();
    }

    Roster roster() {
        return roster;
    }

    SigningIdentity identity() {
        return identity;
    }

    SlotStore slots() {
        return slots;
    }

    ReleaseGuard guard() {
        return guard;
    }

    PromiseStore promises() {
        return promises;
    }

    SecureRandom random() {
        return random;
    }
}
