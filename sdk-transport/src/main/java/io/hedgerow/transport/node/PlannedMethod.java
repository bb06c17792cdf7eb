// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.node;

import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.privacy.PolicyRefusedException;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.dp.ledger.SitePolicy;
import io.hedgerow.dp.plan.PlannedSpending;
import io.hedgerow.dp.plan.PublicRange;
import io.hedgerow.dp.plan.PublicTerms;
import io.hedgerow.dp.plan.StudyForecast;
import io.hedgerow.secureagg.internal.policy.CohortMemory;
import io.hedgerow.secureagg.internal.policy.ExactRelease;
import io.hedgerow.transport.node.internal.MessageSizes;
import io.hedgerow.transport.node.internal.PlannedMasks;
import io.hedgerow.transport.node.internal.coordinator.ExclusionRule;
import io.hedgerow.transport.node.internal.site.ExactSums;
import io.hedgerow.transport.study.StudyPlan;
import io.hedgerow.transport.study.StudyPlanException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Creates the method that a study plan names, with its checks and forecast. */
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
        int least = plan.secureAggregation().isPresent() ? PlannedMasks.fewestInSum(plan) : 1;
        sums.forEach((sum, sites) -> {
            if (sums.size() > 1 && sites < least) {
                throw new IllegalArgumentException("every sum must be of at least " + least
                        + " sites, by minimumCohort and by minHonest beside those that may collude; that " + sum
                        + " is of " + sites + ": put more sites into it, or none");
            }
        });
    }

    /**
     * Finds what the exact sums of a plan would tell together with those of earlier plans, if all are of the same rows.
     * Sites compare their own releases; those who sign plans know all of them.
     *
     * @param plan that is to be signed
     * @param earlier other plans; those with a budget, and the plan itself, are passed over
     * @return a sentence for each earlier plan from which it differs by too few sites, or one for all of them together
     */
    public static List<String> overlaps(StudyPlan plan, List<StudyPlan> earlier) {
        Optional<ExactRelease> own = exact(plan);
        List<ExactRelease> all = new ArrayList<>();
        List<String> found = new ArrayList<>();
        for (StudyPlan one : earlier) {
            Optional<ExactRelease> before = one.digest().equals(plan.digest()) ? Optional.empty() : exact(one);
            if (own.isPresent() && before.isPresent()) {
                all.add(before.get());
                CohortMemory.overlap(List.of(before.get(), own.get()))
                        .ifPresent(told -> found.add("with study " + one.name() + ", over "
                                + one.sites().size() + " sites: " + told));
            }
        }
        if (found.isEmpty() && all.size() > 1) {
            own.ifPresent(all::add);
            CohortMemory.overlap(all).ifPresent(told -> found.add("with all earlier plans together: " + told));
        }
        return found;
    }

    /** The judgement of {@code study check} on plans that could be signed instead. */
    static ExclusionRule.Trial trial() {
        return new ExclusionRule.Trial() {
            @Override
            public void check(StudyPlan other) {
                checked(other);
            }

            @Override
            public boolean tellsTooMuch(StudyPlan other, StudyPlan one) {
                return !overlaps(other, List.of(one)).isEmpty();
            }
        };
    }

    private static Optional<ExactRelease> exact(StudyPlan plan) {
        try {
            return ExactSums.of(plan, of(plan), Optional.empty(), Optional.empty());
        } catch (IllegalArgumentException e) {
            return Optional.empty(); // a plan that cannot be run releases nothing
        }
    }

    /**
     * {@return what a plan's budget is expected to buy, in a sentence, from simulations at its numbers, and what in the
     * plan is hardly meant; empty without a budget}
     *
     * @param plan what officers sign
     * @throws IllegalArgumentException when the plan cannot be run
     */
    public static Optional<String> forecast(StudyPlan plan) {
        return judged(plan, of(plan)).map(StudyForecast::text);
    }

    /**
     * {@return whether a plan needs the word of its officers: its budget is expected to find no more than an empty
     * network says, or it says what is hardly meant}
     *
     * @param plan what officers sign
     * @throws IllegalArgumentException when the plan cannot be run
     */
    public static boolean needsWord(StudyPlan plan) {
        return judged(plan, of(plan)).filter(StudyForecast::needsWord).isPresent();
    }

    /**
     * Refuses a plan that would spend a budget for nothing: one that contradicts itself, and one that says what is
     * hardly meant or whose forecast is useless, where its officers did not say that they want it nevertheless.
     *
     * @param plan what officers sign
     * @throws PolicyRefusedException with what to do
     */
    public static void requireForecast(StudyPlan plan) {
        requireForecast(plan, of(plan));
    }

    static void requireForecast(StudyPlan plan, Method method) {
        judged(plan, method).ifPresent(forecast -> {
            if (!forecast.contradictions().isEmpty()) {
                throw new PolicyRefusedException(
                        "the plan contradicts itself: " + String.join("; ", forecast.contradictions()));
            }
            if (!forecast.doubts().isEmpty() && !plan.despiteForecast()) {
                throw new PolicyRefusedException("the plan says what is hardly meant: "
                        + String.join("; ", forecast.doubts()) + "; officers who mean it write despiteForecast: true,"
                        + " which is signed with the plan");
            }
            if (forecast.useless() && !plan.despiteForecast()) {
                throw new PolicyRefusedException("the plan would spend its budget for nothing; forecast: "
                        + forecast.text()
                        + "; more rows, more sites or a larger epsilon help; officers who want the study nevertheless"
                        + " write despiteForecast: true, which is signed with the plan");
            }
        });
    }

    private static Optional<StudyForecast> judged(StudyPlan plan, Method method) {
        return method instanceof PlannedSpending promising
                ? Optional.of(promising.forecast(new PublicTerms(
                        plan.algorithm().id(),
                        plan.schema(),
                        plan.sites(),
                        plan.algorithm().parameters(),
                        plan.variables().stream()
                                .filter(variable -> variable.levels().isEmpty())
                                .map(variable ->
                                        new PublicRange(variable.name(), variable.lowest(), variable.highest()))
                                .toList())))
                : Optional.empty();
    }

    /**
     * Refuses a plan that promises other things than the policy of a site's data.
     *
     * @param plan with a budget
     * @param method of the plan
     * @param site of the data
     * @param policy of the data
     * @return the spending of its sites
     * @throws PolicyRefusedException when unit, adjacency, noise or the number of rows differ, or the method states no
     *     spending
     */
    public static PlannedSpending requireSame(StudyPlan plan, Method method, SiteId site, SitePolicy policy) {
        if (!(method instanceof PlannedSpending promising)) {
            throw new PolicyRefusedException("the plan spends a privacy budget, and its algorithm "
                    + plan.algorithm().id() + " does not state the spending of a site: its method must be a"
                    + " PrivateMethod");
        }
        plan.privacy()
                .budget()
                .ifPresent(budget -> PlannedSpending.requireSame(promising, budget.promise(), site, policy));
        return promising;
    }

    /** The column that names a row's series; empty where rows are no series, or where users are protected. */
    static Optional<String> realisation(StudyPlan plan) {
        return Optional.ofNullable(plan.algorithm().parameters().get("realisation"))
                .filter(column -> plan.privacy().budget().isEmpty());
    }

    /**
     * Reads the algorithm of a plan from a file, and computes what both ends compute from it before data are opened:
     * the masks' threshold, the noise of every site, and its forecast.
     *
     * @param plan what officers sign
     * @throws StudyPlanException when a site or the coordinator could not run the plan
     */
    public static Method checked(StudyPlan plan) {
        return checked(plan, true);
    }

    /**
     * The same without the forecast, for a study that has begun and goes on whatever is expected of it.
     *
     * @param plan what officers signed
     * @throws StudyPlanException when a site or the coordinator could not run the plan
     */
    public static Method runnable(StudyPlan plan) {
        return checked(plan, false);
    }

    private static Method checked(StudyPlan plan, boolean judging) {
        try {
            Method method = of(plan);
            plan.secureAggregation()
                    .ifPresent(masks -> PlannedMasks.policy(plan, masks)
                            .threshold(plan.sites().size()));
            plan.sites().forEach(site -> {
                if (method instanceof PlannedSpending promising) {
                    promising.stated(site); // only a site that draws needs the library of its noise
                } else {
                    method.solver(site);
                }
            });
            if (judging) {
                requireForecast(plan, method);
            }
            return method;
        } catch (IllegalArgumentException | PolicyRefusedException e) {
            throw new StudyPlanException(Words.reason(e), e);
        }
    }
}
