// SPDX-License-Identifier: Apache-2.0
package own;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.method.Agreement;
import io.hedgerow.core.LearnedNetwork;
import io.hedgerow.core.Learning;
import io.hedgerow.core.method.UploadProtection;
import io.hedgerow.core.method.own.LocalSolvers;
import io.hedgerow.core.method.own.RoundsMethod;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.solver.LocalProblem;
import io.hedgerow.core.solver.LocalSolution;
import io.hedgerow.dp.accounting.PrivacyBudget;
import io.hedgerow.dp.method.PrivateLocalSolvers;
import io.hedgerow.dp.method.SharedAccounting;
import io.hedgerow.dp.method.settings.PrivateAlgorithm;
import io.hedgerow.dp.method.settings.PrivateSettings;
import io.hedgerow.dp.method.settings.SiteUnits;
import io.hedgerow.dp.site.BudgetRequest;
import io.hedgerow.dp.site.Ledgers;
import java.nio.file.Path;
import java.util.List;

/** DP-PGCD, whose released solution is pulled half of the way to the consensus: as private as DP-PGCD. */
final class SteadyPgcd {
    static LearnedNetwork learn(Path ledgers, List<RowSource> rows, long n) throws InterruptedException {
        int d = rows.get(0).schema().size();
        Agreement agreement =
                Agreement.inProcess("steady-1", rows.get(0).schema(), rows.size(), UploadProtection.insecurePlain());
        // region:wrap
        PrivacyBudget budget = new PrivacyBudget(2, 1e-6);
        PrivateSettings settings = PrivateSettings.recommended(PrivateAlgorithm.DP_FED_SPARSE, d, rows.size(), budget.epsilon())
                .withSteps(6, 3);
        SiteUnits units = new SiteUnits(n, false, Adjacency.REPLACE_ONE);
        SharedAccounting accounting = new SharedAccounting();
        RoundsMethod steady = RoundsMethod.of(
                PrivateLocalSolvers.study(agreement, settings),
                site -> PrivateLocalSolvers.proximalGreedy(settings, d, units, budget, accounting)
                        .postProcessed("steady-dp-pgcd", SteadyPgcd::halfWay),
                LocalSolvers::consensus);
        // endregion
        BudgetRequest asked = BudgetRequest.epsilon(budget.epsilon()).withDelta(budget.delta());
        return Learning.of(steady.averaging(2, 0.3)).keeping(Ledgers.in(ledgers).budget(asked)).learn(rows);
    }

    // region:change
    private static LocalSolution halfWay(LocalProblem problem, LocalSolution released) {
        double[] b = released.parameters().toArray();
        for (int k = 0; k < b.length; k++) {
            b[k] = (b[k] + problem.consensus().get(k)) / 2;
        }
        return new LocalSolution(Parameters.takeOver(b), released.iterations(), released.converged());
    }
    // endregion
}
