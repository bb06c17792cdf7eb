// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.study;

import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.PrivacyUnit;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.transport.internal.file.PlanText;
import io.hedgerow.transport.study.PlannedPrivacy.Budget;
import java.math.BigDecimal;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;

/** Writes a plan: as YAML for people, and in the one form that is signed. */
final class PlanWriter {

    private PlanWriter() {}

    static String canonical(StudyPlan plan) {
        StringBuilder text = new StringBuilder("hedgerow study-plan 1\n");
        line(text, "name", PlanText.quoted(plan.name()));
        line(text, "coordinator", PlanText.quoted(plan.coordinator()));
        plan.sites().forEach(site -> line(text, "site", PlanText.quoted(site.value())));
        plan.variables()
                .forEach(variable -> line(
                        text,
                        "variable",
                        PlanText.quoted(variable.name()),
                        variable.levels().isEmpty()
                                ? bits(variable.lowest()) + " " + bits(variable.highest())
                                : "levels " + quoted(variable.levels(), " ")));
        line(text, "algorithm", PlanText.quoted(plan.algorithm().id()));
        plan.algorithm()
                .parameters()
                .forEach((name, value) -> line(text, "parameter", PlanText.quoted(name), PlanText.quoted(value)));
        line(text, "privacy", plan.privacy().budget().map(PlanWriter::privacy).orElse("insecure-none"));
        line(text, "rounds", Integer.toString(plan.rounds()));
        line(text, "quorum", Integer.toString(plan.quorum()));
        line(text, "deadline-seconds", Long.toString(plan.deadline().toSeconds()));
        line(text, "minimum-cohort", Integer.toString(plan.minimumCohort()));
        line(
                text,
                "secure-aggregation",
                plan.secureAggregation().map(PlanWriter::aggregation).orElse("none"));
        if (plan.outsideBounds() > 0) {
            line(text, "outside-bounds", bits(plan.outsideBounds()));
        }
        if (plan.despiteForecast()) {
            line(text, "despite-forecast");
        }
        return text.toString();
    }

    private static void line(StringBuilder text, String... words) {
        text.append(String.join(" ", words)).append('\n');
    }

    private static String quoted(List<String> texts, String separator) {
        return texts.stream().map(PlanText::quoted).collect(Collectors.joining(separator));
    }

    /** The number itself, independent of its spelling. */
    private static String bits(double number) {
        return HexFormat.of().toHexDigits(Double.doubleToLongBits(number));
    }

    private static String privacy(Budget budget) {
        String unit = budget.unit() instanceof PrivacyUnit.UserUnit user
                ? "person " + PlanText.quoted(user.keyColumn())
                : "record";
        return bits(budget.epsilon()) + " " + bits(budget.delta()) + " " + unit + " " + adjacency(budget.adjacency())
                + budget.otherNoise().map(noise -> " noise " + noise).orElse("");
    }

    private static String aggregation(PlannedAggregation aggregation) {
        String colluding = aggregation.colluding().isPresent()
                ? Integer.toString(aggregation.colluding().getAsInt())
                : "third";
        return Words.dashed(aggregation.mode()) + " " + Words.dashed(aggregation.suite()) + " colluding " + colluding
                + " min-honest " + aggregation.minHonest() + " dropouts " + aggregation.dropouts();
    }

    static String adjacency(Adjacency adjacency) {
        return Words.dashed(adjacency);
    }

    static String yaml(StudyPlan plan) {
        StringBuilder text = new StringBuilder("format: 1\n");
        text.append("name: ").append(PlanText.quoted(plan.name())).append('\n');
        text.append("coordinator: ").append(PlanText.quoted(plan.coordinator())).append('\n');
        text.append("sites: [")
                .append(plan.sites().stream()
                        .map(SiteId::value)
                        .map(PlanText::quoted)
                        .collect(Collectors.joining(", ")))
                .append("]\n");
        text.append("variables:\n");
        plan.variables().forEach(variable -> text.append(yaml(variable)));
        text.append(yaml(plan.algorithm()));
        text.append(plan.privacy().budget().map(PlanWriter::yaml).orElse("insecureNoPrivacy: true\n"));
        text.append("rounds: ").append(plan.rounds());
        text.append("\nquorum: ").append(plan.quorum());
        text.append("\ndeadline: ").append(plan.deadline().toSeconds()).append('s');
        text.append("\nminimumCohort: ").append(plan.minimumCohort());
        text.append("\nsecureAggregation: ")
                .append(plan.secureAggregation().map(PlanWriter::yaml).orElse("none"))
                .append('\n');
        if (plan.outsideBounds() > 0) {
            text.append("outsideBounds: ").append(decimal(plan.outsideBounds())).append('\n');
        }
        if (plan.despiteForecast()) {
            text.append("despiteForecast: true\n");
        }
        return text.toString();
    }

    private static String yaml(PlannedVariable variable) {
        String values = variable.levels().isEmpty()
                ? "[" + decimal(variable.lowest()) + ", " + decimal(variable.highest()) + "]"
                : "{levels: [" + quoted(variable.levels(), ", ") + "]}";
        return "  " + PlanText.quoted(variable.name()) + ": " + values + "\n";
    }

    private static String yaml(PlannedAlgorithm algorithm) {
        StringBuilder text = new StringBuilder("algorithm:\n  id: ");
        text.append(PlanText.quoted(algorithm.id())).append('\n');
        if (!algorithm.parameters().isEmpty()) {
            text.append("  parameters:\n");
        }
        algorithm
                .parameters()
                .forEach((name, value) -> text.append("    ")
                        .append(PlanText.quoted(name))
                        .append(": ")
                        .append(PlanText.quoted(value))
                        .append('\n'));
        return text.toString();
    }

    private static String yaml(Budget budget) {
        String unit = budget.unit() instanceof PrivacyUnit.UserUnit user
                ? "{person: " + PlanText.quoted(user.keyColumn()) + "}"
                : "record";
        return "privacy:\n  epsilon: " + decimal(budget.epsilon()) + "\n  delta: " + decimal(budget.delta())
                + "\n  unit: " + unit + "\n  adjacency: " + adjacency(budget.adjacency()) + "\n"
                + budget.otherNoise().map(noise -> "  noise: " + noise + "\n").orElse("");
    }

    private static String yaml(PlannedAggregation aggregation) {
        String colluding = aggregation.colluding().isPresent()
                ? ", colluding: " + aggregation.colluding().getAsInt()
                : "";
        return "{mode: " + Words.dashed(aggregation.mode()) + ", suite: " + Words.dashed(aggregation.suite())
                + colluding + ", minHonest: " + aggregation.minHonest() + ", dropouts: " + aggregation.dropouts() + "}";
    }

    /** Read back, it is the same number. */
    private static String decimal(double number) {
        return new BigDecimal(Double.toString(number)).stripTrailingZeros().toString();
    }
}
