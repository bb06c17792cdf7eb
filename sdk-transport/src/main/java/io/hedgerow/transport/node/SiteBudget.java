// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.node;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.internal.file.Directories;
import io.hedgerow.core.internal.protocol.SiteRecord;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.privacy.DatasetIdentity;
import io.hedgerow.core.privacy.PolicyRefusedException;
import io.hedgerow.core.privacy.PrivacyGate;
import io.hedgerow.core.protocol.ProtectedUpdate;
import io.hedgerow.core.protocol.SiteReply;
import io.hedgerow.dp.ledger.AccountedLedger;
import io.hedgerow.dp.ledger.AccountingMode;
import io.hedgerow.dp.ledger.Charge;
import io.hedgerow.dp.ledger.SitePolicy;
import io.hedgerow.dp.ledger.SpendingPlan;
import io.hedgerow.dp.method.PrivateMethod;
import io.hedgerow.dp.method.SharedAccounting;
import io.hedgerow.dp.method.UnitsOfSites;
import io.hedgerow.transport.channel.SiteLink.ReportedSpending;
import io.hedgerow.transport.internal.egress.EgressLog.EgressEntry.LedgerReference;
import io.hedgerow.transport.internal.grpc.site.SiteOptions;
import io.hedgerow.transport.internal.journal.FileJournal;
import io.hedgerow.transport.node.internal.MessageSizes;
import io.hedgerow.transport.node.internal.site.HomeFiles;
import io.hedgerow.transport.node.internal.site.InsecureOpenData;
import io.hedgerow.transport.study.PlannedPrivacy;
import io.hedgerow.transport.study.SiteRules;
import io.hedgerow.transport.study.StudyPlan;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A site's cost of a study. Opening it computes the charge of the signed plan and refuses a plan that the site's policy
 * or its ledger does not cover; this spends nothing. {@link #charge} then charges the whole plan, once and permanently.
 */
record SiteBudget(DatasetIdentity dataset, @Nullable Planned planned) implements AutoCloseable {

    private record Planned(SitePolicy policy, HomeFiles.Held<AccountedLedger> held, SpendingPlan study, Charge charge) {
        AccountedLedger ledger() {
            return held.file();
        }
    }

    /**
     * Computes the cost of a study. Reads no record of the data, and records only that there is a ledger.
     *
     * @throws io.hedgerow.core.privacy.PrivacyException when the policy, the ledger or the plan's own budget does not
     *     cover the plan
     */
    static SiteBudget open(
            Site site, HomeFiles files, RowSource rows, SignedPlan signed, Method method, Consumer<String> notes) {
        Optional<PlannedPrivacy.Budget> promised = signed.plan().privacy().budget();
        if (promised.isEmpty()) {
            DatasetIdentity dataset = site.policy()
                    .map(file -> SitePolicy.read(file).dataset())
                    .orElseGet(() -> new DatasetIdentity(site.name().value()));
            return new SiteBudget(dataset, null);
        }
        SitePolicy policy = SitePolicy.read(site.policy()
                .orElseThrow(() -> new IllegalArgumentException(
                        "the plan spends a privacy budget, and this site has no policy: write a policy.yaml with the"
                                + " budget of the data set; site join takes it with --policy FILE")));
        UnitsOfSites.requireSame(signed.plan().terms(), site.name(), policy);
        SiteData.of(policy.dataset(), rows).requireProtects(policy.unit());
        policy.requireAllowed(method.study(), method.solver(site.name()));
        requireFixedPlan(policy);
        SpendingPlan study = ((PrivateMethod) method).spending(site.name());
        site.anchors()
                .ifPresent(directory ->
                        Directories.requireOutside(directory, site.home().path(), "anchors"));
        HomeFiles.Held<AccountedLedger> held = files.ledger(
                List.of(policy, rows.schema()),
                () -> AccountedLedger.open(
                        site.home().ledger(),
                        policy,
                        rows.schema(),
                        new SharedAccounting().rule(),
                        site.clock(),
                        site.anchors()));
        AccountedLedger ledger = held.file();
        try {
            ledger.notices().forEach(notes);
            Charge charge = ledger.quote(study);
            requirePromised(promised.get(), charge);
            return new SiteBudget(policy.dataset(), new Planned(policy, held, study, charge));
        } catch (RuntimeException e) {
            held.close();
            throw e;
        }
    }

    /** The whole plan is charged before anything is computed; a filter charges step by step and cannot do that. */
    private static void requireFixedPlan(SitePolicy policy) {
        if (!(policy.accounting() instanceof AccountingMode.FixedPlan)) {
            throw new PolicyRefusedException("the policy of dataset "
                    + policy.dataset().value() + " has another accounting than fixed-plan, by which a signed plan is"
                    + " charged: write accounting: fixed-plan, for a data set whose ledger was not begun otherwise");
        }
    }

    /** Holds the plan to its own promise, which officers have signed. */
    private static void requirePromised(PlannedPrivacy.Budget promised, Charge charge) {
        if (charge.amount() > promised.epsilon() || charge.delta() > promised.delta()) {
            throw new PolicyRefusedException("the plan would cost epsilon " + charge.amount() + ", delta "
                    + charge.delta() + ", it promises epsilon " + promised.epsilon() + ", delta " + promised.delta());
        }
    }

    /** Whether the ledger cut an incomplete last record when it was opened. */
    boolean recovered() {
        return planned != null && planned.ledger().recovered();
    }

    /** Whether {@link #charge} would spend something that was not spent before. */
    boolean isDue() {
        return planned != null && !planned.ledger().isDeclared(planned.study().study());
    }

    /**
     * Refuses to begin a study whose first round is over: later rounds need its release, and a site that was in it and
     * has forgotten it would be in the sum twice.
     *
     * @throws PolicyRefusedException when rounds are over
     */
    void requireBegins(int roundsOver) {
        if (roundsOver > 0) {
            throw new PolicyRefusedException("the study has begun without this site: "
                    + (roundsOver == 1 ? "1 round is" : roundsOver + " rounds are")
                    + " over, and a site that has no journal of the first cannot take part; if it took "
                    + "part before,"
                    + " start it with the home that it had; nothing has left the site and nothing was charged");
        }
    }

    /**
     * Charges the whole study; after a restart that costs nothing.
     *
     * @param data the rows that will be opened
     * @throws PolicyRefusedException when the policy protects users and the data names none; nothing was charged
     */
    PrivacyGate charge(SiteData data) {
        if (planned == null) {
            return InsecureOpenData.gate(dataset);
        }
        data.requireProtects(planned.policy().unit());
        planned.ledger().declare(planned.study());
        return PrivacyGate.enforcing(
                planned.ledger(),
                dataset,
                planned.policy().unit(),
                planned.policy().adjacency());
    }

    /**
     * Reads the records before anything leaves the site, and returns whether it did. Where a budget protects them
     * nothing unpaid may follow from them, so they stay closed.
     */
    boolean mayLook(SiteData records, String study) {
        if (planned != null) {
            return false;
        }
        InsecureOpenData.look(records, study, "the plan's bounds");
        return true;
    }

    /** The record that paid for the computation of a reply; replies without data have none. */
    Optional<LedgerReference> reservation(SiteReply reply) {
        if (planned == null || !(reply instanceof ProtectedUpdate)) {
            return Optional.empty();
        }
        return planned.ledger()
                .reservation(planned.study().study(), reply.round())
                .map(entry -> new LedgerReference(entry.sequence(), entry.hash()));
    }

    /** The charge of the study, when the plan has a budget. */
    Optional<ReportedSpending> spending() {
        return Optional.ofNullable(planned)
                .map(Planned::charge)
                .map(charge -> new ReportedSpending(charge.amount(), charge.delta()));
    }

    /** Reports the charge, unless the site's rules keep it: it is a function of the plan, and so not secret. */
    SiteOptions reporting(SiteOptions options, SiteRules rules) {
        return rules.reportSpending() ? spending().map(options::reporting).orElse(options) : options;
    }

    /** Takes room for the results of paid rounds before anything is paid. */
    FileJournal<SiteRecord> journal(SiteHome home, StudyPlan plan, Method method) {
        return FileJournal.ofSite(
                home.journal(plan.name()), planned == null ? 0 : MessageSizes.roomOfRound(plan, method));
    }

    Optional<AccountedLedger> ledger() {
        return Optional.ofNullable(planned).map(Planned::ledger);
    }

    @Override
    public void close() {
        if (planned != null) {
            planned.held().close();
        }
    }
}
