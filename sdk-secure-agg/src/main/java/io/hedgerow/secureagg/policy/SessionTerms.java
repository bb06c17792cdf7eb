package io.hedgerow.secureagg.policy;

import io.hedgerow.secureagg.key.Octets;
import io.hedgerow.secureagg.key.Transcript;
import io.hedgerow.secureagg.message.Consistency;
import io.hedgerow.secureagg.message.Receipt;
import io.hedgerow.secureagg.message.Refusal;
import io.hedgerow.secureagg.message.ViolationException;
import io.hedgerow.secureagg.message.ViolationException.Reason;
import java.util.List;
import java.util.TreeSet;

/**
 * What everyone in a session knows: its name, rules and members, and with that whether a signature is good. Immutable and thread-safe.
 *
 * @param sid the session
 * @param policy its rules
 * @param roster who may take part
 * @param participants who does, in ascending order
 */
public record SessionTerms(Octets sid, AggregationPolicy policy, Roster roster, List<Integer> participants) {
    public SessionTerms {
        participants = List.copyOf(participants);
    }

    /**
     * The threshold of a slot of this session, in which all participants may take part.
     *
     * @return t, with n the participants and n_C that of the roster
     * @throws ViolationException when they are too few for the policy, all that may collude being among them
     */
    public int threshold() {
        try {
            return policy.threshold(participants.size(), roster.size());
        } catch (IllegalArgumentException e) {
            throw ViolationException.byCoordinator(
                    Reason.POLICY,
                    "a session must have enough sites of the roster's " + roster.size() + ", had " + participants.size()
                            + ": " + e.getMessage());
        }
    }

    /**
     * Requires a signature of a participant.
     *
     * @param site who is said to have signed
     * @param digest what
     * @param signature any bytes
     * @throws ViolationException naming the site when the signature is not its own
     */
    public void requireSignature(int site, Octets digest, Octets signature) {
        if (!participants.contains(site) || !roster.members().get(site).key().verifies(digest, signature)) {
            throw ViolationException.bySite(Reason.SIGNATURE, site, "a message must have the site's signature");
        }
    }

    /**
     * Requires the coordinator's signature.
     *
     * @param digest what
     * @param signature any bytes
     * @throws ViolationException when the signature is not its own
     */
    public void requireCoordinator(Octets digest, Octets signature) {
        if (!roster.coordinator().verifies(digest, signature)) {
            throw ViolationException.byCoordinator(Reason.SIGNATURE, "a message must have the coordinator's signature");
        }
    }

    /**
     * Requires a list of sites that is ascending and within another.
     *
     * @param sites the list
     * @param within where they must be from
     * @param fewest number of sites
     * @throws ViolationException when it is not
     */
    public static void requireCohort(List<Integer> sites, List<Integer> within, int fewest) {
        if (!(sites.size() >= fewest)) {
            throw ViolationException.byCoordinator(
                    Reason.POLICY, "a cohort must have at least " + fewest + " sites, had " + sites.size());
        }
        TreeSet<Integer> distinct = new TreeSet<>(sites);
        if (!List.copyOf(distinct).equals(sites) || !within.containsAll(distinct)) {
            throw ViolationException.byCoordinator(
                    Reason.CONTEXT, "a cohort must be distinct sites of the one before, in ascending order");
        }
    }

    /**
     * Requires that enough sites of a cohort confirmed the same.
     *
     * @param cons what
     * @param confirmations by whom
     * @param among the cohort
     * @param threshold how many
     * @throws ViolationException when they did not
     */
    public void requireConfirmed(Octets cons, List<Consistency> confirmations, List<Integer> among, int threshold) {
        requireCohort(confirmations.stream().map(Consistency::site).toList(), among, threshold);
        for (Consistency one : confirmations) {
            if (!one.cons().equals(cons)) {
                throw ViolationException.bySite(Reason.CONTEXT, one.site(), "must confirm the same survivors");
            }
            requireSignature(one.site(), cons, one.signature());
        }
    }

    /**
     * Requires that a receipt was made by the coordinator and, unless that one is trusted, confirmed by enough sites.
     *
     * @param receipt the receipt
     * @param threshold how many sites must have confirmed it
     * @throws ViolationException when it was not
     */
    public void requireReceipt(Receipt receipt, int threshold) {
        if (!receipt.sid().equals(sid)) {
            throw ViolationException.byCoordinator(Reason.CONTEXT, "a receipt must be of this session");
        }
        requireCoordinator(receipt.digest(), receipt.signature());
        requireCohort(receipt.included(), participants, policy.minCohort());
        if (policy.trust() == CoordinatorTrust.MALICIOUS) {
            Octets cons = Transcript.of("cons")
                    .octets(receipt.ctx2())
                    .sites(receipt.included())
                    .hash();
            requireConfirmed(cons, receipt.confirmations(), receipt.included(), threshold);
        }
    }

    /**
     * Counts the participants that refuse a slot.
     *
     * @param slot the slot
     * @param refusals signed promises
     * @return how many different participants promised
     * @throws ViolationException when one is of another slot or has no good signature
     */
    public int requireRefusals(long slot, List<Refusal> refusals) {
        return requireRefusals(slot, refusals, participants);
    }

    /**
     * Counts the sites that refuse a slot in which they could release something.
     *
     * @param slot the slot
     * @param refusals signed promises
     * @param sharing U2; a promise of another site is worth nothing, and does not count
     * @return how many different sites of those promised
     * @throws ViolationException when one is of another slot or has no good signature
     */
    public int requireRefusals(long slot, List<Refusal> refusals, List<Integer> sharing) {
        TreeSet<Integer> sites = new TreeSet<>();
        for (Refusal refusal : refusals) {
            if (!refusal.sid().equals(sid) || refusal.slot() != slot) {
                throw ViolationException.bySite(Reason.CONTEXT, refusal.site(), "must refuse this slot");
            }
            requireSignature(refusal.site(), refusal.digest(), refusal.signature());
            if (sharing.contains(refusal.site())) {
                sites.add(refusal.site());
            }
        }
        return sites.size();
    }

    /**
     * What the first slot of a session names as the receipt before it.
     *
     * @return H("receipts", sid)
     */
    public Octets firstReceipt() {
        return Transcript.of("receipts").octets(sid).hash();
    }
}
