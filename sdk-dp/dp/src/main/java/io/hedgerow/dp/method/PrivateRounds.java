// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.method;

import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.federation.RoundReport;
import io.hedgerow.core.method.rounds.NetworkOfRounds;
import io.hedgerow.core.solver.GlobalSolver;
import io.hedgerow.core.study.RoundPolicy;
import io.hedgerow.core.study.Study;
import io.hedgerow.dp.accounting.PrivacyBudget;
import io.hedgerow.dp.internal.options.ShownSettings;
import io.hedgerow.dp.method.settings.SiteUnits;
import io.hedgerow.dp.solver.PlannedSolver;
import java.util.List;
import java.util.Map;

/**
 * A private algorithm in rounds towards a consensus: the same for sites of one process and for sites that talk over a
 * wire. Everything follows from public parameters.
 */
sealed interface PrivateRounds permits GreedyRounds, ClosedFormRounds {

    /** The agreement of sites and coordinator; masked uploads are sent in whole steps. */
    Study study(String name, VariableSchema schema, int sites, RoundPolicy policy, boolean masked);

    /** The name of the site's solver. */
    String solverId(Study study, SiteUnits units, PrivacyBudget budget);

    /** Refuses settings that no site could compute with. Certifies nothing. */
    void requireUsable(Study study, SiteUnits units, PrivacyBudget budget);

    GlobalSolver coordinator(Study study);

    /** A site's part, with the least noise that keeps the whole study within the budget. */
    PlannedSolver solver(Study study, SiteUnits units, PrivacyBudget budget, SharedAccounting accounting);

    /** The same for its cost: nothing is opened, and it cannot draw. */
    PlannedSolver stated(Study study, SiteUnits units, PrivacyBudget budget, SharedAccounting accounting);

    /** The network of the rounds, which must observe every round. */
    NetworkOfRounds network(Study study);

    /** All settings, for a report of a study of so many variables and with this budget. */
    ShownSettings shown(String method, int variables, PrivacyBudget budget);

    /** The public bounds that rows keep, by name; none unless overridden. */
    default Map<String, Double> bounds() {
        return Map.of();
    }

    /** The scales of a site's noise, by name. */
    Map<String, Double> noise(Study study, SiteUnits units, PrivacyBudget budget, SharedAccounting accounting);

    /** Bytes of all sites by the papers' formula; {@code coefficients} were uploaded. */
    long publishedBytes(Study study, List<RoundReport> rounds, long coefficients);
}
