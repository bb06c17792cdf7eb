// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.ledger;

import io.hedgerow.samples.output.ExitCode;
import io.hedgerow.samples.output.Result;
import java.io.PrintWriter;
import java.util.List;

/** {@code ledger show}: the spending of ledgers, with those that are damaged. */
public record LedgerTable(List<LedgerSummary> ledgers, List<DamagedLedger> damaged) implements Result {
    public LedgerTable {
        ledgers = List.copyOf(ledgers);
        damaged = List.copyOf(damaged);
    }

    public static LedgerTable of(LedgerFolder folder) {
        return new LedgerTable(folder.sound().stream().map(LedgerSummary::of).toList(), folder.damaged());
    }

    @Override
    public void describe(PrintWriter out) {
        ledgers.forEach(ledger -> {
            ledger.describe(out);
            out.println();
        });
        damaged.forEach(damage -> out.println("DAMAGED " + damage.problem()));
    }

    @Override
    public ExitCode exitCode() {
        return damaged.isEmpty() ? ExitCode.OK : ExitCode.REFUSED;
    }
}
