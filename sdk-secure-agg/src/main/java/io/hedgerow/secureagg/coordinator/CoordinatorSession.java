package io.hedgerow.secureagg.coordinator;

import io.hedgerow.secureagg.key.Octets;
import io.hedgerow.secureagg.key.SigningIdentity;
import io.hedgerow.secureagg.mask.MaskKernel;
import io.hedgerow.secureagg.message.AbortCertificate;
import io.hedgerow.secureagg.message.Receipt;
import io.hedgerow.secureagg.message.Refusal;
import io.hedgerow.secureagg.message.RoundOpen;
import io.hedgerow.secureagg.message.SessionOffer;
import io.hedgerow.secureagg.policy.AggregationPolicy;
import io.hedgerow.secureagg.policy.Roster;
import io.hedgerow.secureagg.policy.SessionTerms;
import io.hedgerow.secureagg.site.SiteHandshake;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The coordinator in a session: it opens slots one after the other and keeps the chain of receipts. Not thread-safe. */
public final class CoordinatorSession {

    private final SessionTerms terms;
    private final SigningIdentity identity;
    private final MaskKernel kernel = new MaskKernel();
    private final List<Receipt> receipts = new ArrayList<>();
    private final Disputes disputes = new Disputes();
    private long nextSlot;

    CoordinatorSession(SessionTerms terms, SigningIdentity identity) {
        this.terms = terms;
        this.identity = identity;
    }

    /**
     * Continues a session after a restart. A slot that was open is lost.
     *
     * @param policy the rules
     * @param roster who may take part
     * @param identity the coordinator's key, that of the roster
     * @param archived the session
     * @return the session, or empty when it was of another policy or roster
     * @throws io.hedgerow.secureagg.message.ViolationException when the archive has other messages than were signed
     */
    public static Optional<CoordinatorSession> resume(
            AggregationPolicy policy, Roster roster, SigningIdentity identity, ArchivedSession archived) {
        SessionOffer offer = archived.offer();
        if (!offer.policyHash().equals(policy.hash()) || !offer.rosterHash().equals(roster.hash())) {
            return Optional.empty();
        }
        SessionTerms terms = SiteHandshake.termsOf(policy, roster, offer, archived.start());
        CoordinatorSession session = new CoordinatorSession(terms, identity);
        session.receipts.addAll(archived.receipts());
        session.nextSlot = archived.nextSlot();
        return Optional.of(session);
    }

    /**
     * What everyone knows of the session.
     *
     * @return its terms
     */
    public SessionTerms terms() {
        return terms;
    }

    /**
     * Opens the next slot, for all sites of the session.
     *
     * @param lanes length of every input, with the lane that counts
     * @return the slot
     */
    public CoordinatorSlot open(int lanes) {
        AggregationPolicy policy = terms.policy();
        long slot = nextSlot++;
        Octets policyHash = policy.hash();
        int sites = terms.participants().size();
        int threshold = terms.threshold();
        RoundOpen unsigned =
                new RoundOpen(terms.sid(), slot, sites, threshold, policy.minCohort(), policyHash, Octets.empty());
        RoundOpen open = new RoundOpen(
                terms.sid(), slot, sites, threshold, policy.minCohort(), policyHash, sign(unsigned.digest()));
        return new CoordinatorSlot(this, open, lanes);
    }

    /**
     * Number of the slot that would be opened next.
     *
     * @return how many were opened
     */
    public long nextSlot() {
        return nextSlot;
    }

    /**
     * Name of the last receipt, which the next input must carry.
     *
     * @return its digest
     */
    public Octets lastReceipt() {
        return receipts.isEmpty()
                ? terms.firstReceipt()
                : receipts.get(receipts.size() - 1).digest();
    }

    /**
     * The chain, for sites that missed a part of it.
     *
     * @return all receipts in order
     */
    public List<Receipt> receipts() {
        return List.copyOf(receipts);
    }

    /**
     * Joins refusals of a slot, so that its value may be asked for again.
     *
     * @param slot the slot
     * @param refusals of sites
     * @return the certificate, which each site judges by itself
     * @throws io.hedgerow.secureagg.message.ViolationException when one is not signed or of another slot
     */
    public AbortCertificate certificate(long slot, List<Refusal> refusals) {
        terms.requireRefusals(slot, refusals);
        Map<Integer, Refusal> ordered = new TreeMap<>();
        refusals.forEach(refusal -> ordered.put(refusal.site(), refusal));
        return new AbortCertificate(terms.sid(), slot, List.copyOf(ordered.values()));
    }

    Octets sign(Octets digest) {
        return identity.sign(digest);
    }

    MaskKernel kernel() {
        return kernel;
    }

    Disputes disputes() {
        return disputes;
    }

    /**
     * Lets a receipt follow the last one. Only of a sum that is to stand and, where there is an archive, is in it: the sites take what has a
     * receipt for released.
     *
     * @param receipt of this session's last slot
     * @throws IllegalArgumentException when it does not follow the last one
     */
    public void append(Receipt receipt) {
        if (!receipt.previous().equals(lastReceipt())) {
            throw new IllegalArgumentException(
                    "a receipt must follow the last one, that of slot " + receipt.slot() + " did not");
        }
        receipts.add(receipt);
    }
}
