// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.study;

import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.internal.text.PlainName;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.internal.yaml.YamlDocument;
import io.hedgerow.core.internal.yaml.YamlProblem;
import io.hedgerow.core.method.StudyTerms;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.study.RoundPolicy;
import io.hedgerow.transport.identity.DocumentDigest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * The complete agreement of sites and coordinator on a study, read from a strictly validated YAML file. Officers sign
 * its {@link #digest}; every site compares the plan with its own {@link SiteRules}. Public; contains nothing computed
 * from data. Immutable and thread-safe.
 *
 * @param name a name as that of a {@link SiteId}
 * @param coordinator its name, as in its certificate
 * @param sites their names, as in their certificates; 1 to 1000, distinct
 * @param variables in order; 1 to 10000, distinct names
 * @param algorithm what computes
 * @param privacy what is promised about people
 * @param rounds most rounds; 1 to 100000
 * @param quorum fewest sites that must answer for a round to count; all of them with secure aggregation and no budget
 * @param deadline how long a round waits for its sites; whole seconds from 1 s to 7 days
 * @param minimumCohort fewest sites in any sum; at most the quorum
 * @param secureAggregation how sums are formed, or empty when the coordinator sees what every site sends
 * @param outsideBounds largest share of a site's rows that may have a value outside of the variables' bounds; from 0 to
 *     1
 * @param despiteForecast whether officers know that the budget is expected to find nothing of use, and want the study
 *     nevertheless; only with a budget
 */
public record StudyPlan(
        String name,
        String coordinator,
        List<SiteId> sites,
        List<PlannedVariable> variables,
        PlannedAlgorithm algorithm,
        PlannedPrivacy privacy,
        int rounds,
        int quorum,
        Duration deadline,
        int minimumCohort,
        Optional<PlannedAggregation> secureAggregation,
        double outsideBounds,
        boolean despiteForecast) {

    /** Marks a line of a plan whose value was suggested; a plan that has it is not read. */
    public static final String UNCONFIRMED = "# UNCONFIRMED";

    /** The name of a plan in its signatures. */
    public static final String KIND = "study-plan";

    /** Most bytes of a plan. */
    public static final int LARGEST = 1 << 20;

    static final int MOST_SITES = 1000;
    static final int MOST_VARIABLES = 10_000;
    static final int MOST_ROUNDS = 100_000;
    static final Duration LONGEST_DEADLINE = Duration.ofDays(7);

    public StudyPlan {
        PlainName.require("name", Objects.requireNonNull(name, "name"));
        PlainName.require("coordinator", Objects.requireNonNull(coordinator, "coordinator"));
        sites = List.copyOf(sites);
        variables = List.copyOf(variables);
        Objects.requireNonNull(algorithm, "algorithm");
        Objects.requireNonNull(privacy, "privacy");
        Objects.requireNonNull(secureAggregation, "secureAggregation");
        if (!(outsideBounds >= 0 && outsideBounds <= 1)) {
            throw new IllegalArgumentException("outsideBounds must be from 0 to 1, was " + outsideBounds);
        }
        outsideBounds = outsideBounds == 0 ? 0 : outsideBounds; // -0.0 is the same share
        if (despiteForecast && privacy.budget().isEmpty()) {
            throw new IllegalArgumentException(
                    "despiteForecast is for a plan with privacy, whose budget buys little: leave it out");
        }
        requireCount("sites", sites.size(), MOST_SITES);
        requireCount("variables", variables.size(), MOST_VARIABLES);
        requireCount("rounds", rounds, MOST_ROUNDS);
        PlainName.requireUnlike("sites", sites.stream().map(SiteId::value).toList());
        requireDistinct(
                "variables", variables.stream().map(PlannedVariable::name).toList());
        if (!(quorum >= 1 && quorum <= sites.size())) {
            throw new IllegalArgumentException(
                    "quorum must be from 1 to the " + sites.size() + " sites, was " + quorum);
        }
        if (!(minimumCohort >= 1 && minimumCohort <= quorum)) {
            throw new IllegalArgumentException(
                    "minimumCohort must be from 1 to the quorum " + quorum + ", was " + minimumCohort);
        }
        if (deadline.compareTo(Duration.ofSeconds(1)) < 0
                || deadline.compareTo(LONGEST_DEADLINE) > 0
                || !deadline.equals(Duration.ofSeconds(deadline.toSeconds()))) {
            throw new IllegalArgumentException(
                    "deadline must be whole seconds from 1s to 168h, was " + Words.time(deadline));
        }
        if (secureAggregation.isPresent()) {
            requirePossible(secureAggregation.get(), sites.size(), quorum);
            requireFixedCohort(privacy, sites.size(), quorum);
        }
    }

    /**
     * A plan whose forecast needs no word of the officers.
     *
     * @param name a name as that of a {@link SiteId}
     * @param coordinator its name, as in its certificate
     * @param sites their names, as in their certificates
     * @param variables in order
     * @param algorithm what computes
     * @param privacy what is promised about people
     * @param rounds most rounds
     * @param quorum fewest sites that must answer for a round to count
     * @param deadline how long a round waits for its sites
     * @param minimumCohort fewest sites in any sum
     * @param secureAggregation how sums are formed, or empty when the coordinator sees what every site sends
     * @param outsideBounds largest share of a site's rows that may have a value outside of the variables' bounds
     */
    public StudyPlan(
            String name,
            String coordinator,
            List<SiteId> sites,
            List<PlannedVariable> variables,
            PlannedAlgorithm algorithm,
            PlannedPrivacy privacy,
            int rounds,
            int quorum,
            Duration deadline,
            int minimumCohort,
            Optional<PlannedAggregation> secureAggregation,
            double outsideBounds) {
        this(
                name,
                coordinator,
                sites,
                variables,
                algorithm,
                privacy,
                rounds,
                quorum,
                deadline,
                minimumCohort,
                secureAggregation,
                outsideBounds,
                false);
    }

    /** {@return the same plan with the word of its officers that the study is wanted whatever its forecast} */
    public StudyPlan wantedDespiteForecast() {
        return new StudyPlan(
                name,
                coordinator,
                sites,
                variables,
                algorithm,
                privacy,
                rounds,
                quorum,
                deadline,
                minimumCohort,
                secureAggregation,
                outsideBounds,
                true);
    }

    private static void requireCount(String what, int count, int most) {
        if (!(count >= 1 && count <= most)) {
            throw new IllegalArgumentException(what + " must be 1 to " + most + ", were " + count);
        }
    }

    private static void requireDistinct(String what, List<String> names) {
        Set<String> seen = new HashSet<>();
        for (String name : names) {
            if (!seen.add(name)) {
                throw new IllegalArgumentException(what + " must be distinct, \"" + name + "\" appears twice");
            }
        }
    }

    /**
     * Requires all sites where sums over changing sites would reveal one site's input, unless its own noise hides it.
     */
    private static void requireFixedCohort(PlannedPrivacy privacy, int sites, int quorum) {
        if (privacy.budget().isEmpty() && quorum != sites) {
            throw new IllegalArgumentException("quorum must be all " + sites
                    + " sites, because without a privacy budget secure sums over sites that come and go tell what one"
                    + " of them sent, was " + quorum + ": write quorum: " + sites);
        }
    }

    private static void requirePossible(PlannedAggregation aggregation, int sites, int quorum) {
        int threshold = aggregation.threshold(sites);
        if (threshold > sites) {
            throw new IllegalArgumentException("secureAggregation must be possible with " + sites + " sites: "
                    + aggregation.minHonest() + " honest inputs beside " + aggregation.colludingAmong(sites)
                    + " colluding sites need " + threshold);
        }
        if (quorum < threshold) {
            throw new IllegalArgumentException(
                    "quorum must be at least the " + threshold + " sites that open a secure sum, was " + quorum);
        }
        if (sites - (long) aggregation.dropouts() < quorum) {
            throw new IllegalArgumentException("secureAggregation.dropouts must leave a quorum of " + quorum + " of "
                    + sites + " sites, was " + aggregation.dropouts());
        }
    }

    /**
     * Reads a plan.
     *
     * @param file YAML in UTF-8, at most 1 MiB
     * @throws StudyPlanException when it is none; one line with file, line, key, value and what is allowed
     */
    public static StudyPlan read(Path file) {
        try {
            return confirmed(file.toString(), YamlDocument.bytes(file, LARGEST));
        } catch (YamlProblem e) {
            throw new StudyPlanException(e.text(), e);
        }
    }

    /**
     * Reads a plan that arrived.
     *
     * @param name what messages call it
     * @param bytes YAML in UTF-8, at most 1 MiB
     * @throws StudyPlanException when it is none; one line with name, line, key, value and what is allowed
     */
    public static StudyPlan parse(String name, byte[] bytes) {
        try {
            if (bytes.length > LARGEST) {
                throw new YamlProblem(name + ": must have at most " + LARGEST + " bytes, has " + bytes.length);
            }
            return confirmed(name, bytes);
        } catch (YamlProblem e) {
            throw new StudyPlanException(e.text(), e);
        }
    }

    /** Refuses a plan with a program's suggestions that no person has confirmed. */
    private static StudyPlan confirmed(String name, byte[] bytes) {
        StudyPlan plan = PlanReader.plan(YamlDocument.parse(name, bytes));
        List<String> lines = new String(bytes, StandardCharsets.UTF_8).lines().toList();
        List<Integer> marked = IntStream.range(0, lines.size())
                .filter(k -> lines.get(k).contains(UNCONFIRMED))
                .boxed()
                .toList();
        if (!marked.isEmpty()) {
            int first = marked.get(0);
            throw new YamlProblem(name + ", line " + (first + 1) + ": \""
                    + lines.get(first).strip() + "\" was suggested and no one has confirmed it: correct the value and"
                    + " take the mark \"" + UNCONFIRMED + "\" away; lines with the mark: " + marked.size());
        }
        return plan;
    }

    /** {@return the plan as YAML, from which the same plan is read} */
    public String text() {
        return PlanWriter.yaml(this);
    }

    /**
     * {@return the text that is signed: one line for each fact, see {@code docs/study-file.md}} It is the same for two
     * plans exactly when they say the same.
     */
    public String canonical() {
        return PlanWriter.canonical(this);
    }

    /** {@return SHA-256 of {@link #canonical}, which officers sign and sites allow} */
    public DocumentDigest digest() {
        return DocumentDigest.of(KIND, canonical());
    }

    /** {@return the variables with their kinds, in order} */
    public VariableSchema schema() {
        return new VariableSchema(
                variables.stream().map(PlannedVariable::name).toList(),
                variables.stream().map(PlannedVariable::kind).toList());
    }

    /** {@return the terms of the computation, the part of the plan that a method reads} */
    public StudyTerms terms() {
        return new StudyTerms(
                name,
                schema(),
                sites,
                rounds,
                new RoundPolicy(quorum, deadline, RoundPolicy.Convergence.never()),
                algorithm.id(),
                algorithm.parameters(),
                privacy.budget().map(PlannedPrivacy.Budget::promise),
                secureAggregation
                        .map(masks -> OptionalInt.of(masks.sharingNoise(sites.size())))
                        .orElse(OptionalInt.empty()));
    }
}
