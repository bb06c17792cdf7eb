// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.faults;

import io.hedgerow.dp.ledger.LedgerHistory;
import io.hedgerow.dp.ledger.SpentReport;
import io.hedgerow.transport.node.SiteHome;
import java.nio.file.Files;
import java.util.Optional;

/** What a site's ledger says that was spent. */
record Spent(double epsilon, double delta) {

    static final Spent NOTHING = new Spent(0, 0);

    /** Empty where there is no ledger. */
    static Optional<Spent> of(SiteHome home) {
        if (!Files.exists(home.ledger())) {
            return Optional.empty();
        }
        SpentReport spent = LedgerHistory.read(home.ledger()).spent();
        return Optional.of(new Spent(spent.spentEpsilon(), spent.spentDelta()));
    }
}
