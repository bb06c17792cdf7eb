// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.policy;

import io.hedgerow.secureagg.internal.key.Octets;
import io.hedgerow.secureagg.internal.key.Transcript;
import io.hedgerow.secureagg.internal.message.SumMessage.Consistency;
import io.hedgerow.secureagg.internal.message.ViolationException;
import io.hedgerow.secureagg.internal.message.ViolationException.Reason;
import io.hedgerow.secureagg.policy.AggregationPolicy;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The shared terms of a session: identifier, policy, roster and participants; used to verify signatures. Immutable and
 * thread-safe.
 *
 * @param participants the members that take part, in ascending order
 */
public record SessionTerms(Octets sid, AggregationPolicy policy, Roster roster, List<Integer> participants) {
    public SessionTerms {
        participants = List.copyOf(participants);
    }

    /** The threshold of every slot of this session, that of the roster; refused when fewer take part. */
    public int threshold() {
        int threshold = policy.threshold(roster.size());
        if (participants.size() < Math.max(threshold, policy.minCohort())) {
            throw ViolationException.byCoordinator(
                    Reason.POLICY,
                    "a session must have at least " + Math.max(threshold, policy.minCohort()) + " of the roster's "
                            + roster.size() + " sites, had " + participants.size());
        }
        return threshold;
    }

    public boolean takesPart(int site) {
        return Collections.binarySearch(participants, site) >= 0;
    }

    /** Requires a signature of a participant, who is named when it is not its own. */
    public void requireSignature(int site, Octets digest, Octets signature) {
        if (!takesPart(site) || !roster.members().get(site).key().verifies(digest, signature)) {
            throw ViolationException.bySite(Reason.SIGNATURE, site, "a message must have the site's signature");
        }
    }

    public void requireCoordinator(Octets digest, Octets signature) {
        if (!roster.coordinator().verifies(digest, signature)) {
            throw ViolationException.byCoordinator(Reason.SIGNATURE, "a message must have the coordinator's signature");
        }
    }

    /** Requires an ascending list of at least {@code fewest} sites of another list. */
    public static void requireCohort(List<Integer> sites, List<Integer> within, int fewest) {
        if (!(sites.size() >= fewest)) {
            throw ViolationException.byCoordinator(
                    Reason.POLICY, "a cohort must have at least " + fewest + " sites, had " + sites.size());
        }
        Set<Integer> allowed = new HashSet<>(within);
        boolean sound = true;
        for (int i = 0; i < sites.size(); i++) {
            boolean ascending = i == 0 || sites.get(i - 1) < sites.get(i);
            sound &= ascending && allowed.contains(sites.get(i));
        }
        if (!sound) {
            throw ViolationException.byCoordinator(
                    Reason.CONTEXT, "a cohort must be distinct sites of the one before, in ascending order");
        }
    }

    /** Requires that as many sites as the threshold confirmed the same. */
    public void requireConfirmed(Octets cons, List<Consistency> confirmations, List<Integer> among, int threshold) {
        requireCohort(confirmations.stream().map(Consistency::site).toList(), among, threshold);
        for (Consistency one : confirmations) {
            if (!one.cons().equals(cons)) {
                throw ViolationException.bySite(Reason.CONTEXT, one.site(), "must confirm the same survivors");
            }
            requireSignature(one.site(), cons, one.signature());
        }
    }

    /** The name of a policy: H("policy", every field). */
    public static Octets hashOf(AggregationPolicy policy) {
        return Transcript.of("policy")
                .text(policy.suite().name())
                .text(policy.trust().name())
                .u32(policy.fixedColluding().orElse(-1))
                .u32(policy.minHonest())
                .u32(policy.minCohort())
                .u32(policy.acceptPairwiseDisclosure() ? 1 : 0)
                .u32(policy.signInputs() ? 1 : 0)
                .hash();
    }
}
