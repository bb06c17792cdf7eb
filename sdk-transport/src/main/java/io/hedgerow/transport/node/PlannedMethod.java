// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.node;

import io.hedgerow.core.method.Method;
import io.hedgerow.transport.node.internal.MessageSizes;
import io.hedgerow.transport.node.internal.PlannedMasks;
import io.hedgerow.transport.study.StudyPlan;
import io.hedgerow.transport.study.StudyPlanException;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The method of a plan, between processes. */
public final class PlannedMethod {

    private PlannedMethod() {}

    /**
     * Reads a plan's algorithm.
     *
     * @param plan what officers signed
     * @throws IllegalArgumentException when the algorithm or a parameter is not known or has a wrong value, when the
     *     plan takes the sum of a look again and has no masks, or when its messages would be too large to be sent
     */
    public static Method of(StudyPlan plan) {
        Method method = Method.of(plan.terms());
        requireMasksAfterLook(plan, method);
        requireCohorts(plan, method);
        MessageSizes.requireSendable(plan, method);
        return method;
    }

    /**
     * Without masks the sum that a masked look hid would be seen of each site; without a masked look nothing is gained.
     */
    private static void requireMasksAfterLook(StudyPlan plan, Method method) {
        if (!method.releasedUnder().equals(plan.name())
                && plan.secureAggregation().isEmpty()) {
            throw new IllegalArgumentException("a plan with after-look must have secureAggregation, was none: each"
                    + " site would show the part of the sum that the masks of study " + method.releasedUnder()
                    + " hid; give the masks of that study, or leave after-look out if it had none");
        }
    }

    /** Where there are several sums, each over some of the sites, the plan's promises are about every one of them. */
    private static void requireCohorts(StudyPlan plan, Method method) {
        Map<String, Long> sums =
                plan.sites().stream().collect(Collectors.groupingBy(method::sum, TreeMap::new, Collectors.counting()));
        int least = plan.secureAggregation()
                .map(masks -> Math.max(
                        plan.minimumCohort(), masks.colludingAmong(plan.sites().size()) + masks.minHonest()))
                .orElse(1);
        sums.forEach((sum, sites) -> {
            if (sums.size() > 1 && sites < least) {
                throw new IllegalArgumentException("every sum must be of at least " + least
                        + " sites, by minimumCohort and by minHonest beside those that may collude; that " + sum
                        + " is of " + sites + ": put more sites into it, or none");
            }
        });
    }

    /** The column that names a row's series; empty where rows are no series, or where users are protected. */
    static Optional<String> realisation(StudyPlan plan) {
        return Optional.ofNullable(plan.algorithm().parameters().get("realisation"))
                .filter(column -> plan.privacy().budget().isEmpty());
    }

    /**
     * Reads the algorithm of a plan from a file, and computes what both ends compute from it before data are opened:
     * the masks' threshold, and the noise of every site.
     *
     * @param plan what officers sign
     * @throws StudyPlanException when a site or the coordinator could not run the plan
     */
    public static Method checked(StudyPlan plan) {
        try {
            Method method = of(plan);
            plan.secureAggregation()
                    .ifPresent(masks -> PlannedMasks.policy(plan, masks)
                            .threshold(plan.sites().size()));
            plan.sites().forEach(method::solver);
            return method;
        } catch (IllegalArgumentException e) {
            throw new StudyPlanException(String.valueOf(e.getMessage()), e);
        }
    }
}
