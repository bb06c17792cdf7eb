// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.node.internal.coordinator;

import io.hedgerow.core.method.Method;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.secureagg.internal.federation.SummedStudy;
import io.hedgerow.transport.node.internal.PlannedMasks;
import io.hedgerow.transport.study.StudyPlan;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * Decides whether a study can go on without a site with which it has begun. Otherwise it gives the reason: a sum over
 * the others would reveal the site's input, or would differ from the agreement.
 *
 * @param fewest sites in any sum, as plan and masks say
 * @param isOpening whether sites were asked to open the sum of a study that has one
 */
public record ExclusionRule(StudyPlan plan, Method method, int fewest, BooleanSupplier isOpening) {

    public static ExclusionRule of(
            StudyPlan plan, Method method, Optional<PlannedMasks> masks, BooleanSupplier isOpening) {
        int masked = masks.map(
                        known -> known.policy().fewestInSum(known.roster().size()))
                .orElse(1);
        return new ExclusionRule(plan, method, Math.max(masked, plan.minimumCohort()), isOpening);
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
            return Optional.of(ofMasks());
        }
        if (plan.quorum() == plan.sites().size()) {
            return Optional.of("every round of this plan is over all " + plan.quorum() + " sites, and the officers"
                    + " signed that: sign a plan with a smaller quorum, or without the site, under another name");
        }
        return left >= plan.quorum()
                ? Optional.empty()
                : Optional.of("a round needs the quorum of " + plan.quorum() + " sites that the officers signed, and"
                        + " without " + site.value() + " " + left + " are left");
    }

    private String ofMasks() {
        String another = ": sign a plan without the site under another name";
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
