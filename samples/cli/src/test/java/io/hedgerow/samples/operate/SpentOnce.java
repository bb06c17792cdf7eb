// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.operate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.dp.ledger.LedgerEntry;
import io.hedgerow.dp.ledger.LedgerHistory;
import io.hedgerow.dp.ledger.LedgerRecord;
import io.hedgerow.dp.ledger.SpentReport;
import java.util.HashSet;
import java.util.Set;

/** That a ledger holds one study, charged once, and each of its rounds at most once. */
public final class SpentOnce {

    private SpentOnce() {}

    /** {@code sent}: an update left the site, which the ledger must know. */
    public static void require(String site, LedgerHistory ledger, boolean sent) {
        SpentReport spent = ledger.spent();
        assertEquals(1, spent.studies().size(), site);
        assertEquals(1, spent.studies().get(0).copies(), site);
        Set<Integer> drawn = new HashSet<>();
        for (LedgerEntry entry : ledger.entries()) {
            if (entry.record() instanceof LedgerRecord.Drawn draw) {
                assertTrue(drawn.add(draw.round()), site + " drew round " + draw.round() + " twice");
            }
        }
        assertTrue(spent.spentEpsilon() > 0, site);
        if (sent) {
            assertTrue(!drawn.isEmpty(), site + " sent an update that the ledger does not know");
        }
    }
}
