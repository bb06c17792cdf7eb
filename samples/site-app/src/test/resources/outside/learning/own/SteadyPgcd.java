// SPDX-License-Identifier: Apache-2.0
package own;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.method.Agreement;
import io.hedgerow.core.LearnedNetwork;
import io.hedgerow.core.Learning;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.method.NamedMethod;
import io.hedgerow.core.method.UploadProtection;
import io.hedgerow.core.method.own.LocalSolvers;
import io.hedgerow.core.method.own.RoundsMethod;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.solver.LocalProblem;
import io.hedgerow.core.solver.LocalSolution;
import io.hedgerow.dp.accounting.PrivacyBudget;
import io.hedgerow.dp.method.PrivateLocalSolvers;
import io.hedgerow.dp.method.PrivateMethod;
import io.hedgerow.dp.method.settings.SiteUnits;
import io.hedgerow.dp.site.BudgetRequest;
import io.hedgerow.dp.site.Ledgers;
import java.nio.file.Path;
import java.util.List;

/** DP-PGCD, whose released solution is pulled half of the way to the consensus: as private as DP-PGCD. */
final class SteadyPgcd {
    static LearnedNetwork learn(Path ledgers, List<RowSource> rows, long n) throws InterruptedException {
        Agreement agreement =
                Agreement.inProcess("steady-1", rows.get(0).schema(), rows.size(), UploadProtection.insecurePlain());
        // region:wrap
        PrivacyBudget budget = new PrivacyBudget(2, 1e-6);
        NamedMethod steps = Method.named("dp-fed-sparse").withRounds(6).with("local-iterations", "3");
        SiteUnits units = new SiteUnits(n, false, Adjacency.REPLACE_ONE);
        PrivateMethod greedy = PrivateLocalSolvers.proximalGreedy(steps, agreement, units, budget);
        RoundsMethod steady = RoundsMethod.of(
                greedy.study(),
                site -> greedy.solver(site).postProcessed("steady-dp-pgcd", SteadyPgcd::halfWay),
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
