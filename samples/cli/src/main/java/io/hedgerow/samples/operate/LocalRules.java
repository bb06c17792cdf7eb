// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.operate;

import io.hedgerow.transport.identity.PublicSigningKey;
import io.hedgerow.transport.study.PlannedPrivacy;
import io.hedgerow.transport.study.StudyPlan;

/** Writes rules and a policy of a site that allow one plan and nothing else. */
final class LocalRules {

    private LocalRules() {}

    static String rules(StudyPlan plan, PublicSigningKey officer) {
        boolean promised = plan.privacy().budget().isPresent();
        return "join:\n"
                + "  officers: {keys: [" + officer.hex() + "], threshold: 1}\n"
                + "  allowedPlans: [\"" + plan.digest() + "\"]\n"
                + "  minimumCohort: " + plan.minimumCohort() + "\n"
                + "  secureAggregationRequired: " + plan.secureAggregation().isPresent() + "\n"
                + "  maxEpsilonPerStudy: "
                + plan.privacy().budget().map(PlannedPrivacy.Budget::epsilon).orElse(1.0) + "\n"
                + "  maxDeltaPerStudy: "
                + plan.privacy().budget().map(PlannedPrivacy.Budget::delta).orElse(1e-9) + "\n"
                + "  insecureNoPrivacyAllowed: " + !promised + "\n"
                + "  allowedAlgorithms: [" + plan.algorithm().id() + "]\n"
                + (LocalStudy.givesOwnNetworks(plan.algorithm().parameters()) ? "  personalWeights: true\n" : "");
    }

    static String policy(String name, long rows, StudyPlan plan) {
        double epsilon =
                plan.privacy().budget().map(PlannedPrivacy.Budget::epsilon).orElse(1.0);
        double delta = plan.privacy().budget().map(PlannedPrivacy.Budget::delta).orElse(1e-9);
        String unit = plan.privacy()
                .budget()
                .flatMap(budget -> LocalStudy.user(budget.unit()))
                .map(column -> "{person: \"" + column.replace("\\", "\\\\").replace("\"", "\\\"") + "\"}")
                .orElse("record");
        return "dataset: {id: " + plan.name() + "-" + name + ", rows: " + rows + "}\n"
                + "unit: " + unit + "\n"
                + "adjacency: replace-one\n"
                + "budget: {epsilon: " + epsilon + ", delta: " + delta + "}\n"
                + "perStudy: {epsilon: " + epsilon + ", delta: " + delta + "}\n"
                + "minimumCohort: " + plan.minimumCohort() + "\n"
                + plan.privacy()
                        .budget()
                        .flatMap(PlannedPrivacy.Budget::otherNoise)
                        .map(noise -> "noise: " + noise + "\n")
                        .orElse("")
                + "allowedSolvers: [dp-pgcd, dp-fed-bnsl, dp-gram, dp-gram-shared-noise,"
                + " dp-dynamic-gram, dp-dynamic-gram-shared-noise, dp-feature-gram, dp-feature-gram-shared-noise]\n";
    }
}
