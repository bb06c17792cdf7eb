// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.ledger;

import io.hedgerow.contract.BudgetLedgerContract;
import io.hedgerow.core.privacy.BudgetLedger;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.privacy.ReservationRequest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

/** The ledger on disk keeps the contract of all ledgers. */
class RdpFilterLedgerTest extends BudgetLedgerContract {

    @TempDir
    Path temp;

    private final Map<BudgetLedger, Path> directories = new HashMap<>();

    @AfterEach
    void close() {
        directories.keySet().forEach(ledger -> ((AccountedLedger) ledger).close());
    }

    @Override
    protected BudgetLedger newLedger() {
        try {
            Path directory = Files.createTempDirectory(temp, "ledger");
            AccountedLedger ledger = AccountedLedger.open(
                    directory,
                    LedgerFixtures.terms(new AccountingMode.RdpFilter(LedgerFixtures.ORDER)),
                    LedgerFixtures.cap(),
                    LedgerFixtures.filterRule(),
                    LedgerFixtures.clock());
            directories.put(ledger, directory);
            return ledger;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    protected MechanismEvent affordable() {
        return new MechanismEvent.Gaussian(0.03125, 1);
    }

    @Override
    protected MechanismEvent refused() {
        return new MechanismEvent.PureDp(100, 1);
    }

    @Override
    protected List<ReservationRequest> recorded(BudgetLedger ledger) {
        return LedgerHistory.read(directories.get(ledger)).requests();
    }
}
