// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.site;

import io.hedgerow.secureagg.internal.key.EphemeralKey;
import io.hedgerow.secureagg.internal.key.KeySchedule;
import io.hedgerow.secureagg.internal.key.MlKem768;
import io.hedgerow.secureagg.internal.key.Octets;
import io.hedgerow.secureagg.internal.key.PairChain;
import io.hedgerow.secureagg.internal.key.Ratchet;
import io.hedgerow.secureagg.internal.key.Transcript;
import io.hedgerow.secureagg.internal.message.SessionMessage.Encapsulated;
import io.hedgerow.secureagg.internal.message.SessionMessage.Hello;
import io.hedgerow.secureagg.internal.message.SessionMessage.SessionOffer;
import io.hedgerow.secureagg.internal.message.SessionMessage.SessionStart;
import io.hedgerow.secureagg.internal.message.SessionMessage.SiteNonce;
import io.hedgerow.secureagg.internal.message.ViolationException;
import io.hedgerow.secureagg.internal.message.ViolationException.Reason;
import io.hedgerow.secureagg.internal.policy.Roster;
import io.hedgerow.secureagg.internal.policy.SessionTerms;
import io.hedgerow.secureagg.policy.AggregationPolicy;
import io.hedgerow.secureagg.policy.AggregationPolicy.Suite;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Runs a site's side of a session's handshake, after which every pair of sites shares a chain key that the coordinator
 * does not know. Steps in order: {@link #accept}, {@link #hello}, {@link #encapsulate}, {@link #complete}; the first
 * failure ends it. Not thread-safe.
 */
public final class SiteHandshake implements AutoCloseable {

    private final SiteConfiguration site;
    private final EphemeralKey agreementKey;
    private final @Nullable MlKem768 kem;
    private final Octets nonce;
    private final Map<Integer, byte[]> encapsulatedSecrets = new TreeMap<>();
    private final Map<Integer, Encapsulated> sent = new TreeMap<>();
    private @Nullable SessionOffer offer;
    private @Nullable SessionTerms terms;
    private @Nullable Hello own;

    public SiteHandshake(SiteConfiguration site) {
        this.site = site;
        SecureRandom random = site.random();
        agreementKey = EphemeralKey.generate(random);
        kem = site.policy().suite() == Suite.HYBRID ? MlKem768.generate(random) : null;
        byte[] fresh = new byte[32];
        random.nextBytes(fresh);
        nonce = Octets.takeOver(fresh);
    }

    /** Answers an offer with the policy, roster and signature that this site has. */
    public SiteNonce accept(SessionOffer offer) {
        if (!site.roster().coordinator().verifies(offer.digest(), offer.signature())) {
            throw ViolationException.byCoordinator(Reason.SIGNATURE, "an offer must have the coordinator's signature");
        }
        if (!offer.policyHash().equals(SessionTerms.hashOf(site.policy()))
                || !offer.rosterHash().equals(site.roster().hash())) {
            throw ViolationException.byCoordinator(Reason.POLICY, "an offer must name this site's policy and roster");
        }
        this.offer = offer;
        SiteNonce unsigned = new SiteNonce(offer.digest(), site.number(), nonce, Octets.empty());
        return new SiteNonce(
                unsigned.offer(), unsigned.site(), nonce, site.identity().sign(unsigned.digest()));
    }

    /** Names the session and returns this site's keys, for all; the list must be of signed answers to this offer. */
    public Hello hello(SessionStart start) {
        SessionTerms agreed = termsOf(site.policy(), site.roster(), required(offer), start);
        boolean listed = start.nonces().stream()
                .anyMatch(one -> one.site() == site.number() && one.nonce().equals(nonce));
        if (!listed || terms != null) {
            throw ViolationException.byCoordinator(Reason.CONTEXT, "a session must have this site's nonce, once");
        }
        terms = agreed;
        Octets kemKey = kem == null ? Octets.empty() : kem.encapsulationKey();
        Octets rosterHash = site.roster().hash();
        Hello unsigned =
                new Hello(agreed.sid(), rosterHash, site.number(), agreementKey.publicKey(), kemKey, Octets.empty());
        Hello hello = new Hello(
                agreed.sid(),
                rosterHash,
                site.number(),
                agreementKey.publicKey(),
                kemKey,
                site.identity().sign(unsigned.digest()));
        own = hello;
        return hello;
    }

    /**
     * The terms of a session from its public list: sid = H("session", policyHash, rosterHash, coordinator's nonce, then
     * u and nonce of each site).
     *
     * @throws ViolationException when an answer is not signed or not to this offer, or when so few take part that those
     *     that may collude could be too many among them
     */
    public static SessionTerms termsOf(
            AggregationPolicy policy, Roster roster, SessionOffer offer, SessionStart start) {
        List<Integer> sites = start.nonces().stream().map(SiteNonce::site).toList();
        List<Integer> all = new ArrayList<>();
        for (int i = 0; i < roster.size(); i++) {
            all.add(i);
        }
        SessionTerms.requireCohort(sites, all, policy.minCohort());
        Transcript name = Transcript.of("session")
                .octets(SessionTerms.hashOf(policy))
                .octets(roster.hash())
                .octets(offer.nonce());
        SessionTerms unnamed = new SessionTerms(Octets.empty(), policy, roster, sites);
        unnamed.threshold();
        Octets offered = offer.digest();
        for (SiteNonce one : start.nonces()) {
            if (!one.offer().equals(offered) || !start.offer().equals(one.offer())) {
                throw ViolationException.bySite(Reason.CONTEXT, one.site(), "must answer this offer");
            }
            unnamed.requireSignature(one.site(), one.digest(), one.signature());
            name.u32(one.site()).octets(one.nonce());
        }
        return new SessionTerms(name.hash(), policy, roster, sites);
    }

    /**
     * Makes a secret for every site with a larger number, in the hybrid suite; nothing in the classical one.
     *
     * @param hellos of all participants in ascending order
     * @throws ViolationException when a hello is not what its sender signed for this session
     */
    public List<Encapsulated> encapsulate(List<Hello> hellos) {
        SessionTerms agreed = required(terms);
        requireHellos(agreed, hellos);
        MlKem768 pair = kem;
        if (pair == null) {
            return List.of();
        }
        for (Hello hello : hellos) {
            if (hello.site() > site.number() && !sent.containsKey(hello.site())) {
                MlKem768.Encapsulation made = encapsulated(pair, hello);
                Encapsulated unsigned =
                        new Encapsulated(agreed.sid(), site.number(), hello.site(), made.ciphertext(), Octets.empty());
                sent.put(
                        hello.site(),
                        new Encapsulated(
                                agreed.sid(),
                                site.number(),
                                hello.site(),
                                made.ciphertext(),
                                site.identity().sign(unsigned.digest())));
                encapsulatedSecrets.put(hello.site(), made.secret());
            }
        }
        return List.copyOf(sent.values());
    }

    /** A coordinator tries keys, and may lie about that. */
    private static MlKem768.Encapsulation encapsulated(MlKem768 pair, Hello hello) {
        try {
            return pair.encapsulate(hello.encapsulationKey());
        } catch (IllegalArgumentException e) {
            throw ViolationException.bySite(Reason.MALFORMED, hello.site(), "an encapsulation key must be sound");
        }
    }

    private void requireHellos(SessionTerms agreed, List<Hello> hellos) {
        if (!hellos.stream().map(Hello::site).toList().equals(agreed.participants())) {
            throw ViolationException.byCoordinator(Reason.CONTEXT, "there must be one hello of each participant");
        }
        int kemSize = kem == null ? 0 : MlKem768.ENCAPSULATION_KEY_SIZE;
        Octets rosterHash = site.roster().hash();
        for (Hello hello : hellos) {
            agreed.requireSignature(hello.site(), hello.digest(), hello.signature());
            if (!hello.sid().equals(agreed.sid())
                    || !hello.rosterHash().equals(rosterHash)
                    || hello.encapsulationKey().size() != kemSize) {
                throw ViolationException.bySite(
                        Reason.CONTEXT, hello.site(), "a hello must be of this session and suite");
            }
        }
        if (!hellos.contains(required(own))) {
            throw ViolationException.byCoordinator(Reason.CONTEXT, "the site's own hello must be unaltered");
        }
    }

    /**
     * Derives the chain keys with all peers and always erases the session's private keys.
     *
     * @param hellos of all participants in ascending order
     * @param ciphertexts for this site, from every site with a smaller number; none in the classical suite
     * @throws ViolationException when a message is not what its sender signed, or a key has small order
     */
    public MaskingSession complete(List<Hello> hellos, List<Encapsulated> ciphertexts) {
        try {
            SessionTerms agreed = required(terms);
            requireHellos(agreed, hellos);
            Map<Integer, List<Encapsulated>> received = ciphertexts.stream()
                    .filter(one -> one.to() == site.number())
                    .collect(Collectors.groupingBy(Encapsulated::from));
            Map<Integer, byte[]> chains = new TreeMap<>();
            for (Hello peer : hellos) {
                if (peer.site() != site.number()) {
                    chains.put(peer.site(), chainWith(agreed, peer, received.getOrDefault(peer.site(), List.of())));
                }
            }
            return new MaskingSession(site, agreed, new Ratchet(chains));
        } finally {
            close();
        }
    }

    private byte[] chainWith(SessionTerms agreed, Hello peer, List<Encapsulated> ciphertexts) {
        Hello self = required(own);
        boolean first = self.site() < peer.site();
        Hello low = first ? self : peer;
        Hello high = first ? peer : self;
        MlKem768 pair = kem;
        Octets ciphertext = Octets.empty();
        byte[] secret = {};
        if (pair != null && first) {
            ciphertext = required(sent.get(peer.site())).ciphertext();
            secret = required(encapsulatedSecrets.remove(peer.site()));
        } else if (pair != null) {
            Encapsulated received = receivedFrom(agreed, peer.site(), ciphertexts);
            ciphertext = received.ciphertext();
            secret = pair.decapsulate(ciphertext);
        }
        try {
            byte[] agreedSecret = agreementKey.agree(peer.agreementKey());
            Octets kemKey = pair == null ? Octets.empty() : high.encapsulationKey();
            return new PairChain(
                            agreed.sid(),
                            low.site(),
                            high.site(),
                            low.agreementKey(),
                            high.agreementKey(),
                            kemKey,
                            ciphertext)
                    .start(secret, agreedSecret);
        } catch (IllegalArgumentException e) {
            throw ViolationException.bySite(Reason.MALFORMED, peer.site(), "an agreement key must be sound");
        }
    }

    private static Encapsulated receivedFrom(SessionTerms agreed, int peer, List<Encapsulated> ciphertexts) {
        for (Encapsulated one : ciphertexts) {
            agreed.requireSignature(peer, one.digest(), one.signature());
            if (one.sid().equals(agreed.sid())) {
                return one;
            }
        }
        throw ViolationException.byCoordinator(Reason.CONTEXT, "there must be a ciphertext from site " + peer);
    }

    private static <T> T required(@Nullable T value) {
        if (value == null) {
            throw new IllegalStateException("the steps of a handshake must be taken in order");
        }
        return value;
    }

    @Override
    public void close() {
        agreementKey.close();
        if (kem != null) {
            kem.close();
        }
        encapsulatedSecrets.values().forEach(KeySchedule::erase);
        encapsulatedSecrets.clear();
    }
}
