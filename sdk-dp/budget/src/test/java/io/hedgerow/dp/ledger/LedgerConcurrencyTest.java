// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.privacy.BudgetExhaustedException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LedgerConcurrencyTest {

    @TempDir
    Path temp;

    @Test
    void manyThreads_getExactlyWhatTheBudgetCovers() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try (AccountedLedger ledger = LedgerFixtures.open(temp)) {
            List<Callable<Integer>> asking = new ArrayList<>();
            for (int k = 0; k < 80; k++) {
                int round = k;
                asking.add(() -> {
                    try {
                        ledger.reserve(LedgerFixtures.request("s" + round % 3, round, LedgerFixtures.PURE));
                        return 1;
                    } catch (BudgetExhaustedException e) {
                        return 0;
                    }
                });
            }
            int granted = 0;
            for (Future<Integer> answer : threads.invokeAll(asking)) {
                granted += answer.get();
            }
            assertEquals(48, granted, "3 / 0.0625");
        } finally {
            threads.shutdownNow();
        }
        assertEquals(48, LedgerHistory.read(temp).requests().size());
    }

    @Test
    void interruptedThread_reservesStaysInterruptedAndStopsNobody() {
        try (AccountedLedger ledger = LedgerFixtures.open(temp)) {
            Thread.currentThread().interrupt();
            ledger.reserve(LedgerFixtures.request("s", 0, LedgerFixtures.PURE));
            assertTrue(Thread.interrupted());
            ledger.reserve(LedgerFixtures.request("s", 1, LedgerFixtures.PURE));
        }
        assertEquals(2, LedgerHistory.read(temp).requests().size());
    }
}
