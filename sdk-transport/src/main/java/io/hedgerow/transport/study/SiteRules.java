// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.study;

import io.hedgerow.core.internal.text.BudgetRange;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.internal.yaml.YamlDocument;
import io.hedgerow.core.internal.yaml.YamlProblem;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.transport.identity.DocumentDigest;
import io.hedgerow.transport.identity.DocumentSignatures;
import io.hedgerow.transport.identity.IdentityException;
import io.hedgerow.transport.identity.Officers;
import io.hedgerow.transport.study.PlannedPrivacy.Budget;
import io.hedgerow.transport.study.SiteRules.PlanRefusal.Rule;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The conditions that a study plan must meet before a site joins, read from the section {@code join:} of the site's
 * rules file. It decides which studies are joined at all; it knows no data set and spends nothing. The policy of a data
 * set (module sdk-dp, {@code SitePolicy}) decides what may be computed on the data and keeps the budget over all
 * studies. Both are the site's, both must agree, and a plan can lower neither. Immutable.
 *
 * @param officers whose signatures count
 * @param allowedPlans digests of the plans that may be joined, or empty for every plan that enough officers signed
 * @param sums how the site's updates may be summed with those of others
 * @param spending what one study may cost
 * @param limits what may compute, and how long
 * @param conduct what the site does once it has joined
 * @param revocation the list of revoked certificates by which the site judges the coordinator
 */
public record SiteRules(
        Officers officers,
        Optional<List<DocumentDigest>> allowedPlans,
        Sums sums,
        Spending spending,
        Limits limits,
        Conduct conduct,
        Revocation revocation) {

    private static final int LARGEST = 256 << 10;

    public SiteRules {
        Objects.requireNonNull(officers, "officers");
        allowedPlans = allowedPlans.map(List::copyOf);
        Objects.requireNonNull(sums, "sums");
        Objects.requireNonNull(spending, "spending");
        Objects.requireNonNull(limits, "limits");
        Objects.requireNonNull(conduct, "conduct");
        Objects.requireNonNull(revocation, "revocation");
        if (allowedPlans.map(List::isEmpty).orElse(false)) {
            throw new IllegalArgumentException("allowedPlans must name at least one, was empty");
        }
    }

    /**
     * The rules on sums over sites.
     *
     * @param minimumCohort fewest sites in any sum; at least 1
     * @param secureAggregationRequired whether the coordinator must not see what this site sends
     * @param minimumHonest fewest honest inputs in a secure sum; at least 2
     * @param severalExactStudies whether sums without a budget may be over other sites than those of an earlier study
     *     of the same rows, by at least so many as no sum may be below
     */
    public record Sums(
            int minimumCohort, boolean secureAggregationRequired, int minimumHonest, boolean severalExactStudies) {
        public Sums {
            if (minimumCohort < 1 || minimumHonest < 2) {
                throw new IllegalArgumentException("minimumCohort must be at least 1 and minimumHonest at least 2,"
                        + " were " + minimumCohort + " and " + minimumHonest);
            }
        }
    }

    /**
     * The rules on the privacy budget of a study.
     *
     * @param maxPerStudy most that a study may cost; empty where no study with a budget may be joined
     * @param insecureNoPrivacyAllowed whether studies without a promise may be joined
     */
    public record Spending(Optional<Ceiling> maxPerStudy, boolean insecureNoPrivacyAllowed) {
        public Spending {
            if (maxPerStudy.isEmpty() && !insecureNoPrivacyAllowed) {
                throw new IllegalArgumentException(
                        "maxPerStudy may be empty only where insecureNoPrivacyAllowed is true");
            }
        }

        /**
         * The most that a study may cost.
         *
         * @param epsilon ε; &gt; 0 and at most 1000
         * @param delta δ; at least 0 and &lt; 1
         */
        public record Ceiling(double epsilon, double delta) {
            public Ceiling {
                BudgetRange.requireEpsilon(epsilon);
                if (!(delta >= 0 && delta < 1)) {
                    throw new IllegalArgumentException("maxDeltaPerStudy must be at least 0 and < 1, was " + delta);
                }
            }
        }
    }

    /**
     * The rules on the computation.
     *
     * @param allowedAlgorithms what may compute; at least one
     * @param maxRounds most rounds; at least 1
     * @param minimumDeadline least time of a round
     */
    public record Limits(List<String> allowedAlgorithms, int maxRounds, Duration minimumDeadline) {
        public Limits {
            allowedAlgorithms = List.copyOf(allowedAlgorithms);
            Objects.requireNonNull(minimumDeadline, "minimumDeadline");
            if (allowedAlgorithms.isEmpty()) {
                throw new IllegalArgumentException("allowedAlgorithms must name at least one, was empty");
            }
            if (maxRounds < 1) {
                throw new IllegalArgumentException("maxRounds must be at least 1, was " + maxRounds);
            }
        }
    }

    /**
     * The conduct of a site that has joined, which no plan is compared with.
     *
     * @param holdAndApprove whether a person approves of every message before it leaves
     * @param approvalTime how long a message waits for that person at most
     * @param reportSpending whether the coordinator learns what a study costs the site's data set
     * @param personalWeights whether a site may refit the network's weights by its rows, for its own people
     */
    public record Conduct(
            boolean holdAndApprove, Duration approvalTime, boolean reportSpending, boolean personalWeights) {
        public Conduct {
            Objects.requireNonNull(approvalTime, "approvalTime");
        }
    }

    /**
     * The rules on the authority's list of revoked certificates.
     *
     * @param required whether the site needs the list
     * @param leastNumber the least number of such a list; 0 where none is demanded
     * @param longestAge the longest time since such a list was signed; empty where none is demanded
     */
    public record Revocation(boolean required, long leastNumber, Optional<Duration> longestAge) {
        public Revocation {
            if (leastNumber < 0) {
                throw new IllegalArgumentException("leastNumber must be at least 0, was " + leastNumber);
            }
            if (longestAge.map(age -> age.isZero() || age.isNegative()).orElse(false)) {
                throw new IllegalArgumentException("longestAge must be > 0, was " + longestAge.get());
            }
        }
    }

    /**
     * Reads rules.
     *
     * @param file YAML in UTF-8, at most 256 KiB, with the one section {@code join}
     * @throws StudyPlanException when they are none; one line with file, line, key, value and what is allowed
     */
    public static SiteRules read(Path file) {
        try {
            return RulesReader.rules(YamlDocument.parse(file.toString(), YamlDocument.bytes(file, LARGEST)));
        } catch (YamlProblem e) {
            throw PlanReader.problem(e);
        }
    }

    /**
     * Reads rules from a text.
     *
     * @param name what messages call it
     * @param bytes YAML in UTF-8
     * @throws StudyPlanException as {@link #read}
     */
    public static SiteRules parse(String name, byte[] bytes) {
        try {
            return RulesReader.rules(YamlDocument.parse(name, bytes));
        } catch (YamlProblem e) {
            throw PlanReader.problem(e);
        }
    }

    /**
     * Everything for which this site refuses a plan. Touches no data and spends nothing.
     *
     * @param plan the study
     * @param signatures that came with it
     * @param self this site
     * @return every reason, in the order of the rules; empty when the site may join
     */
    public List<PlanRefusal> refusals(StudyPlan plan, DocumentSignatures signatures, SiteId self) {
        List<PlanRefusal> reasons = new ArrayList<>();
        if (!plan.sites().contains(self)) {
            add(reasons, Rule.NOT_NAMED, "the plan must name this site " + self.value() + " among its sites, does not");
        }
        try {
            officers.require(plan.digest(), signatures);
        } catch (IdentityException e) {
            add(reasons, Rule.SIGNATURES, Words.reason(e));
        }
        if (allowedPlans.isPresent() && !allowedPlans.get().contains(plan.digest())) {
            add(
                    reasons,
                    Rule.ALLOWED_PLANS,
                    "allowedPlans must name the plan, does not: read the plan, and add " + plan.digest()
                            + " if it may be joined");
        }
        if (plan.minimumCohort() < sums.minimumCohort()) {
            add(
                    reasons,
                    Rule.MINIMUM_COHORT,
                    "minimumCohort must be at least " + sums.minimumCohort() + ", the plan's is "
                            + plan.minimumCohort());
        }
        addAggregation(reasons, plan);
        plan.privacy().budget().ifPresent(budget -> addBudget(reasons, budget));
        if (plan.privacy().budget().isEmpty() && !spending.insecureNoPrivacyAllowed()) {
            add(
                    reasons,
                    Rule.NO_PRIVACY,
                    "the plan must have a privacy budget, says insecureNoPrivacy: single records could be revealed");
        }
        addLimits(reasons, plan);
        return List.copyOf(reasons);
    }

    private void addLimits(List<PlanRefusal> reasons, StudyPlan plan) {
        if (!limits.allowedAlgorithms().contains(plan.algorithm().id())) {
            add(
                    reasons,
                    Rule.ALGORITHM,
                    "the algorithm must be one of " + String.join(", ", limits.allowedAlgorithms()) + ", the plan's is "
                            + plan.algorithm().id());
        }
        if (plan.rounds() > limits.maxRounds()) {
            add(
                    reasons,
                    Rule.ROUNDS,
                    "rounds must be at most " + limits.maxRounds() + ", the plan's are " + plan.rounds());
        }
        if (plan.deadline().compareTo(limits.minimumDeadline()) < 0) {
            add(
                    reasons,
                    Rule.DEADLINE,
                    "the deadline must be at least " + Words.time(limits.minimumDeadline()) + ", the plan's is "
                            + Words.time(plan.deadline()));
        }
    }

    private void addAggregation(List<PlanRefusal> reasons, StudyPlan plan) {
        if (plan.secureAggregation().isEmpty()) {
            if (sums.secureAggregationRequired()) {
                add(
                        reasons,
                        Rule.SECURE_AGGREGATION,
                        "secureAggregation must be on, was none: the coordinator would see what this site sends");
            }
            return;
        }
        int honest = plan.secureAggregation().get().minHonest();
        if (honest < sums.minimumHonest()) {
            add(
                    reasons,
                    Rule.MINIMUM_HONEST,
                    "secureAggregation.minHonest must be at least " + sums.minimumHonest() + ", the plan's is "
                            + honest);
        }
    }

    private void addBudget(List<PlanRefusal> reasons, Budget budget) {
        if (spending.maxPerStudy().isEmpty()) {
            add(
                    reasons,
                    Rule.EPSILON,
                    "maxEpsilonPerStudy and maxDeltaPerStudy must say what a study with a budget may ask for, do not;"
                            + " the plan asks for epsilon " + budget.epsilon() + ", delta " + budget.delta());
            return;
        }
        double mostEpsilon = spending.maxPerStudy().get().epsilon();
        double mostDelta = spending.maxPerStudy().get().delta();
        if (budget.epsilon() > mostEpsilon) {
            add(
                    reasons,
                    Rule.EPSILON,
                    "epsilon must be at most " + mostEpsilon + ", the plan's is " + budget.epsilon());
        }
        if (budget.delta() > mostDelta) {
            add(reasons, Rule.DELTA, "delta must be at most " + mostDelta + ", the plan's is " + budget.delta());
        }
    }

    private static void add(List<PlanRefusal> reasons, Rule rule, String message) {
        reasons.add(new PlanRefusal(rule, message));
    }

    /**
     * One reason why a site refuses a plan.
     *
     * @param rule which rule the plan breaks
     * @param message what the rule says, what the plan says, and what to do
     */
    public record PlanRefusal(Rule rule, String message) {

        /** The rules of {@link SiteRules}. */
        public enum Rule {
            /** The plan names other sites only. */
            NOT_NAMED,
            /** Too few pinned officers signed the plan, or they signed another one. */
            SIGNATURES,
            /** The plan is not on the list of allowed plans. */
            ALLOWED_PLANS,
            /** Too few sites in a sum. */
            MINIMUM_COHORT,
            /** The coordinator would see what this site sends. */
            SECURE_AGGREGATION,
            /** Too few honest sites in a sum. */
            MINIMUM_HONEST,
            /** The plan promises nothing about people. */
            NO_PRIVACY,
            /** The study asks for more ε. */
            EPSILON,
            /** The study asks for more δ. */
            DELTA,
            /** Another algorithm. */
            ALGORITHM,
            /** More rounds. */
            ROUNDS,
            /** Too little time, for this site's people or its computers. */
            DEADLINE
        }

        public PlanRefusal {
            Objects.requireNonNull(rule, "rule");
            Objects.requireNonNull(message, "message");
        }
    }
}
