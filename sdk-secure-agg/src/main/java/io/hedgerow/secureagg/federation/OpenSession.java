package io.hedgerow.secureagg.federation;

import io.hedgerow.secureagg.coordinator.CoordinatorSession;
import io.hedgerow.secureagg.message.Message;
import io.hedgerow.secureagg.message.Receipt;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A session and how much of its chain of receipts each site is known to have. */
final class OpenSession {

    private final CoordinatorSession session;
    private final Map<Integer, Integer> known = new TreeMap<>();

    OpenSession(CoordinatorSession session) {
        this.session = session;
    }

    CoordinatorSession session() {
        return session;
    }

    /** The receipts that a site may lack. It skips those that it has. */
    List<Message> receiptsFor(int site) {
        List<Receipt> all = session.receipts();
        return new ArrayList<>(all.subList(known.getOrDefault(site, 0), all.size()));
    }

    /** A site that masked an input has followed the chain to its end. */
    void hasAll(int site) {
        known.put(site, session.receipts().size());
    }
}
