// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.site;

import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.privacy.LedgerException;
import io.hedgerow.dp.ledger.AccountedLedger;
import io.hedgerow.dp.ledger.Charge;
import io.hedgerow.dp.ledger.InsecureVolatileLedger;
import io.hedgerow.dp.ledger.SitePolicy;
import io.hedgerow.dp.ledger.SpendingPlan;
import io.hedgerow.dp.ledger.SpendingRule;
import io.hedgerow.dp.ledger.StudyLedger;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The open ledger of a data set in a run of one process; without a directory it is lost with the process. */
record DataSetLedger(
        SitePolicy policy, StudyLedger ledger, @Nullable Path directory) implements AutoCloseable {

    static DataSetLedger open(
            Optional<Path> directory,
            VariableSchema schema,
            SitePolicy policy,
            SpendingRule rule,
            Optional<Path> anchors) {
        if (directory.isEmpty()) {
            return new DataSetLedger(
                    policy, new InsecureVolatileLedger(policy.terms(schema), policy.cap(), rule), null);
        }
        Path own = SiteLedgers.folder(directory.get(), policy.dataset());
        return new DataSetLedger(
                policy, AccountedLedger.open(own, policy, schema, rule, InstantSource.system(), anchors), own);
    }

    /**
     * Charges one of the ledgers of a run. It may fail when others, or it itself, were charged: then the study has cost
     * them, and to begin again by itself would cost them another one.
     */
    static Charge charge(DataSetLedger one, SpendingPlan plan, List<DataSetLedger> all) {
        try {
            return one.ledger().declare(plan).charge();
        } catch (LedgerException e) {
            List<String> charged = all.stream()
                    .filter(each -> each.isCharged(plan.study()))
                    .map(each -> each.policy().dataset().value())
                    .toList();
            if (charged.isEmpty()) {
                throw e;
            }
            throw new LedgerException(
                    Words.reason(e) + "; nothing was opened, and what was charged to " + String.join(", ", charged)
                            + " stays spent",
                    e);
        }
    }

    private boolean isCharged(String study) {
        return ledger.spent().studies().stream().anyMatch(one -> one.study().equals(study));
    }

    List<String> notices() {
        return ledger instanceof AccountedLedger file ? file.notices() : List.of();
    }

    @Override
    public void close() {
        if (ledger instanceof AccountedLedger file) {
            file.close();
        }
    }
}
