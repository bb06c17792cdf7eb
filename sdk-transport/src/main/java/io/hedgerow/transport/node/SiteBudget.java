// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.node;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.data.internal.InsecureCount;
import io.hedgerow.core.internal.protocol.SiteRecord;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.BudgetLedger;
import io.hedgerow.core.privacy.DatasetIdentity;
import io.hedgerow.core.privacy.PolicyRefusedException;
import io.hedgerow.core.privacy.PrivacyException.Reason;
import io.hedgerow.core.privacy.PrivacyGate;
import io.hedgerow.core.privacy.ReservationRequest;
import io.hedgerow.core.protocol.ProtectedUpdate;
import io.hedgerow.core.protocol.SiteReply;
import io.hedgerow.core.solver.LocalSolver;
import io.hedgerow.dp.ledger.AccountedLedger;
import io.hedgerow.dp.ledger.AccountingMode;
import io.hedgerow.dp.ledger.Charge;
import io.hedgerow.dp.ledger.LedgerHistory;
import io.hedgerow.dp.ledger.SitePolicy;
import io.hedgerow.dp.ledger.SpendingPlan;
import io.hedgerow.dp.ledger.SpendingRule;
import io.hedgerow.dp.plan.PlannedSpending;
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
 * Computes and charges the privacy cost of a study at a site. {@link #ask} asks the source of the rows, which may take
 * long; opening then computes the charge of the signed plan and refuses a plan that the site's ledger does not cover.
 * Both spend nothing. The gate of {@link #gate} then charges the whole plan, once and permanently, when the first
 * computation on data is asked for: a study that never comes as far costs nothing.
 */
record SiteBudget(DatasetIdentity dataset, @Nullable Planned planned) implements AutoCloseable {

    private record Planned(AllowedPlan allowed, HomeFiles.Held<AccountedLedger> held, Charge charge) {
        AccountedLedger ledger() {
            return held.file();
        }

        SitePolicy policy() {
            return allowed.policy();
        }

        SpendingPlan study() {
            return allowed.study();
        }

        ChargedData known() {
            return allowed.known();
        }
    }

    /** A plan that the site's policy allows, with the identity of its data. */
    record AllowedPlan(SitePolicy policy, VariableSchema schema, SpendingPlan study, ChargedData known) {}

    /**
     * Compares a plan with the site's policy and its rows, and asks the rows' source where they are. May take as long
     * as a database does, so a study does it before it has its turn to pay. Reads no record of the data, but for
     * digests of a file; opens and records nothing.
     *
     * @return empty for a plan that spends nothing
     * @throws io.hedgerow.core.privacy.PrivacyException when the policy does not cover the plan, or the rows are
     *     charged under another name
     * @throws io.hedgerow.core.data.DataException when the source cannot be asked
     */
    static Optional<AllowedPlan> ask(Site site, RowSource rows, SignedPlan signed, Method method) {
        if (signed.plan().privacy().budget().isEmpty()) {
            return Optional.empty();
        }
        SitePolicy policy = SitePolicy.read(site.policy()
                .orElseThrow(() -> new IllegalArgumentException(
                        "the plan spends a privacy budget, and this site has no policy: write a policy.yaml with the"
                                + " budget of the data set; site join takes it with --policy FILE")));
        PlannedSpending promising = PlannedMethod.requireSame(signed.plan(), method, site.name(), policy);
        SiteData.of(policy.dataset(), rows).requireProtects(policy.unit());
        policy.requireAllowed(method.study(), method.solver(site.name()));
        requireFixedPlan(policy);
        ChargedData known = ChargedData.of(site, policy.dataset(), rows);
        known.require();
        return Optional.of(new AllowedPlan(policy, rows.schema(), promising.spending(site.name()), known));
    }

    /**
     * Computes the cost of a study. Asks nothing of the data, and records only that there is a ledger.
     *
     * @param answer of {@link #ask} about the same plan
     * @param notes for the site's people
     * @throws io.hedgerow.core.privacy.PrivacyException when the ledger or the plan's own budget does not cover the
     *     plan
     */
    static SiteBudget open(
            Site site,
            HomeFiles files,
            Optional<AllowedPlan> answer,
            SignedPlan signed,
            Method method,
            Consumer<String> notes) {
        if (answer.isEmpty()) {
            DatasetIdentity dataset = site.policy()
                    .map(file -> SitePolicy.read(file).dataset())
                    .orElseGet(() -> new DatasetIdentity(site.name().value()));
            return new SiteBudget(dataset, null);
        }
        AllowedPlan allowed = answer.get();
        if (!LedgerHistory.isIn(site.home().ledger())) { // what a ledger promises is written when it is made
            PlannedMethod.requireForecast(signed.plan(), method);
        }
        HomeFiles.Held<AccountedLedger> held = files.ledger(
                List.of(allowed.policy(), allowed.schema()),
                () -> AccountedLedger.open(
                        site.home().ledger(),
                        allowed.policy(),
                        allowed.schema(),
                        SpendingRule.standard(allowed.policy().accounting()).remembering(),
                        site.clock(),
                        site.anchors()));
        AccountedLedger ledger = held.file();
        try {
            ledger.notices().forEach(notes);
            Charge charge = ledger.quote(allowed.study());
            requirePromised(signed.plan().privacy().budget().orElseThrow(), charge);
            if (!ledger.isDeclared(allowed.study().study())) { // a study that was paid for goes on
                allowed.known().requireNotable();
                PlannedMethod.requireForecast(signed.plan(), method);
                PlannedMethod.forecast(signed.plan()).ifPresent(text -> notes.accept("forecast: " + text));
            }
            return new SiteBudget(allowed.policy().dataset(), new Planned(allowed, held, charge));
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

    /** Whether the plan was not charged yet. */
    boolean isDue() {
        return planned != null && !planned.ledger().isDeclared(planned.study().study());
    }

    /** Whether the whole plan was charged, in this process or in one before. */
    boolean isPaid() {
        return planned != null && !isDue();
    }

    /** A line for people before the first charge of a ledger whose last hash is kept nowhere else. */
    Optional<String> unanchored(Site site) {
        return planned != null
                        && site.anchors().isEmpty()
                        && planned.ledger().spent().studies().isEmpty()
                ? Optional.of("this is the ledger's first charge, and its last hash is kept nowhere else: a home that"
                        + " is put back would bring spent budget back, and no one would notice; give a directory"
                        + " for anchors, outside of the home and its backups (site join: --anchors DIR)")
                : Optional.empty();
    }

    /**
     * Refuses to begin a study whose first round is over: later rounds need its release, and a site that was in it and
     * has forgotten it would be in the sum twice.
     *
     * @throws PolicyRefusedException when rounds are over
     */
    void requireBegins(int roundsOver) {
        if (roundsOver > 0) {
            throw new PolicyRefusedException(
                    "the study has begun without this site: "
                            + (roundsOver == 1 ? "1 round is" : roundsOver + " rounds are")
                            + " over, and a site that has no journal of the first cannot take part; if it took "
                            + "part before,"
                            + " start it with the home that it had; nothing has left the site and nothing was charged",
                    Reason.BEGUN);
        }
    }

    /**
     * Names data sets that share most of the rows with those that would be charged, unless they were charged before.
     * May take as long as a file is read.
     *
     * @return for the people of the site and no one else
     */
    List<String> near() {
        return planned != null && isDue() ? planned.known().near() : List.of();
    }

    /** Whether the policy lets the number of rows be known: one of zero-out keeps it secret. */
    boolean hasPublicNumber() {
        return planned == null || planned.policy().adjacency() == Adjacency.REPLACE_ONE;
    }

    /**
     * Counts the units where their number is public, and compares it with the declared one, unless the study was
     * charged before: then nothing can be saved, and each round looks for itself. The policy's adjacency decides
     * whether the number is public: one of zero-out keeps it secret, also in a study that promises more.
     *
     * @param rows the rows that will be opened
     * @throws io.hedgerow.core.data.DataException when they cannot be read, or are others; nothing was charged
     */
    void requireUnits(RowSource rows, LocalSolver solver) {
        if (planned != null
                && isDue()
                && hasPublicNumber()
                && solver.publicUnits().isPresent()) {
            InsecureCount.requireDeclared(
                    rows, planned.policy().unit(), solver.publicUnits().getAsLong());
        }
    }

    /**
     * Makes sure that the budget will cover the study when it is charged, whatever other studies of this process join.
     *
     * @return run to take the promise back
     * @throws io.hedgerow.core.privacy.BudgetExhaustedException when it does not, beside those that have joined
     */
    Runnable promise(HomeFiles files) {
        return planned == null ? () -> {} : files.promise(planned.ledger(), planned.study());
    }

    /**
     * The gate to the data. It charges the whole study before it lets the first computation through; after a restart
     * that costs nothing. Behind masks a computation is asked for when all sites that the sum needs have signed their
     * part of it, and otherwise when the coordinator sends the first task.
     *
     * @param data the rows that will be opened
     * @param charged is run when the plan was charged
     * @throws PolicyRefusedException when the policy protects users and the data names none; nothing was charged
     */
    PrivacyGate gate(SiteData data, Runnable charged) {
        if (planned == null) {
            return InsecureOpenData.gate(dataset);
        }
        data.requireProtects(planned.policy().unit());
        // data that was charged must never be without its name, and may be away when the first task comes; an earlier
        // release may have charged the study without a note
        planned.known().note();
        return PrivacyGate.enforcing(
                new ChargedAtFirst(planned.ledger(), planned.study(), charged),
                dataset,
                planned.policy().unit(),
                planned.policy().adjacency());
    }

    private record ChargedAtFirst(AccountedLedger ledger, SpendingPlan study, Runnable charged)
            implements BudgetLedger {
        @Override
        public void reserve(ReservationRequest request) {
            declare();
            ledger.reserve(request);
        }

        void declare() {
            boolean due = !ledger.isDeclared(study.study());
            ledger.declare(study);
            if (due) {
                charged.run();
            }
        }

        @Override
        public boolean mayHaveLetThrough(String name, int round) {
            return ledger.mayHaveLetThrough(name, round);
        }

        @Override
        public void requireLetThrough(ReservationRequest request) {
            ledger.requireLetThrough(request);
        }
    }

    /**
     * Reads the records before anything leaves the site, and returns whether it did. Where a budget protects them
     * nothing unpaid may follow from them, so they stay closed.
     *
     * @param whole whether the plan takes whole rows alone; statistics are then kept for the method
     */
    boolean mayLook(SiteData records, String study, boolean whole) {
        if (planned != null) {
            return false;
        }
        String purpose = "the plan's bounds";
        if (whole) {
            InsecureOpenData.look(records, study, purpose);
        } else {
            InsecureOpenData.lookAtCells(records, study, purpose);
        }
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
        return rules.conduct().reportSpending()
                ? spending().map(options::reporting).orElse(options)
                : options;
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
