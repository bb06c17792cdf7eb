// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.method;

import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.federation.RoundReport;
import io.hedgerow.core.method.NetworkOfRounds;
import io.hedgerow.core.protocol.RoundPolicy;
import io.hedgerow.core.protocol.Study;
import io.hedgerow.core.solver.GlobalSolver;
import io.hedgerow.dp.accounting.PrivacyBudget;
import io.hedgerow.dp.solver.PlannedSolver;
import java.util.List;
import java.util.Map;

/**
 * A private algorithm in rounds towards a consensus: the same for sites of one process and for sites that talk over a
 * wire. Everything follows from public settings.
 */
sealed interface PrivateRounds permits GreedyRounds, ClosedFormRounds {

    /**
     * The algorithm that settings name.
     *
     * @param settings what to run
     * @return its rounds
     * @throws IllegalArgumentException when it has none
     */
    static PrivateRounds of(PrivateSettings settings) {
        return switch (settings.algorithm()) {
            case DP_FED_SPARSE, DP_FED_SPARSE_LAPLACE -> new GreedyRounds(settings);
            case DP_FED_BNSL -> new ClosedFormRounds(settings);
            default ->
                throw new IllegalArgumentException(
                        "a private algorithm in rounds must be dp-fed-sparse, dp-fed-sparse-laplace or dp-fed-bnsl, "
                                + "was "
                                + settings.algorithm());
        };
    }

    /**
     * What is agreed on.
     *
     * @param name of the study
     * @param schema the variables
     * @param sites P
     * @param policy quorum and deadline
     * @param masked whether uploads are masked, so that they must be sent in whole steps
     * @return the study
     */
    Study study(String name, VariableSchema schema, int sites, RoundPolicy policy, boolean masked);

    /**
     * Refuses settings that no site could compute with. Certifies nothing.
     *
     * @param study what was agreed
     * @param units of a site
     * @param budget of the study
     * @throws IllegalArgumentException names the value and what is allowed
     */
    void requireUsable(Study study, SiteUnits units, PrivacyBudget budget);

    /**
     * The coordinator's step.
     *
     * @param study what was agreed
     * @return a new solver
     */
    GlobalSolver coordinator(Study study);

    /**
     * A site's part, with the least noise that keeps the whole study within the budget.
     *
     * @param study what was agreed
     * @param units of the site
     * @param budget of the study
     * @param accounting certifies it
     * @return a new solver
     */
    PlannedSolver solver(Study study, SiteUnits units, PrivacyBudget budget, SharedAccounting accounting);

    /**
     * Makes the network.
     *
     * @param study what was agreed
     * @return must be told of every round
     */
    NetworkOfRounds network(Study study);

    /**
     * The scales of a site's noise.
     *
     * @param study what was agreed
     * @param units of the site
     * @param budget of the whole study
     * @param accounting certifies it
     * @return by name
     */
    Map<String, Double> noise(Study study, SiteUnits units, PrivacyBudget budget, SharedAccounting accounting);

    /**
     * What the papers' formula counts.
     *
     * @param study what was agreed
     * @param rounds that were run
     * @param coefficients that sites uploaded
     * @return bytes of all sites
     */
    long publishedBytes(Study study, List<RoundReport> rounds, long coefficients);
}
