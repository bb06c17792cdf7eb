// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.site;

import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.DatasetIdentity;
import io.hedgerow.core.privacy.LedgerException;
import io.hedgerow.core.privacy.PolicyRefusedException;
import io.hedgerow.core.privacy.PrivacyPromise;
import io.hedgerow.core.privacy.PrivacyUnit;
import io.hedgerow.core.solver.LocalSolver;
import io.hedgerow.core.study.Study;
import io.hedgerow.dp.accounting.PrivacyBudget;
import io.hedgerow.dp.ledger.AccountingMode;
import io.hedgerow.dp.ledger.LedgerClock;
import io.hedgerow.dp.ledger.LedgerHistory;
import io.hedgerow.dp.ledger.LedgerTerms;
import io.hedgerow.dp.ledger.PolicyTerms;
import io.hedgerow.dp.ledger.SitePolicy;
import io.hedgerow.dp.ledger.SitePolicy.StudyCap;
import io.hedgerow.dp.ledger.SpendingPlan;
import io.hedgerow.dp.ledger.SpendingRule;
import io.hedgerow.dp.ledger.SpentReport;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;

/**
 * The budget of a run in one process: the request, the policy that allows it, and the ledgers that record it.
 * Immutable.
 *
 * @param request the requested budget
 * @param policy of the data; empty to allow the request
 * @param dataset the data set that the policy names; empty where it names none
 * @param ledgers where ledgers are kept; empty to forget them
 * @param anchors where their last hashes are kept, outside of the ledgers; empty for where they were kept last
 */
record RunBudget(
        BudgetRequest request,
        Optional<SitePolicy> policy,
        Optional<DatasetIdentity> dataset,
        Optional<Path> ledgers,
        Optional<Path> anchors) {

    /** Refuses a policy with another unit or adjacency than the request. */
    RunBudget {
        if (policy.isPresent()) {
            requireSame(policy.get(), request);
        }
        if (anchors.isPresent() && ledgers.isEmpty()) {
            throw new IllegalArgumentException(
                    "anchors are the last hashes of ledgers, which are forgotten here: keep them in a directory");
        }
    }

    /** The noise source of the run: the requested one, else the first that the policy allows. */
    String noise() {
        return request.noise()
                .or(() -> policy.map(given -> given.noiseSources().get(0)))
                .orElse(PrivacyPromise.USUAL_NOISE);
    }

    /** All that a policy allows one study. */
    static BudgetRequest wholeCap(SitePolicy policy, boolean named) {
        Optional<String> key =
                policy.unit() instanceof PrivacyUnit.UserUnit user ? Optional.of(user.keyColumn()) : Optional.empty();
        boolean stated = policy.adjacency() == Adjacency.ZERO_OUT && named && key.isEmpty() && policy.rows() >= 2;
        return new BudgetRequest(
                policy.cap().perStudy().epsilon(),
                OptionalDouble.of(policy.cap().perStudy().delta()),
                key,
                policy.adjacency(),
                stated ? OptionalLong.of(policy.rows()) : OptionalLong.empty());
    }

    /**
     * A ledger that is kept for users must not be charged by a run that protects rows, and one for rows not by a run
     * that protects users.
     */
    private static void requireSame(SitePolicy policy, BudgetRequest request) {
        if (!policy.unit().equals(request.unit())) {
            throw new PolicyRefusedException("the policy protects " + described(policy.unit())
                    + ", the run asks for " + described(request.unit()) + ": "
                    + (policy.unit() instanceof PrivacyUnit.UserUnit user
                            ? "give unit=" + user.keyColumn()
                            : "to protect users, set unit: {person: COLUMN} in the policy before anything is"
                                    + " charged, or leave unit out"));
        }
        if (policy.adjacency() != request.adjacency()) {
            throw new PolicyRefusedException("the policy says adjacency " + Words.dashed(policy.adjacency())
                    + ", the run asks for " + Words.dashed(request.adjacency())
                    + (policy.adjacency() == Adjacency.ZERO_OUT ? ": give adjacency=zero-out,n0=N" : ": leave it out"));
        }
    }

    private static String described(PrivacyUnit unit) {
        return unit instanceof PrivacyUnit.UserUnit user ? "users by column " + user.keyColumn() : "single records";
    }

    /**
     * Whether the number of units of zero-out adjacency is the policy's, and so that of the whole data set.
     *
     * @return false where it was requested, or units are counted
     */
    boolean statesWholeFile() {
        return request.adjacency() == Adjacency.ZERO_OUT
                && dataset.isPresent()
                && request.statedUnits().isPresent()
                && request.statedUnits().getAsLong() == policy.orElseThrow().rows();
    }

    /**
     * The number of units of a file that need not be counted: with zero-out adjacency, and where rows are protected and
     * the policy states the number of rows.
     *
     * @return units; with zero-out those of each site
     */
    OptionalLong statedUnits() {
        OptionalLong stated = request.statedUnits();
        return stated.isEmpty() && dataset.isPresent() && request.keyColumn().isEmpty()
                ? OptionalLong.of(policy.orElseThrow().rows())
                : stated;
    }

    /**
     * The budget of a run. δ is the requested one, else 1/n², but never more than the policy allows one study.
     *
     * @param units n of the smallest site
     */
    PrivacyBudget budget(long units) {
        PrivacyBudget usual = request.budget(units);
        double most = policy.map(given -> given.cap().perStudy().delta()).orElse(1.0);
        return request.delta().isPresent() || usual.delta() <= most || !(most > 0)
                ? usual
                : new PrivacyBudget(usual.epsilon(), most);
    }

    /**
     * Refuses, before any record is read or counted, a request that policy and ledgers cannot cover. They decide again,
     * finally, when the plan is known.
     *
     * @throws PolicyRefusedException when the budget does not cover the request
     * @throws LedgerException when a ledger cannot be used
     */
    void requireRoom(int sites, List<DatasetIdentity> charged) {
        // 1/n^2 is not known before n is, unless delta was given
        double delta = request.delta().orElse(0);
        policy.ifPresent(given -> {
            if (sites < given.minimumCohort()) {
                throw new PolicyRefusedException("the policy requires studies of at least " + given.minimumCohort()
                        + " sites, this run has " + sites);
            }
            PrivacyBudget cap = given.cap().perStudy();
            requireWithin("what one study may take", cap, delta, cap.epsilon(), cap.delta());
        });
        ledgers.ifPresent(directory -> charged.forEach(data -> {
            Path own = SiteLedgers.folder(directory, data);
            LedgerHistory.requireAnchored(
                    own, data, policy.map(SitePolicy::anchors).orElse(SitePolicy.Anchors.WARN), anchors);
            if (LedgerHistory.isIn(own)) {
                requireLeft(own, LedgerHistory.read(own).spent(), delta);
            }
        }));
    }

    private void requireLeft(Path own, SpentReport spent, double delta) {
        LedgerTerms terms = spent.terms();
        boolean sameBudget = policy.map(given -> given.budget().equals(terms.budget()))
                .orElseGet(() -> terms.budget().epsilon() == request.epsilon());
        if (!terms.unit().equals(request.unit()) || terms.adjacency() != request.adjacency() || !sameBudget) {
            throw new LedgerException("ledger " + own + " was made for " + described(terms.unit()) + ", adjacency "
                    + Words.dashed(terms.adjacency()) + ", epsilon "
                    + terms.budget().epsilon() + " and delta "
                    + terms.budget().delta() + " in all, this run is for " + described(request.unit()) + ", adjacency "
                    + Words.dashed(request.adjacency()) + ", epsilon " + request.epsilon()
                    + ": the terms of a ledger never change; a budget for several runs is that of a --policy FILE");
        }
        if (terms.mode() instanceof AccountingMode.FixedPlan) {
            requireWithin(
                    "the budget of dataset " + terms.dataset().value(),
                    terms.budget(),
                    delta,
                    spent.leftEpsilon(),
                    spent.leftDelta());
        }
    }

    private void requireWithin(String whose, PrivacyBudget all, double delta, double leftEpsilon, double leftDelta) {
        if (request.epsilon() > leftEpsilon || delta > leftDelta) {
            throw new PolicyRefusedException("the run asks for epsilon " + request.epsilon()
                    + (delta > 0 ? ", delta " + delta : "") + "; of " + whose + " (epsilon " + all.epsilon()
                    + ", delta " + all.delta() + ") there is left epsilon " + leftEpsilon + ", delta " + leftDelta
                    + ": ask for less");
        }
    }

    /**
     * The policy of one data set of the run.
     *
     * @param solvers of the run, which are allowed where there is no policy
     */
    SitePolicy policyOf(DatasetIdentity data, long units, PrivacyBudget whole, Set<String> solvers) {
        if (policy.isEmpty()) {
            Set<String> allowed = new LinkedHashSet<>(SitePolicy.PRIVATE_SOLVERS);
            allowed.addAll(solvers);
            return new SitePolicy(
                    new PolicyTerms(
                            data, units, request.unit(), request.adjacency(), whole, new AccountingMode.FixedPlan()),
                    new StudyCap(whole),
                    1,
                    List.copyOf(allowed),
                    LedgerClock.USUAL_TOLERANCE,
                    SitePolicy.Anchors.WARN,
                    List.of(noise()));
        }
        return policyOf(data, dataset.isPresent() ? policy.get().rows() : units, policy.get());
    }

    private static SitePolicy policyOf(DatasetIdentity data, long rows, SitePolicy given) {
        return new SitePolicy(
                new PolicyTerms(data, rows, given.unit(), given.adjacency(), given.budget(), given.accounting()),
                given.cap(),
                given.minimumCohort(),
                given.allowedSolvers(),
                given.clockTolerance(),
                given.anchors(),
                given.noiseSources());
    }

    /**
     * Refuses, before any record is read or counted, a solver that the policy does not allow.
     *
     * @param data the data set of the policy
     */
    void requireAllowed(DatasetIdentity data, Study study, LocalSolver solver) {
        policy.ifPresent(given -> policyOf(data, given.rows(), given).requireAllowed(study, solver));
    }

    /**
     * Refuses a plan that costs more than requested; with a policy that allows more, its ledger would take it.
     *
     * @param whole the requested ε and δ
     * @throws PolicyRefusedException when it costs more
     */
    static void requireAskedFor(PrivacyBudget whole, SpendingPlan plan, SpendingRule rule) {
        double epsilon = rule.charge(plan.whole(), plan.delta()).amount();
        if (epsilon > whole.epsilon() || plan.delta() > whole.delta()) {
            throw new PolicyRefusedException("the run asks for epsilon " + whole.epsilon() + " and delta "
                    + whole.delta() + ", the plan of study " + plan.study() + " costs epsilon " + epsilon
                    + " at delta " + plan.delta() + ": plan less, or ask for more");
        }
    }
}
