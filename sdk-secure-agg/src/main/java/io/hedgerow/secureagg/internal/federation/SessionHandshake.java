// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.federation;

import io.hedgerow.core.protocol.encoding.Payload;
import io.hedgerow.secureagg.internal.coordinator.BelowThresholdException;
import io.hedgerow.secureagg.internal.coordinator.BelowThresholdException.Step;
import io.hedgerow.secureagg.internal.coordinator.CoordinatorHandshake;
import io.hedgerow.secureagg.internal.key.Octets;
import io.hedgerow.secureagg.internal.key.SigningIdentity;
import io.hedgerow.secureagg.internal.message.Message;
import io.hedgerow.secureagg.internal.message.SessionMessage.Encapsulated;
import io.hedgerow.secureagg.internal.message.SessionMessage.Hello;
import io.hedgerow.secureagg.internal.message.SessionMessage.SessionStart;
import io.hedgerow.secureagg.internal.message.SessionMessage.SiteNonce;
import io.hedgerow.secureagg.internal.policy.Roster;
import io.hedgerow.secureagg.policy.AggregationPolicy;
import java.security.SecureRandom;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Performs the handshake that brings sites into a session. Everyone's keys are needed before anyone can join, so a site
 * that accepts the offer and then withholds its keys, or sends some that are of no use, would keep all others out: it
 * is named, and the session is offered again without it as long as enough sites are left. In the next round it is asked
 * again like all others.
 */
final class SessionHandshake {

    private final AggregationPolicy policy;
    private final Roster roster;
    private final SigningIdentity identity;
    private final SecureRandom random;
    private final Members members;
    private SessionStart start = new SessionStart(Octets.empty(), List.of());

    SessionHandshake(
            AggregationPolicy policy, Roster roster, SigningIdentity identity, SecureRandom random, Members members) {
        this.policy = policy;
        this.roster = roster;
        this.identity = identity;
        this.random = random;
        this.members = members;
    }

    /** Collects the keys of at least so many sites, or fails. */
    CoordinatorHandshake all(int fewest) throws InterruptedException {
        Set<Integer> left = new TreeSet<>(members.asked());
        while (true) {
            CoordinatorHandshake handshake = new CoordinatorHandshake(policy, roster, identity, random);
            Set<Integer> unfit = ask(handshake, left, fewest);
            if (unfit.isEmpty()) {
                return handshake;
            }
            left.removeAll(unfit);
            requireEnough(left.size(), fewest);
        }
    }

    private void requireEnough(int sites, int fewest) {
        int needed = Math.max(fewest, policy.fewestInSum(roster.size()));
        if (sites < needed) {
            throw new BelowThresholdException(Step.ADVERTISE, sites, needed);
        }
    }

    /** Asks up to the keys; returns the sites that accepted and did not give them. */
    private Set<Integer> ask(CoordinatorHandshake handshake, Set<Integer> left, int fewest)
            throws InterruptedException {
        Set<Integer> accepted = new TreeSet<>();
        members.ask(left, Envelope.of(handshake.offer()), (site, messages) -> {
            handshake.receive(Members.only(SiteNonce.class, site, messages));
            accepted.add(site);
        });
        requireEnough(accepted.size(), fewest);
        start = handshake.start();
        members.ask(
                accepted,
                Envelope.of(start),
                (site, messages) -> handshake.receive(Members.only(Hello.class, site, messages)));
        Set<Integer> unfit = new TreeSet<>(handshake.withoutHello());
        unfit.forEach(site -> members.trouble(site, "accepted a session and has given no sound keys for it"));
        if (unfit.isEmpty()) {
            Set<Integer> done = new TreeSet<>();
            members.ask(accepted, Envelope.of(handshake.hellos()), (site, messages) -> {
                for (Message message : messages) {
                    handshake.receive(Members.only(Encapsulated.class, site, List.of(message)));
                }
                done.add(site);
            });
            unfit.addAll(accepted);
            unfit.removeAll(done);
            unfit.addAll(handshake.withoutCiphertexts());
            unfit.forEach(
                    site -> members.trouble(site, "accepted a session and has not sealed secrets for all others"));
        }
        return unfit;
    }

    /**
     * Gives everyone what is needed to join. A site that does not is not in the session when the next slot is opened,
     * and says so.
     */
    void close(CoordinatorHandshake handshake) throws InterruptedException {
        Map<Integer, Payload> closing = new TreeMap<>();
        byte[] hellos = Envelope.bytes(handshake.hellos());
        for (SiteNonce one : start.nonces()) {
            closing.put(one.site(), Envelope.of(hellos, handshake.ciphertextsFor(one.site())));
        }
        members.ask(closing, (site, messages) -> {});
    }
}
