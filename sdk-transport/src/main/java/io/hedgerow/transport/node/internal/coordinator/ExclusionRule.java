// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.node.internal.coordinator;

import io.hedgerow.core.method.Method;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.secureagg.internal.federation.SummedStudy;
import io.hedgerow.transport.node.internal.PlannedMasks;
import io.hedgerow.transport.study.StudyPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * Decides whether a study can go on without a site with which it has begun. Otherwise it gives the reason: a sum over
 * the others would reveal the site's input, or would differ from the agreement.
 *
 * @param fewest sites in any sum, as plan and masks say
 * @param isOpening whether sites were asked to open the sum of a study that has one
 * @param hasBegun whether a first task may have been sent, with which sites are charged and remember who is in exact
 *     sums
 */
public record ExclusionRule(
        StudyPlan plan, Method method, int fewest, BooleanSupplier isOpening, BooleanSupplier hasBegun, Trial trial) {

    /** Checks alternative plans that could be signed without a site. */
    public interface Trial {

        /** Throws when a plan cannot be run, as {@code study check} does. */
        void check(StudyPlan other);

        /** Whether exact sums of both plans would tell too much together. */
        boolean tellsTooMuch(StudyPlan other, StudyPlan one);
    }

    public static ExclusionRule of(
            StudyPlan plan,
            Method method,
            Optional<PlannedMasks> masks,
            BooleanSupplier isOpening,
            BooleanSupplier hasBegun,
            Trial trial) {
        int masked = masks.map(
                        known -> known.policy().fewestInSum(known.roster().size()))
                .orElse(1);
        return new ExclusionRule(plan, method, Math.max(masked, plan.minimumCohort()), isOpening, hasBegun, trial);
    }

    /** The reason why the study cannot go on without a site, beside the excluded ones; empty when it can. */
    public Optional<String> refusal(SiteId site, Set<SiteId> excluded) {
        if (!plan.sites().contains(site)) {
            return Optional.of("site " + site.value() + " is not in study " + plan.name() + ", whose sites are "
                    + plan.sites().stream().map(SiteId::value).toList());
        }
        int left = plan.sites().size() - excluded.size() - 1;
        if (SummedStudy.isOneExactSum(method)) {
            if (isOpening.getAsBoolean()) {
                return Optional.of("its sum is being opened, over all sites that gave their input, and a site confirms"
                        + " one set of sites only: a second sum without " + site.value() + " would tell what it gave");
            }
            return left >= fewest
                    ? Optional.empty()
                    : Optional.of("the sum must be over at least " + fewest + " sites, as minimumCohort"
                            + (plan.secureAggregation().isPresent() ? " and secureAggregation of" : " of")
                            + " the plan say, and without " + site.value() + " " + left + " are left");
        }
        if (plan.secureAggregation().isPresent()) {
            return Optional.of(ofMasks(site));
        }
        if (plan.quorum() == plan.sites().size()) {
            return Optional.of("every round of this plan is over all " + plan.quorum()
                    + " sites, and the officers signed that" + another(site));
        }
        return left >= plan.quorum()
                ? Optional.empty()
                : Optional.of("a round needs the quorum of " + plan.quorum() + " sites that the officers signed, and"
                        + " without " + site.value() + " " + left + " are left");
    }

    /** What officers may sign instead, of which it was tried that it can be run and that sites do not refuse it. */
    private String another(SiteId site) {
        List<String> plans = new ArrayList<>();
        PlanWithout without = new PlanWithout(plan, site, trial);
        if (plan.secureAggregation().isEmpty() && without.withSmallerQuorum().isPresent()) {
            plans.add("with quorum " + (plan.sites().size() - 1));
        }
        boolean toldTooMuch = hasBegun.getAsBoolean()
                && without.withoutIt()
                        .filter(other -> trial.tellsTooMuch(other, plan))
                        .isPresent();
        if (without.withoutIt().isPresent() && !toldTooMuch) {
            plans.add("without the site");
        }
        String charged = plan.privacy().budget().isEmpty()
                ? ""
                : hasBegun.getAsBoolean()
                        ? "; sites that have its first task were charged for this one, and will be for that"
                        : "; no site was charged yet";
        return plans.isEmpty()
                ? ": wait for it; "
                        + (toldTooMuch
                                ? "a site that gave an input with it gives none without it"
                                : "no plan over the others can be run")
                : ": sign a plan " + String.join(", or ", plans) + ", under another name" + charged;
    }

    private String ofMasks(SiteId site) {
        String another = another(site);
        if (plan.quorum() < plan.sites().size()) {
            return "rounds of this study go on without a site at their deadline by themselves, once the first has its"
                    + " sum; a site that is in a sum that is being opened is needed for it";
        }
        if (plan.privacy().budget().isPresent()) {
            return "the noise of this release is shared by all sites, and without one of them it is too little"
                    + another;
        }
        if (method.hasSeveralSums()) {
            return "this study has several sums, each over some of the sites, and without one of them a sum may be left"
                    + " with a single site" + another;
        }
        if (!method.releasedUnder().equals(plan.name())) {
            return "this study takes the sum of study " + method.releasedUnder()
                    + " again, over all sites or not at all: the difference would be what the site gave; wait for it";
        }
        return method.exactStatistic().isPresent()
                ? "the sums of this study follow each other and belong to the same sites" + another
                : "a sum over the others, less the sum before it, would tell what the site sent, and from that its"
                        + " second moments; so every masked round without a budget is over all sites" + another;
    }
}
