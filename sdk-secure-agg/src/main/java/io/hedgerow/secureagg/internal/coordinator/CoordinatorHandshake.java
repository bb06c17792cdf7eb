// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.coordinator;

import io.hedgerow.secureagg.internal.key.EphemeralKey;
import io.hedgerow.secureagg.internal.key.KeySchedule;
import io.hedgerow.secureagg.internal.key.MlKem768;
import io.hedgerow.secureagg.internal.key.Octets;
import io.hedgerow.secureagg.internal.key.SigningIdentity;
import io.hedgerow.secureagg.internal.message.SessionMessage.Encapsulated;
import io.hedgerow.secureagg.internal.message.SessionMessage.Hello;
import io.hedgerow.secureagg.internal.message.SessionMessage.SessionOffer;
import io.hedgerow.secureagg.internal.message.SessionMessage.SessionStart;
import io.hedgerow.secureagg.internal.message.SessionMessage.SiteNonce;
import io.hedgerow.secureagg.internal.message.ViolationException;
import io.hedgerow.secureagg.internal.message.ViolationException.Reason;
import io.hedgerow.secureagg.internal.policy.Roster;
import io.hedgerow.secureagg.internal.policy.SessionTerms;
import io.hedgerow.secureagg.internal.site.SiteHandshake;
import io.hedgerow.secureagg.policy.AggregationPolicy;
import io.hedgerow.secureagg.policy.AggregationPolicy.Suite;
import java.security.SecureRandom;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Runs the coordinator's side of a session's handshake: relays the sites' keys and learns no secret. A refused message
 * changes nothing. Not thread-safe.
 */
public final class CoordinatorHandshake {

    private final AggregationPolicy policy;
    private final Roster roster;
    private final SigningIdentity identity;
    private final SessionOffer offer;
    private final Map<Integer, SiteNonce> nonces = new TreeMap<>();
    private final Map<Integer, Hello> hellos = new TreeMap<>();
    /** By receiver, then by sender. */
    private final Map<Integer, Map<Integer, Encapsulated>> ciphertexts = new HashMap<>();

    private final KeyProbe probe;
    private @Nullable SessionTerms terms;

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

    public SessionOffer offer() {
        return offer;
    }

    /** Takes an answer to this offer, which a member signed. */
    public void receive(SiteNonce nonce) {
        if (terms != null || !nonce.offer().equals(offer.digest()) || !(nonce.site() < roster.size())) {
            throw ViolationException.bySite(Reason.CONTEXT, nonce.site(), "must answer this offer, in time");
        }
        new SessionTerms(Octets.empty(), policy, roster, List.of(nonce.site()))
                .requireSignature(nonce.site(), nonce.digest(), nonce.signature());
        CoordinatorSlot.keep(nonces, nonce.site(), nonce);
    }

    public SessionStart start() {
        SessionStart start = new SessionStart(offer.digest(), List.copyOf(nonces.values()));
        terms = SiteHandshake.termsOf(policy, roster, offer, start);
        return start;
    }

    /** Takes a site's keys, which it signed for this session, and which the others can use. */
    public void receive(Hello hello) {
        SessionTerms agreed = started();
        agreed.requireSignature(hello.site(), hello.digest(), hello.signature());
        if (!hello.sid().equals(agreed.sid()) || !hello.rosterHash().equals(roster.hash())) {
            throw ViolationException.bySite(Reason.CONTEXT, hello.site(), "a hello must be of this session");
        }
        probe.require(hello);
        CoordinatorSlot.keep(hellos, hello.site(), hello);
    }

    /** Participants whose keys are missing, in ascending order. No site can join while there are some. */
    public List<Integer> withoutHello() {
        return started().participants().stream()
                .filter(site -> !hellos.containsKey(site))
                .toList();
    }

    /** The keys of all participants, in ascending order of sites. */
    public List<Hello> hellos() {
        return List.copyOf(hellos.values());
    }

    /** Takes a ciphertext from one site to another, signed for this session, if its receiver needs one. */
    public void receive(Encapsulated ciphertext) {
        SessionTerms agreed = started();
        agreed.requireSignature(ciphertext.from(), ciphertext.digest(), ciphertext.signature());
        boolean due = ciphertext.from() < ciphertext.to()
                && agreed.takesPart(ciphertext.to())
                && policy.suite() == Suite.HYBRID;
        if (!ciphertext.sid().equals(agreed.sid()) || !due) {
            throw ViolationException.bySite(
                    Reason.CONTEXT, ciphertext.from(), "a ciphertext must be of this session, for a later site");
        }
        CoordinatorSlot.keep(
                ciphertexts.computeIfAbsent(ciphertext.to(), to -> new TreeMap<>()), ciphertext.from(), ciphertext);
    }

    private Map<Integer, Encapsulated> bySender(int receiver) {
        return ciphertexts.getOrDefault(receiver, Map.of());
    }

    /**
     * Participants, in ascending order, that have not sent a ciphertext to every participant with a larger number.
     * Those could not join. The classical suite has none.
     */
    public List<Integer> withoutCiphertexts() {
        List<Integer> sites = started().participants();
        return policy.suite() != Suite.HYBRID
                ? List.of()
                : sites.stream()
                        .filter(from -> sites.stream()
                                .anyMatch(to -> from < to && !bySender(to).containsKey(from)))
                        .toList();
    }

    /** The ciphertexts for a site from every site with a smaller number; none in the classical suite. */
    public List<Encapsulated> ciphertextsFor(int site) {
        return List.copyOf(bySender(site).values());
    }

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

    /**
     * Checks that a site's public keys are usable, by one trial key agreement. Otherwise one site with a key of small
     * order would keep all others from joining. What is agreed is erased; nothing is learnt about the site's secrets.
     */
    private static final class KeyProbe {

        private final EphemeralKey agreementKey;
        private final @Nullable MlKem768 kem;

        KeyProbe(Suite suite, SecureRandom random) {
            agreementKey = EphemeralKey.generate(random);
            kem = suite == Suite.HYBRID ? MlKem768.generate(random) : null;
        }

        void require(Hello hello) {
            MlKem768 hybrid = kem;
            try {
                KeySchedule.erase(agreementKey.agree(hello.agreementKey()));
                if (hybrid != null) {
                    KeySchedule.erase(
                            hybrid.encapsulate(hello.encapsulationKey()).secret());
                } else {
                    hello.encapsulationKey().requireSize(0, "an encapsulation key");
                }
            } catch (IllegalArgumentException e) {
                throw ViolationException.bySite(Reason.MALFORMED, hello.site(), "the keys of a hello must be sound");
            }
        }
    }
}
