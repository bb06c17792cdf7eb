// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.node.internal;

import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.secureagg.internal.coordinator.CoordinatorArchive;
import io.hedgerow.secureagg.internal.federation.SecureAggregator;
import io.hedgerow.secureagg.internal.federation.SummedStudy;
import io.hedgerow.secureagg.internal.key.IdentityKey;
import io.hedgerow.secureagg.internal.key.Octets;
import io.hedgerow.secureagg.internal.key.SigningIdentity;
import io.hedgerow.secureagg.internal.policy.Roster;
import io.hedgerow.secureagg.policy.AggregationPolicy;
import io.hedgerow.secureagg.policy.AggregationPolicy.CoordinatorTrust;
import io.hedgerow.secureagg.policy.AggregationPolicy.Suite;
import io.hedgerow.transport.identity.MessageSigner;
import io.hedgerow.transport.identity.PublicSigningKey;
import io.hedgerow.transport.identity.RosterDocument;
import io.hedgerow.transport.internal.key.SigningTokens.OpenedKey;
import io.hedgerow.transport.study.PlannedAggregation;
import io.hedgerow.transport.study.StudyPlan;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.util.List;

/** The masks of a plan: its rules and its roster as secure aggregation has them. */
public final class PlannedMasks {

    private static final int FEWEST = 3;

    /**
     * Bytes of heap for each ordered pair of sites when all join: 1.4 kB of keys to pass on, and the half of a sealed
     * secret of 1.3 kB, as it has arrived and on its way. Without ML-KEM a key of 32 bytes, signed.
     */
    private static final long OF_PAIR = 2600;

    private static final long OF_PAIR_CLASSICAL = 180;

    private static final long MEGABYTE = 1_000_000;

    private final AggregationPolicy policy;
    private final Roster roster;

    public PlannedMasks(StudyPlan plan, RosterDocument document) {
        PlannedAggregation planned = plan.secureAggregation()
                .orElseThrow(() -> new IllegalArgumentException("the plan has no secure aggregation"));
        requireFits(plan, document);
        policy = policy(plan, planned);
        roster = new Roster(
                key(document.coordinator()),
                document.members().stream()
                        .map(member -> new Roster.Member(member.site().value(), key(member.key())))
                        .toList());
    }

    public static AggregationPolicy policy(StudyPlan plan, PlannedAggregation planned) {
        return new AggregationPolicy(
                planned.suite() == PlannedAggregation.Suite.HYBRID ? Suite.HYBRID : Suite.CLASSICAL,
                planned.mode() == PlannedAggregation.Mode.MALICIOUS
                        ? CoordinatorTrust.MALICIOUS
                        : CoordinatorTrust.HONEST_BUT_CURIOUS,
                planned.colluding(),
                planned.minHonest(),
                Math.max(FEWEST, plan.minimumCohort()),
                false,
                true);
    }

    /**
     * {@return the fewest sites in anything that is opened of a plan with masks, by minimumCohort and by minHonest
     * beside those that may collude}
     *
     * @param plan what officers sign
     */
    public static int fewestInSum(StudyPlan plan) {
        return plan.secureAggregation()
                .map(masks -> Math.max(
                        plan.minimumCohort(), masks.colludingAmong(plan.sites().size()) + masks.minHonest()))
                .orElse(plan.minimumCohort());
    }

    public static void requireFits(StudyPlan plan, RosterDocument document) {
        List<SiteId> members =
                document.members().stream().map(RosterDocument.Member::site).toList();
        if (!members.equals(plan.sites())) {
            throw new IllegalArgumentException("the roster must name the sites of the plan " + plan.sites()
                    + " in the plan's order, names " + members);
        }
    }

    /**
     * Requires that a coordinator has room for the keys of all sites, so that it does not end when they have joined.
     *
     * @param heap bytes that the process may have
     * @throws UncheckedIOException when it has not
     */
    public void requireRoom(long heap) {
        long pairs = (long) roster.size() * roster.size();
        long needed = pairs * (policy.suite() == Suite.HYBRID ? OF_PAIR : OF_PAIR_CLASSICAL);
        if (heap < needed) {
            throw new UncheckedIOException(new IOException("a coordinator must have at least "
                    + (needed + MEGABYTE - 1) / MEGABYTE + " MB of heap while " + roster.size()
                    + " sites agree on masks, may have " + heap / MEGABYTE
                    + ": start java with a larger -Xmx, or split the sites into studies of groups"));
        }
    }

    public AggregationPolicy policy() {
        return policy;
    }

    public Roster roster() {
        return roster;
    }

    public SecureAggregator aggregator(SummedStudy sums, MessageSigner coordinator, CoordinatorArchive archive) {
        return new SecureAggregator(sums, policy, roster, identity(coordinator), Clock.systemUTC(), archive);
    }

    /** Forgets a key of the identity directory; one that a program keeps elsewhere stays open. */
    public static void close(MessageSigner key) {
        if (key instanceof OpenedKey own) {
            own.close();
        }
    }

    public static SigningIdentity identity(MessageSigner key) {
        PublicSigningKey known = key.publicKey();
        return new SigningIdentity() {
            @Override
            public IdentityKey publicKey() {
                return key(known);
            }

            @Override
            public Octets sign(Octets digest) {
                byte[] signature = key.sign(digest.toBytes());
                if (!known.verifies(digest.toBytes(), signature)) {
                    throw new IllegalStateException("a signature must verify with the public key " + known
                            + ", did not: sign the message itself by Ed25519 with that key, 64 bytes");
                }
                return Octets.takeOver(signature);
            }
        };
    }

    private static IdentityKey key(PublicSigningKey key) {
        return new IdentityKey(Octets.ofHex(key.hex()));
    }
}
