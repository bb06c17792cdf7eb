package io.hedgerow.secureagg.coordinator;

import io.hedgerow.secureagg.key.Octets;
import io.hedgerow.secureagg.key.SigningIdentity;
import io.hedgerow.secureagg.message.Encapsulated;
import io.hedgerow.secureagg.message.Hello;
import io.hedgerow.secureagg.message.SessionOffer;
import io.hedgerow.secureagg.message.SessionStart;
import io.hedgerow.secureagg.message.SiteNonce;
import io.hedgerow.secureagg.message.ViolationException;
import io.hedgerow.secureagg.message.ViolationException.Reason;
import io.hedgerow.secureagg.policy.AggregationPolicy;
import io.hedgerow.secureagg.policy.Roster;
import io.hedgerow.secureagg.policy.SessionTerms;
import io.hedgerow.secureagg.site.SiteHandshake;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The coordinator's part of opening a session: it collects and passes on, and learns no key. A message that is refused changes nothing. Not
 * thread-safe.
 */
public final class CoordinatorHandshake {

    private final AggregationPolicy policy;
    private final Roster roster;
    private final SigningIdentity identity;
    private final SessionOffer offer;
    private final Map<Integer, SiteNonce> nonces = new TreeMap<>();
    private final Map<Integer, Hello> hellos = new TreeMap<>();
    private final List<Encapsulated> ciphertexts = new ArrayList<>();
    private @Nullable SessionTerms terms;

    /**
     * Prepares an offer.
     *
     * @param policy the rules
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
        SessionOffer unsigned = new SessionOffer(Octets.copyOf(nonce), policy.hash(), roster.hash(), Octets.empty());
        offer = new SessionOffer(
                unsigned.nonce(), unsigned.policyHash(), unsigned.rosterHash(), identity.sign(unsigned.digest()));
    }

    /**
     * The invitation.
     *
     * @return for every site
     */
    public SessionOffer offer() {
        return offer;
    }

    /**
     * Takes an answer.
     *
     * @param nonce of a site
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
     * @param hello of a participant
     * @throws ViolationException when it is not signed by it for this session
     */
    public void receive(Hello hello) {
        SessionTerms agreed = started();
        agreed.requireSignature(hello.site(), hello.digest(), hello.signature());
        if (!hello.sid().equals(agreed.sid())) {
            throw ViolationException.bySite(Reason.CONTEXT, hello.site(), "a hello must be of this session");
        }
        requireFirst(hellos.putIfAbsent(hello.site(), hello), hello, hello.site());
    }

    /**
     * Everyone's keys.
     *
     * @return in ascending order of sites, for each of them
     */
    public List<Hello> hellos() {
        return List.copyOf(hellos.values());
    }

    /**
     * Takes a ciphertext.
     *
     * @param ciphertext from one site to another
     * @throws ViolationException when it is not signed by its sender for this session
     */
    public void receive(Encapsulated ciphertext) {
        SessionTerms agreed = started();
        agreed.requireSignature(ciphertext.from(), ciphertext.digest(), ciphertext.signature());
        if (!ciphertext.sid().equals(agreed.sid())) {
            throw ViolationException.bySite(Reason.CONTEXT, ciphertext.from(), "a ciphertext must be of this session");
        }
        ciphertexts.add(ciphertext);
    }

    /**
     * The ciphertexts for a site.
     *
     * @param site the receiver
     * @return from every site with a smaller number; none in the classical suite
     */
    public List<Encapsulated> ciphertextsFor(int site) {
        return ciphertexts.stream().filter(one -> one.to() == site).toList();
    }

    /**
     * The session, before its first slot.
     *
     * @return the coordinator's side
     */
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
