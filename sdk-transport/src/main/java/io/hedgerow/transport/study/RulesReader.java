// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.study;

import io.hedgerow.core.internal.text.BudgetRange;
import io.hedgerow.core.internal.yaml.YamlNode;
import io.hedgerow.transport.identity.DocumentDigest;
import io.hedgerow.transport.identity.Officers;
import io.hedgerow.transport.identity.PublicSigningKey;
import io.hedgerow.transport.internal.file.PlanText;
import io.hedgerow.transport.study.SiteRules.Conduct;
import io.hedgerow.transport.study.SiteRules.Limits;
import io.hedgerow.transport.study.SiteRules.Revocation;
import io.hedgerow.transport.study.SiteRules.Spending;
import io.hedgerow.transport.study.SiteRules.Sums;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads a site's rules for joining from YAML, and reports errors with their line. */
final class RulesReader {

    private static final int MOST_PLANS = 1000;
    private static final int USUAL_COHORT = 3;
    private static final int USUAL_HONEST = 3;
    private static final int USUAL_ROUNDS = 1000;

    /** A list is good for a year, and a leap day. */
    private static final Duration LONGEST_LIST_AGE = Duration.ofDays(366);

    /** Rules that all sites need together which join studies with a budget: by default all sites. */
    private static final List<String> BUDGET = List.of("maxEpsilonPerStudy", "maxDeltaPerStudy");

    private static final String INSECURE = "insecureNoPrivacyAllowed";

    private RulesReader() {}

    /** Refuses unknown keys and missing ones: a site that joins only studies without a budget needs no caps. */
    private static void requireKeys(YamlNode join) {
        join.requireOnly(
                "officers",
                "allowedPlans",
                "minimumCohort",
                "secureAggregationRequired",
                "minimumHonest",
                "maxEpsilonPerStudy",
                "maxDeltaPerStudy",
                INSECURE,
                "allowedAlgorithms",
                "maxRounds",
                "minimumDeadline",
                "holdAndApprove",
                "approvalTime",
                "reportSpending",
                "personalWeights",
                "severalExactStudies",
                "revocationListRequired",
                "minimumRevocationList",
                "maxRevocationListAge");
        List<String> needed = new ArrayList<>(List.of("officers", "allowedPlans", "allowedAlgorithms"));
        boolean unprotected = flag(join, INSECURE, false);
        if (!unprotected || BUDGET.stream().anyMatch(key -> join.optional(key).isPresent())) {
            needed.addAll(BUDGET);
        }
        join.requireAll(needed);
    }

    static SiteRules rules(YamlNode root) {
        root.requireOnly("join");
        YamlNode join = root.required("join");
        requireKeys(join);
        Officers officers = officers(join.required("officers"));
        Optional<List<DocumentDigest>> plans = plans(join.required("allowedPlans"));
        List<String> algorithms = algorithms(join.required("allowedAlgorithms"));
        Optional<SiteRules.Spending.Ceiling> most = budget(join);
        return join.checked(() -> new SiteRules(
                officers,
                plans,
                new Sums(
                        whole(join, "minimumCohort", 1, StudyPlan.MOST_SITES, USUAL_COHORT),
                        flag(join, "secureAggregationRequired", true),
                        whole(join, "minimumHonest", 2, StudyPlan.MOST_SITES, USUAL_HONEST),
                        flag(join, "severalExactStudies", false)),
                new Spending(most, flag(join, INSECURE, false)),
                new Limits(
                        algorithms,
                        whole(join, "maxRounds", 1, StudyPlan.MOST_ROUNDS, USUAL_ROUNDS),
                        duration(join, "minimumDeadline", Duration.ofSeconds(1))),
                new Conduct(
                        flag(join, "holdAndApprove", false),
                        duration(join, "approvalTime", Duration.ofMinutes(10)),
                        flag(join, "reportSpending", true),
                        flag(join, "personalWeights", false)),
                new Revocation(
                        flag(join, "revocationListRequired", false),
                        whole(join, "minimumRevocationList", 1, Integer.MAX_VALUE, 0),
                        join.optional("maxRevocationListAge")
                                .map(node -> PlanReader.duration(node, LONGEST_LIST_AGE)))));
    }

    /** The most that a study may cost; the keys of both parts are there or neither is. */
    private static Optional<SiteRules.Spending.Ceiling> budget(YamlNode join) {
        if (join.optional("maxEpsilonPerStudy").isEmpty()) {
            return Optional.empty();
        }
        double epsilon = join.required("maxEpsilonPerStudy").number("a number > 0");
        join.required("maxEpsilonPerStudy").checked(() -> BudgetRange.requireEpsilon(epsilon));
        double delta = join.required("maxDeltaPerStudy").number("a number from 0 up to but not including 1");
        if (!(delta >= 0 && delta < 1)) {
            throw join.complain("maxDeltaPerStudy must be at least 0 and < 1, was " + delta);
        }
        return Optional.of(new SiteRules.Spending.Ceiling(epsilon, delta));
    }

    private static Officers officers(YamlNode node) {
        node.requireOnly("keys", "threshold");
        YamlNode list = node.required("keys");
        List<PublicSigningKey> keys = new ArrayList<>();
        for (YamlNode item : list.items("a list of the officers' public keys")) {
            keys.add(item.checked(() -> new PublicSigningKey(item.text("64 hexadecimal digits"))));
        }
        if (keys.isEmpty()) {
            throw list.complain("must name at least one officer's public key");
        }
        int threshold = node.required("threshold").whole(1, keys.size());
        return list.checked(() -> new Officers(keys, threshold));
    }

    private static Optional<List<DocumentDigest>> plans(YamlNode node) {
        String allowed = "a list of digests such as [sha256:...], or any-signed";
        if (!node.isList()) {
            node.matching("any-signed", allowed);
            return Optional.empty();
        }
        List<DocumentDigest> plans = new ArrayList<>();
        for (YamlNode item : node.items(allowed)) {
            plans.add(DocumentDigest.parse(
                    StudyPlan.KIND, item.matching("sha256:[0-9a-f]{64}", "sha256: and 64 lower-case digits")));
        }
        if (plans.isEmpty() || plans.size() > MOST_PLANS) {
            throw node.complain("must name 1 to " + MOST_PLANS + " plans, names " + plans.size());
        }
        return Optional.of(plans);
    }

    private static List<String> algorithms(YamlNode node) {
        List<String> algorithms = new ArrayList<>();
        for (YamlNode item : node.items("a list of names of algorithms")) {
            algorithms.add(item.matching(PlanText.ID, "lower-case letters, digits and dashes"));
        }
        if (algorithms.isEmpty()) {
            throw node.complain("must name at least one algorithm");
        }
        return algorithms;
    }

    private static int whole(YamlNode join, String key, int least, int most, int usual) {
        return join.optional(key).map(node -> node.whole(least, most)).orElse(usual);
    }

    private static boolean flag(YamlNode join, String key, boolean usual) {
        return join.optional(key).map(YamlNode::flag).orElse(usual);
    }

    private static Duration duration(YamlNode join, String key, Duration usual) {
        return join.optional(key)
                .map(node -> PlanReader.duration(node, StudyPlan.LONGEST_DEADLINE))
                .orElse(usual);
    }
}
