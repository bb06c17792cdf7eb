// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.doctor;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.internal.file.Directories;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.privacy.BudgetExhaustedException;
import io.hedgerow.core.privacy.LedgerException;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.privacy.PolicyRefusedException;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.dp.ledger.Charge;
import io.hedgerow.dp.ledger.LedgerHistory;
import io.hedgerow.dp.ledger.SitePolicy;
import io.hedgerow.dp.ledger.SpendingRule;
import io.hedgerow.dp.ledger.SpentReport;
import io.hedgerow.dp.ledger.SpentReport.StudySpending;
import io.hedgerow.dp.method.SharedAccounting;
import io.hedgerow.dp.solver.PlannedSolver;
import io.hedgerow.samples.doctor.Checkup.Finding;
import io.hedgerow.samples.output.ExitCode;
import io.hedgerow.samples.source.SourceFile;
import io.hedgerow.transport.node.PlannedMethod;
import io.hedgerow.transport.node.SignedPlan;
import io.hedgerow.transport.study.PlannedPrivacy;
import io.hedgerow.transport.study.StudyPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Checks the data file's first line, the policy, and whether the budget covers the plan. */
record DataChecks(Checkup checkup, SiteSetup setup) {

    void examine(Optional<SignedPlan> signed) {
        if (signed.isEmpty()) {
            for (String check : List.of("data", "policy", "budget")) {
                checkup.add(Finding.skip(check, "the plan comes first"));
            }
            return;
        }
        StudyPlan plan = signed.get().plan();
        Optional<RowSource> rows = data(signed.get());
        if (plan.privacy().budget().isEmpty()) {
            checkup.add(Finding.skip("policy", "the plan has no privacy budget"));
            checkup.add(Finding.skip("budget", "the plan has no privacy budget"));
            return;
        }
        policy(plan)
                .ifPresentOrElse(
                        policy -> {
                            rows.ifPresent(there -> charged(policy, there));
                            anchor(plan, policy);
                        },
                        () -> checkup.add(Finding.skip("budget", "the policy comes first")));
    }

    /** Compares the data with what was charged at this site, as joining does. */
    private void charged(SitePolicy policy, RowSource rows) {
        checkup.attempt(
                        "charged data",
                        "charge the same people as one data set, in one home",
                        () -> setup.joining().requireOwnData(policy.dataset(), rows))
                .ifPresent(near -> {
                    near.forEach(found -> checkup.add(Finding.warn(
                            "charged data", found, "say in the policy which data set these people belong to")));
                    if (near.isEmpty()) {
                        checkup.add(Finding.pass(
                                "charged data", "no other data set and no other home was charged for it at this site"));
                    }
                });
    }

    private Optional<RowSource> data(SignedPlan signed) {
        if (!isKnown(signed.plan())) {
            checkup.add(Finding.skip("data", "the algorithm comes first"));
            return Optional.empty();
        }
        Optional<RowSource> opened = checkup.attempt(
                "data",
                "give the file or query with the plan's columns; their order does not matter",
                () -> SourceFile.open(
                        setup.data(),
                        setup.format().apply(PlannedReading.of(signed, new SiteId(setup.site()))),
                        signed.plan().deadline(),
                        setup.waiting()));
        opened.ifPresent(rows -> checkup.add(
                isEmpty(setup.data())
                        ? Finding.warn(
                                "data",
                                "the file is empty: it counts as one without rows; only this site sees this",
                                "write the line of names and the rows, unless there are none")
                        : named(signed)));
        return opened;
    }

    private static boolean isEmpty(Path data) {
        try {
            return SourceFile.isCsv(data) && Files.size(data) == 0;
        } catch (IOException e) {
            return false; // it was opened, so it is no more than a source that is away again
        }
    }

    private Finding named(SignedPlan signed) {
        return Finding.pass(
                "data",
                (SourceFile.isCsv(setup.data()) ? "the first line names" : said(setup.data())) + " the plan's "
                        + Words.count(signed.plan().schema().size(), "column")
                        + (signed.namesUsers() ? " and the one that says whose a row is;" : ";")
                        + " rows are opened by the study alone");
    }

    /** What says the columns of rows that are no text. */
    private static String said(Path data) {
        return SourceFile.isQuery(data) ? "the query gives" : "the file has";
    }

    /** Whether this release has the plan's algorithm, which says what columns a site needs. */
    private static boolean isKnown(StudyPlan plan) {
        try {
            PlannedMethod.of(plan);
            return true;
        } catch (IllegalArgumentException e) {
            return false; // said by the check of the algorithm
        }
    }

    /** The solver of a private plan for this site; fails where joining would. */
    private Optional<PlannedSolver> solver(StudyPlan plan) {
        try {
            return PlannedMethod.of(plan).solver(new SiteId(setup.site())) instanceof PlannedSolver planned
                    ? Optional.of(planned)
                    : Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.empty(); // reported with the noise, the algorithm, or the rules
        }
    }

    private Optional<SitePolicy> policy(StudyPlan plan) {
        if (setup.policy().isEmpty()) {
            checkup.add(Finding.fail(
                    "policy",
                    ExitCode.REFUSED,
                    "the plan spends a privacy budget and there is no policy",
                    "give --policy FILE, see docs/guides/data-steward.md"));
            return Optional.empty();
        }
        Optional<SitePolicy> read = checkup.attempt(
                "policy",
                "docs/guides/data-steward.md describes the policy",
                () -> SitePolicy.read(setup.policy().get()));
        Optional<PlannedSolver> solver = solver(plan);
        if (read.isPresent() && solver.isEmpty()) {
            checkup.add(Finding.skip("policy", "the noise or the algorithm comes first"));
            return Optional.empty();
        }
        return read.flatMap(policy -> checkup.attempt(
                "policy", "ask for another plan, or ask the data steward whether the policy may allow this one", () -> {
                    Method method = PlannedMethod.of(plan);
                    policy.requireAllowed(method.study(), solver.get());
                    PlannedMethod.requireSame(plan, method, new SiteId(setup.site()), policy);
                    SourceFile.requireOf(setup.data(), policy.dataset());
                    checkup.add(Finding.pass(
                            "policy",
                            "data set " + policy.dataset().value() + " may be used by "
                                    + solver.get().id()));
                    return policy;
                }));
    }

    /** Checks whether the ledger is at least as new as its anchor. */
    private void anchor(StudyPlan plan, SitePolicy policy) {
        checkup.attempt("anchor", "bring back the newest ledger or anchor, never an older copy", () -> {
                    setup.anchors()
                            .ifPresent(outside -> Directories.requireOutside(
                                    outside, setup.home().path(), "anchors"));
                    return LedgerHistory.requireAnchored(
                            setup.home().ledger(), policy.dataset(), policy.anchors(), setup.anchors());
                })
                .ifPresent(notice -> {
                    if (setup.anchors().isEmpty() && notice.isEmpty()) {
                        checkup.add(Finding.warn(
                                "anchor",
                                "the ledger's last hash is kept nowhere outside of --home: a home that is put back"
                                        + " would bring spent budget back, and no one would notice",
                                "give --anchors DIR, outside of --home and of its backups, here and to site join"));
                    }
                    notice.ifPresent(found -> checkup.add(
                            Finding.warn("anchor", found, "give the directory that has the newest anchor")));
                    budget(plan, policy);
                });
    }

    private void budget(StudyPlan plan, SitePolicy policy) {
        checkup.attempt("budget", "ask for a plan that spends less; a spent budget does not come back", () -> {
                    SpendingRule rule = new SharedAccounting().rule();
                    if (!rule.mode().equals(policy.accounting())) {
                        throw new PolicyRefusedException(
                                "the policy's accounting must be fixed-plan for studies between" + " sites, was "
                                        + policy.accounting());
                    }
                    Optional<SpentReport> spent = spent(plan, policy);
                    PlannedPrivacy.Budget asked = plan.privacy().budget().orElseThrow();
                    PlannedSolver solver = solver(plan).orElseThrow();
                    int rounds = PlannedMethod.of(plan).study().rounds();
                    MechanismEvent whole = new io.hedgerow.dp.ledger.SpendingPlan(
                                    plan.name(), solver.id(), "any", solver.roundPlan(rounds), asked.delta())
                            .whole();
                    return weigh(plan, policy, spent, rule.charge(whole, asked.delta()), whole);
                })
                .ifPresent(found -> checkup.add(Finding.pass("budget", found)));
    }

    private Optional<SpentReport> spent(StudyPlan plan, SitePolicy policy) {
        if (!LedgerHistory.isIn(setup.home().ledger())) {
            return Optional.empty();
        }
        LedgerHistory history = LedgerHistory.read(setup.home().ledger());
        if (!history.terms().equals(policy.terms(plan.schema()))) {
            throw new LedgerException("the ledger in " + setup.home().ledger()
                    + " was made for another data set, other columns or another budget than this policy and plan: "
                    + history.terms().dataset().value() + ", " + history.terms().budget());
        }
        return Optional.of(history.spent());
    }

    /** Compares the charge as the ledger will: with the cap of one study and with the rest of the budget. */
    private static String weigh(
            StudyPlan plan, SitePolicy policy, Optional<SpentReport> spent, Charge charge, MechanismEvent event) {
        Optional<StudySpending> before = spent.flatMap(report -> report.studies().stream()
                .filter(one -> one.study().equals(plan.name()))
                .findFirst());
        if (before.isPresent() && before.get().copies() > 0) {
            return "this study was charged before; joining it again costs nothing";
        }
        double left = spent.map(SpentReport::leftEpsilon).orElse(policy.budget().epsilon());
        double leftDelta =
                spent.map(SpentReport::leftDelta).orElse(policy.budget().delta());
        double study = policy.cap().perStudy().epsilon();
        double studyDelta = policy.cap().perStudy().delta();
        String asks = String.format(
                Locale.ROOT,
                "the plan costs epsilon %.6g, delta %.3g; one study may take %.6g, %.3g; left are %.6g, %.3g",
                charge.amount(),
                charge.delta(),
                study,
                studyDelta,
                left,
                leftDelta);
        if (charge.amount() > Math.min(study, left) || charge.delta() > Math.min(studyDelta, leftDelta)) {
            throw new BudgetExhaustedException(asks, event);
        }
        return asks + "; nothing was charged";
    }
}
