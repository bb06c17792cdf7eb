// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.site;

import io.hedgerow.core.Learning;
import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.privacy.PrivacyGate;
import io.hedgerow.dp.ledger.SpendingPlan;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A run that policies and budget allow and no ledger was charged for yet. Opens the ledgers when its sites request
 * admission, once, and closes them at the end. Thread-safe.
 */
public final class LedgerRun implements Learning.BudgetedRun {
    private final Method method;
    private final List<SiteData> data;
    private final List<SpendingPlan> plans;
    private final Supplier<SiteLedgers> opening;
    private @Nullable SiteLedgers ledgers;
    private List<SiteLedgers.Account> accounts = List.of();
    private List<String> notices = List.of();
    private boolean charged;
    private boolean closed;

    LedgerRun(Method method, List<SiteData> data, List<SpendingPlan> plans, Supplier<SiteLedgers> opening) {
        this.method = method;
        this.data = List.copyOf(data);
        this.plans = List.copyOf(plans);
        this.opening = opening;
    }

    @Override
    public Method method() {
        return method;
    }

    @Override
    public List<SiteData> data() {
        return data;
    }

    /** {@return the plans that every site is charged for} */
    public List<SpendingPlan> plans() {
        return plans;
    }

    /**
     * Charges every data set for the whole run.
     *
     * @throws IllegalArgumentException when method or data are others than those that were checked; nothing was charged
     * @throws IllegalStateException when the run was charged or closed already; nothing was charged
     */
    @Override
    public synchronized List<PrivacyGate> admit(Method admitted, List<SiteData> sites) {
        if (admitted != method || !sites.equals(data)) {
            throw new IllegalArgumentException("a budget must be spent on the method and data that were checked for it,"
                    + " were others: take both from the run");
        }
        if (closed || ledgers != null) {
            throw new IllegalStateException("a run is charged once, before it is closed: prepare another one");
        }
        ledgers = opening.get();
        List<PrivacyGate> gates = ledgers.admit(method, sites);
        charged = true;
        return gates;
    }

    /**
     * {@return the accounts of every site, as in its ledger, after the charge}
     *
     * @throws IllegalStateException when no site was admitted
     */
    public synchronized List<SiteLedgers.Account> accounts() {
        if (!charged) {
            throw new IllegalStateException("accounts are known after the charge, no site was admitted");
        }
        return closed || ledgers == null ? accounts : accountsIn(ledgers);
    }

    /** {@return notices for an operator about the ledgers; usually none, and none before they are open} */
    public synchronized List<String> notices() {
        return closed || ledgers == null ? notices : ledgers.notices();
    }

    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            if (ledgers != null) {
                notices = ledgers.notices();
                accounts = charged ? accountsIn(ledgers) : List.of();
                ledgers.close();
            }
        }
    }

    private List<SiteLedgers.Account> accountsIn(SiteLedgers open) {
        return IntStream.range(0, data.size()).mapToObj(open::account).toList();
    }
}
