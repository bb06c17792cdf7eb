// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.enrol;

import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.privacy.PrivacyUnit;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.dp.method.PrivateMethod;
import io.hedgerow.dp.method.SharedAccounting;
import io.hedgerow.dp.solver.PlannedSolver;
import io.hedgerow.samples.learn.method.SitePrivacy;
import io.hedgerow.samples.output.ExitCode;
import io.hedgerow.samples.output.FactList;
import io.hedgerow.samples.privacy.MultiSiteCost;
import io.hedgerow.transport.identity.DocumentSignatures;
import io.hedgerow.transport.node.PlannedMethod;
import io.hedgerow.transport.study.PlannedAggregation;
import io.hedgerow.transport.study.PlannedPrivacy;
import io.hedgerow.transport.study.SiteRules;
import io.hedgerow.transport.study.SiteRules.PlanRefusal;
import io.hedgerow.transport.study.StudyPlan;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Describes and checks a study plan, and computes its privacy cost. */
public final class PlanTasks {

    private PlanTasks() {}

    public static FactList digest(StudyPlan plan) {
        return new FactList().fact("digest", plan.digest().toString());
    }

    public static FactList describe(StudyPlan plan) {
        return new FactList()
                .fact("study", plan.name())
                .fact("coordinator", plan.coordinator())
                .fact("sites", plan.sites().stream().map(SiteId::value).toList())
                .fact("variables", plan.variables().size())
                .fact("algorithm", plan.algorithm().id())
                .fact(
                        "privacy",
                        plan.privacy()
                                .budget()
                                .map(budget -> "epsilon " + budget.epsilon() + ", delta " + budget.delta()
                                        + budget.otherNoise()
                                                .map(noise -> ", noise " + noise)
                                                .orElse(""))
                                .orElse("none: single records could be revealed"))
                .fact("rounds", plan.rounds())
                .fact("quorum", plan.quorum())
                .fact("deadlineSeconds", plan.deadline().toSeconds())
                .fact("minimumCohort", plan.minimumCohort())
                .fact(
                        "secureAggregation",
                        plan.secureAggregation()
                                .map(PlannedAggregation::mode)
                                .map(Words::dashed)
                                .orElse("none: the coordinator sees what every site sends"))
                .fact("digest", plan.digest().toString());
    }

    /** Adds what the budget is expected to buy, and the word of the officers where the plan has it. */
    public static FactList forecast(StudyPlan plan, FactList facts) {
        Optional<String> expected = PlannedMethod.forecast(plan);
        FactList judged = expected.map(text -> facts.fact("forecast", text)).orElse(facts);
        return plan.despiteForecast() ? judged.fact("despiteForecast", true) : judged;
    }

    /** Whether a site would join. */
    public static FactList check(StudyPlan plan, Path signatures, SiteRules rules, SiteId site) {
        DocumentSignatures signed = Files.exists(signatures)
                ? DocumentSignatures.read(signatures, StudyPlan.KIND)
                : DocumentSignatures.none(plan.digest());
        List<PlanRefusal> refusals = rules.refusals(plan, signed, site);
        return describe(plan)
                .fact("joins", refusals.isEmpty())
                .fact("refusals", refusals.stream().map(PlanRefusal::message).toList())
                .endingWith(refusals.isEmpty() ? ExitCode.OK : ExitCode.REFUSED);
    }

    /**
     * The cost for a user with data at several sites, for people before they sign or join: one line; empty without a
     * budget, with one site, or for a plan of which the algorithm cannot be made. Which users these are cannot be
     * known: sites cannot compare keys.
     */
    public static Optional<String> multiSiteCost(StudyPlan plan) {
        Optional<PlannedPrivacy.Budget> budget = plan.privacy().budget();
        if (budget.isEmpty() || plan.sites().size() < 2) {
            return Optional.empty();
        }
        Method method;
        List<PlannedSolver> solvers = new ArrayList<>();
        try {
            method = PlannedMethod.of(plan);
            for (SiteId site : plan.sites()) {
                solvers.add(((PrivateMethod) method).stated(site));
            }
        } catch (IllegalArgumentException e) {
            return Optional.empty(); // what is wrong with the plan is said where it is run
        }
        int rounds = method.study().rounds();
        List<List<MechanismEvent>> plans =
                solvers.stream().map(solver -> solver.roundPlan(rounds)).toList();
        List<SitePrivacy.AtSites> entries = MultiSiteCost.of(
                plans, solvers.get(0).sitesInSum() > 1, budget.get().delta(), new SharedAccounting());
        if (entries.isEmpty()) {
            return Optional.empty();
        }
        boolean user = budget.get().unit() instanceof PrivacyUnit.UserUnit;
        return Optional.of(
                SitePrivacy.AtSites.described(entries, user, budget.get().delta()));
    }
}
