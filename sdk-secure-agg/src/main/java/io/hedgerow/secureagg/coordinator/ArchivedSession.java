package io.hedgerow.secureagg.coordinator;

import io.hedgerow.secureagg.message.AbortCertificate;
import io.hedgerow.secureagg.message.Receipt;
import io.hedgerow.secureagg.message.SessionOffer;
import io.hedgerow.secureagg.message.SessionStart;
import java.time.Instant;
import java.util.List;

/**
 * A session as an archive has it. Nothing of it is secret.
 *
 * @param offer with which it began
 * @param start who takes part
 * @param since when it began
 * @param nextSlot first slot that was not opened
 * @param receipts in their order
 * @param certificates of slots that were settled, in their order
 */
public record ArchivedSession(
        SessionOffer offer,
        SessionStart start,
        Instant since,
        long nextSlot,
        List<Receipt> receipts,
        List<AbortCertificate> certificates) {
    public ArchivedSession {
        receipts = List.copyOf(receipts);
        certificates = List.copyOf(certificates);
    }
}
