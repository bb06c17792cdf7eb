package io.hedgerow.secureagg.federation;

import io.hedgerow.core.round.Payload;
import io.hedgerow.secureagg.coordinator.CoordinatorArchive;
import io.hedgerow.secureagg.coordinator.CoordinatorSession;
import io.hedgerow.secureagg.coordinator.CoordinatorSlot;
import io.hedgerow.secureagg.message.AbortCertificate;
import io.hedgerow.secureagg.message.Message;
import io.hedgerow.secureagg.message.Receipt;
import io.hedgerow.secureagg.message.Refusal;
import io.hedgerow.secureagg.policy.SessionTerms;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** A session, what it owes its sites, and how much of that each is known to have. Slots are in the archive before they are used. */
final class OpenSession {

    /** Times that a site is asked to swear off a slot, when it did not answer. */
    private static final int TRIES = 3;

    private final CoordinatorSession session;
    private final CoordinatorArchive archive;
    private final List<AbortCertificate> certificates = new ArrayList<>();
    private final Map<Integer, Integer> receiptsKnown = new TreeMap<>();
    private final Map<Integer, Integer> certificatesKnown = new TreeMap<>();
    private final Set<Integer> convicted = new TreeSet<>();

    OpenSession(CoordinatorSession session, CoordinatorArchive archive, List<AbortCertificate> certificates) {
        this.session = session;
        this.archive = archive;
        this.certificates.addAll(certificates);
    }

    CoordinatorSession session() {
        return session;
    }

    CoordinatorSlot open(int lanes) {
        archive.opening(session.nextSlot());
        return session.open(lanes);
    }

    /** Receipts and certificates that a site may lack. It skips those that it has. */
    List<Message> owedTo(int site) {
        List<Receipt> receipts = session.receipts();
        List<Message> owed = new ArrayList<>(receipts.subList(receiptsKnown.getOrDefault(site, 0), receipts.size()));
        owed.addAll(certificates.subList(certificatesKnown.getOrDefault(site, 0), certificates.size()));
        return owed;
    }

    /** A site that masked an input has followed the chain to its end, and waits for no slot. */
    void hasAll(int site) {
        receiptsKnown.put(site, session.receipts().size());
        certificatesKnown.put(site, certificates.size());
    }

    /** A site that did not mask may have lost what it had. */
    void mayLack(int site) {
        receiptsKnown.remove(site);
        certificatesKnown.remove(site);
    }

    /** A site proved that another signed a bad box: in this session that one is asked no more. */
    void convict(int site) {
        convicted.add(site);
    }

    Set<Integer> convicted() {
        return Set.copyOf(convicted);
    }

    /** The slot that was opened last, when it has neither a receipt nor a certificate. Those before it cannot be live at any site. */
    OptionalLong unsettled() {
        long slot = session.nextSlot() - 1;
        boolean ended = session.receipts().stream().anyMatch(one -> one.slot() == slot)
                || certificates.stream().anyMatch(one -> one.slot() == slot);
        return slot < 0 || ended ? OptionalLong.empty() : OptionalLong.of(slot);
    }

    /**
     * Asks everyone to swear off a slot, and tells everyone when enough did.
     *
     * @return true when it can release nothing any more
     */
    boolean settle(long slot, Members members) throws InterruptedException {
        SessionTerms terms = session.terms();
        Map<Integer, Refusal> refusals = new TreeMap<>();
        // every slot is opened for all of the session, and enough for all of it is enough for those that share
        int sites = terms.participants().size();
        int needed = terms.policy()
                .refusalsToAbort(sites, terms.threshold(), terms.roster().size());
        for (int tries = 0; tries < TRIES && refusals.size() < needed; tries++) {
            Map<Integer, Payload> questions = new TreeMap<>();
            for (int site : terms.participants()) {
                if (!refusals.containsKey(site)) {
                    List<Message> messages = owedTo(site);
                    messages.add(new AbortCertificate(terms.sid(), slot, List.of()));
                    questions.put(site, Envelope.of(messages));
                }
            }
            members.ask(questions, (site, messages) -> {
                Refusal refusal = Members.only(Refusal.class, site, messages);
                Members.requireOwn(site, refusal.site());
                terms.requireRefusals(slot, List.of(refusal));
                refusals.put(site, refusal);
            });
        }
        if (refusals.size() < needed) {
            return false;
        }
        AbortCertificate certificate = session.certificate(slot, List.copyOf(refusals.values()));
        archive.settled(certificate);
        certificates.add(certificate);
        members.tellAll(Envelope.of(certificate));
        return true;
    }
}
