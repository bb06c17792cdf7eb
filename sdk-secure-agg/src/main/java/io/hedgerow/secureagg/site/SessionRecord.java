package io.hedgerow.secureagg.site;

import io.hedgerow.secureagg.key.Octets;
import io.hedgerow.secureagg.message.Receipt;
import io.hedgerow.secureagg.policy.SessionTerms;
import java.util.List;

/**
 * What a site needs to go on with a session after a restart, beside its ratchet and its releases. Public.
 *
 * @param sid the session
 * @param policyHash of the rules that it began with
 * @param rosterHash of the roster that it began with
 * @param participants who takes part, in ascending order
 * @param lastReceipt digest of the last receipt that was accepted
 * @param lastSlot slot of that receipt, −1 before the first
 */
public record SessionRecord(
        Octets sid,
        Octets policyHash,
        Octets rosterHash,
        List<Integer> participants,
        Octets lastReceipt,
        long lastSlot) {
    public SessionRecord {
        participants = List.copyOf(participants);
        if (!(lastSlot >= -1)) {
            throw new IllegalArgumentException("lastSlot must be >= -1, was " + lastSlot);
        }
    }

    /** A session before its first receipt. */
    static SessionRecord of(SessionTerms terms) {
        return new SessionRecord(
                terms.sid(),
                terms.policy().hash(),
                terms.roster().hash(),
                terms.participants(),
                terms.firstReceipt(),
                -1);
    }

    SessionRecord after(Receipt receipt) {
        return new SessionRecord(sid, policyHash, rosterHash, participants, receipt.digest(), receipt.slot());
    }
}
