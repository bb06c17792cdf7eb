// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.coordinator;

import io.hedgerow.secureagg.internal.key.Octets;
import io.hedgerow.secureagg.internal.key.SigningIdentity;
import io.hedgerow.secureagg.internal.message.Encapsulated;
import io.hedgerow.secureagg.internal.message.Hello;
import io.hedgerow.secureagg.internal.message.SessionOffer;
import io.hedgerow.secureagg.internal.message.SessionStart;
import io.hedgerow.secureagg.internal.message.SiteNonce;
import io.hedgerow.secureagg.internal.message.ViolationException;
import io.hedgerow.secureagg.internal.message.ViolationException.Reason;
import io.hedgerow.secureagg.internal.policy.Roster;
import io.hedgerow.secureagg.internal.policy.SessionTerms;
import io.hedgerow.secureagg.internal.site.SiteHandshake;
import io.hedgerow.secureagg.policy.AggregationPolicy;
import io.hedgerow.secureagg.policy.AggregationPolicy.Suite;
import java.security.SecureRandom;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The coordinator's part of opening a session: it collects and passes on, and learns no key. A message that is refused
 * changes nothing. Not thread-safe.
 */
public final class CoordinatorHandshake {

    private final AggregationPolicy policy;
    private final Roster roster;
    private final SigningIdentity identity;
    private final SessionOffer offer;
    private final Map<Integer, SiteNonce> nonces = new TreeMap<>();
    private final Map<Integer, Hello> hellos = new TreeMap<>();
    private final Map<Pair, Encapsulated> ciphertexts = new TreeMap<>();
    private final KeyProbe probe;
    private @Nullable SessionTerms terms;

    private record Pair(int from, int to) implements Comparable<Pair> {
        @Override
        public int compareTo(Pair other) {
            return from == other.from ? Integer.compare(to, other.to) : Integer.compare(from, other.from);
        }
    }

    /**
     * Prepares an offer.
     *
     * @param roster who may take part
     * @param identity the coordinator's key, that of the roster
     * @param random source of the nonce
     */
    public CoordinatorHandshake(
            AggregationPolicy policy, Roster roster, SigningIdentity identity, SecureRandom random) {
        if (!roster.coordinator().equals(identity.publicKey())) {
            throw new IllegalArgumentException("identity must be the roster's coordinator, was not");
        }
        this.policy = policy;
        this.roster = roster;
        this.identity = identity;
        byte[] nonce = new byte[32];
        random.nextBytes(nonce);
        SessionOffer unsigned =
                new SessionOffer(Octets.copyOf(nonce), SessionTerms.hashOf(policy), roster.hash(), Octets.empty());
        offer = new SessionOffer(
                unsigned.nonce(), unsigned.policyHash(), unsigned.rosterHash(), identity.sign(unsigned.digest()));
        probe = new KeyProbe(policy.suite(), random);
    }

    /** The invitation: for every site. */
    public SessionOffer offer() {
        return offer;
    }

    /**
     * Takes an answer.
     *
     * @throws ViolationException when it is not signed by a member or not to this offer
     */
    public void receive(SiteNonce nonce) {
        if (terms != null || !nonce.offer().equals(offer.digest()) || !(nonce.site() < roster.size())) {
            throw ViolationException.bySite(Reason.CONTEXT, nonce.site(), "must answer this offer, in time");
        }
        new SessionTerms(Octets.empty(), policy, roster, List.of(nonce.site()))
                .requireSignature(nonce.site(), nonce.digest(), nonce.signature());
        requireFirst(nonces.putIfAbsent(nonce.site(), nonce), nonce, nonce.site());
    }

    private static void requireFirst(@Nullable Object before, Object now, int site) {
        if (before != null && !before.equals(now)) {
            throw ViolationException.bySite(Reason.ORDER, site, "must send one message at a step, sent two");
        }
    }

    /**
     * Ends the invitation.
     *
     * @return who takes part, for each of them
     * @throws ViolationException when they are too few for the policy
     */
    public SessionStart start() {
        SessionStart start = new SessionStart(offer.digest(), List.copyOf(nonces.values()));
        terms = SiteHandshake.termsOf(policy, roster, offer, start);
        return start;
    }

    /**
     * Takes a site's keys.
     *
     * @throws ViolationException when it is not signed by it for this session, or its keys are of no use to the others
     */
    public void receive(Hello hello) {
        SessionTerms agreed = started();
        agreed.requireSignature(hello.site(), hello.digest(), hello.signature());
        if (!hello.sid().equals(agreed.sid()) || !hello.rosterHash().equals(roster.hash())) {
            throw ViolationException.bySite(Reason.CONTEXT, hello.site(), "a hello must be of this session");
        }
        probe.require(hello);
        requireFirst(hellos.putIfAbsent(hello.site(), hello), hello, hello.site());
    }

    /** Participants whose keys are missing. Nobody can join while there are some: in ascending order. */
    public List<Integer> withoutHello() {
        return started().participants().stream()
                .filter(site -> !hellos.containsKey(site))
                .toList();
    }

    /** Everyone's keys: in ascending order of sites, for each of them. */
    public List<Hello> hellos() {
        return List.copyOf(hellos.values());
    }

    /**
     * Takes a ciphertext.
     *
     * @param ciphertext from one site to another
     * @throws ViolationException when it is not signed by its sender for this session, or for nobody who needs it
     */
    public void receive(Encapsulated ciphertext) {
        SessionTerms agreed = started();
        agreed.requireSignature(ciphertext.from(), ciphertext.digest(), ciphertext.signature());
        boolean due = ciphertext.from() < ciphertext.to()
                && agreed.participants().contains(ciphertext.to())
                && policy.suite() == Suite.HYBRID;
        if (!ciphertext.sid().equals(agreed.sid()) || !due) {
            throw ViolationException.bySite(
                    Reason.CONTEXT, ciphertext.from(), "a ciphertext must be of this session, for a later site");
        }
        Pair pair = new Pair(ciphertext.from(), ciphertext.to());
        requireFirst(ciphertexts.putIfAbsent(pair, ciphertext), ciphertext, ciphertext.from());
    }

    /**
     * Participants that have not sent a ciphertext to every participant with a larger number. Those could not join.
     *
     * @return in ascending order; nobody in the classical suite
     */
    public List<Integer> withoutCiphertexts() {
        List<Integer> sites = started().participants();
        return policy.suite() != Suite.HYBRID
                ? List.of()
                : sites.stream()
                        .filter(from -> sites.stream()
                                .anyMatch(to -> from < to && !ciphertexts.containsKey(new Pair(from, to))))
                        .toList();
    }

    /**
     * The ciphertexts for a site.
     *
     * @return from every site with a smaller number; none in the classical suite
     */
    public List<Encapsulated> ciphertextsFor(int site) {
        return ciphertexts.values().stream().filter(one -> one.to() == site).toList();
    }

    /** The session, before its first slot: the coordinator's side. */
    public CoordinatorSession session() {
        return new CoordinatorSession(started(), identity);
    }

    private SessionTerms started() {
        SessionTerms agreed = terms;
        if (agreed == null) {
            throw new IllegalStateException("a session must have started first");
        }
        return agreed;
    }
}
