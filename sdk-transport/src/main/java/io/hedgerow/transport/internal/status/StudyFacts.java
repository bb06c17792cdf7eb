// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.status;

import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.transport.study.PlannedAggregation;
import io.hedgerow.transport.study.PlannedPrivacy.Budget;
import io.hedgerow.transport.study.StudyPlan;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The facts of a study before it starts. Public, as the plan is: contains nothing computed from data and no secret.
 *
 * @param planDigest the digest that every site has pinned
 * @param rounds most rounds; at least 1
 * @param quorum fewest sites that must answer
 * @param minimumCohort fewest sites in a sum
 * @param deadline how long a round waits for its sites
 * @param secureAggregation how sums are formed, in words
 * @param privacy the promise about people, in words
 */
public record StudyFacts(
        String study,
        String planDigest,
        String coordinator,
        String algorithm,
        SortedMap<String, String> parameters,
        List<SiteId> sites,
        VariableSchema variables,
        int rounds,
        int quorum,
        int minimumCohort,
        Duration deadline,
        String secureAggregation,
        String privacy) {
    public StudyFacts {
        parameters = Collections.unmodifiableSortedMap(new TreeMap<>(parameters));
        sites = sites.stream().sorted().toList();
        if (rounds < 1) {
            throw new IllegalArgumentException("rounds must be at least 1, was " + rounds);
        }
    }

    public static StudyFacts of(StudyPlan plan) {
        return new StudyFacts(
                plan.name(),
                plan.digest().toString(),
                plan.coordinator(),
                plan.algorithm().id(),
                plan.algorithm().parameters(),
                plan.sites(),
                Method.of(plan.terms()).study().schema(),
                plan.rounds(),
                plan.quorum(),
                plan.minimumCohort(),
                plan.deadline(),
                plan.secureAggregation()
                        .map(aggregation -> words(aggregation, plan.sites().size()))
                        .orElse("none: the coordinator sees what every site sends"),
                plan.privacy()
                        .budget()
                        .map(StudyFacts::words)
                        .orElse("none: what sites send may reveal single records"));
    }

    private static String words(PlannedAggregation aggregation, int sites) {
        return "sums that " + aggregation.threshold(sites) + " of " + sites + " sites open, against "
                + (aggregation.mode() == PlannedAggregation.Mode.MALICIOUS
                        ? "a malicious coordinator"
                        : "a coordinator that follows the protocol")
                + ", suite " + aggregation.suite().name().toLowerCase(Locale.ROOT);
    }

    private static String words(Budget budget) {
        return "ε = " + budget.epsilon() + ", δ = " + budget.delta() + " per "
                + (budget.unit() instanceof io.hedgerow.core.privacy.PrivacyUnit.PersonUnit ? "person" : "record")
                + ", " + Words.dashed(budget.adjacency());
    }
}
