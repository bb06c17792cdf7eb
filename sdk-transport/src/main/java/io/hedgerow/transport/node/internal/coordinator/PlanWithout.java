// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.node.internal.coordinator;

import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.transport.study.PlannedAlgorithm;
import io.hedgerow.transport.study.StudyPlan;
import io.hedgerow.transport.study.StudyPlanException;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;

/** The plans that officers may sign when a site of a plan is missing. Each was checked as {@code study check} does. */
record PlanWithout(StudyPlan plan, SiteId site, ExclusionRule.Trial trial) {

    /** The same plan that can do without a site; empty if it cannot be run. */
    Optional<StudyPlan> withSmallerQuorum() {
        return runnable(() -> of(plan.sites(), plan.algorithm(), plan.sites().size() - 1));
    }

    /** The same plan over the other sites; empty if it cannot be run. */
    Optional<StudyPlan> withoutIt() {
        List<SiteId> others =
                plan.sites().stream().filter(one -> !one.equals(site)).toList();
        SortedMap<String, String> parameters = new TreeMap<>(plan.algorithm().parameters());
        parameters.keySet().removeIf(name -> name.endsWith("." + site.value()));
        PlannedAlgorithm algorithm = new PlannedAlgorithm(plan.algorithm().id(), parameters);
        return runnable(() -> of(others, algorithm, Math.min(plan.quorum(), others.size())));
    }

    private StudyPlan of(List<SiteId> sites, PlannedAlgorithm algorithm, int quorum) {
        return new StudyPlan(
                plan.name(),
                plan.coordinator(),
                sites,
                plan.variables(),
                algorithm,
                plan.privacy(),
                plan.rounds(),
                quorum,
                plan.deadline(),
                plan.minimumCohort(),
                plan.secureAggregation(),
                plan.outsideBounds(),
                plan.despiteForecast());
    }

    private Optional<StudyPlan> runnable(Supplier<StudyPlan> made) {
        try {
            StudyPlan other = made.get();
            trial.check(other);
            return Optional.of(other);
        } catch (IllegalArgumentException | StudyPlanException e) {
            return Optional.empty();
        }
    }
}
