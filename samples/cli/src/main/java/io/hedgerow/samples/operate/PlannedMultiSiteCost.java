// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.operate;

import io.hedgerow.core.method.Method;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.privacy.PrivacyUnit;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.dp.method.SharedAccounting;
import io.hedgerow.dp.solver.PlannedSolver;
import io.hedgerow.samples.learn.method.SitePrivacy;
import io.hedgerow.samples.privacy.MultiSiteCost;
import io.hedgerow.transport.node.PlannedMethod;
import io.hedgerow.transport.study.PlannedPrivacy;
import io.hedgerow.transport.study.StudyPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Computes the cost of a planned study for a user with data at several of its sites. Which users these are cannot be
 * known: sites cannot compare keys.
 */
public final class PlannedMultiSiteCost {

    private PlannedMultiSiteCost() {}

    /**
     * The cost, for people before they sign or join: one line; empty without a budget, with one site, or for a plan of
     * which the algorithm cannot be made.
     */
    public static Optional<String> described(StudyPlan plan) {
        Optional<PlannedPrivacy.Budget> budget = plan.privacy().budget();
        if (budget.isEmpty() || plan.sites().size() < 2) {
            return Optional.empty();
        }
        Method method;
        List<PlannedSolver> solvers = new ArrayList<>();
        try {
            method = PlannedMethod.of(plan);
            for (SiteId site : plan.sites()) {
                solvers.add((PlannedSolver) method.solver(site));
            }
        } catch (IllegalArgumentException e) {
            return Optional.empty(); // what is wrong with the plan is said where it is run
        }
        int rounds = method.study().admm().rounds();
        List<List<MechanismEvent>> plans =
                solvers.stream().map(solver -> solver.roundPlan(rounds)).toList();
        List<SitePrivacy.AtSites> entries = MultiSiteCost.of(
                plans, solvers.get(0).sitesInSum() > 1, budget.get().delta(), new SharedAccounting());
        if (entries.isEmpty()) {
            return Optional.empty();
        }
        boolean person = budget.get().unit() instanceof PrivacyUnit.PersonUnit;
        return Optional.of(
                SitePrivacy.AtSites.described(entries, person, budget.get().delta()));
    }
}
