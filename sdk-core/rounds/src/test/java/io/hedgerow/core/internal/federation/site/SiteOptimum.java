// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.federation.site;

import io.hedgerow.core.data.DataView;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.solver.LocalProblem;
import io.hedgerow.core.solver.LocalSolution;
import io.hedgerow.core.solver.LocalSolver;

/**
 * argmin ½‖B − own‖² + ⟨β, B − W⟩ + ρ2/2 ‖B − W‖², with an own that is different for every site and round: no state.
 */
public final class SiteOptimum implements LocalSolver {

    private final MechanismEvent event;

    public SiteOptimum(MechanismEvent event) {
        this.event = event;
    }

    @Override
    public String id() {
        return "optimum";
    }

    @Override
    public MechanismEvent plan(Task task) {
        return event;
    }

    @Override
    public LocalSolution solve(LocalProblem problem, DataView view) {
        double[] b = new double[problem.layout().size()];
        for (int k = 0; k < b.length; k++) {
            double own =
                    Math.sin(k + view.statistics().mean(0)) + problem.previous().get(k) / 3;
            double pull =
                    problem.rho2() * problem.consensus().get(k) - problem.dual().get(k);
            b[k] = (own + pull) / (1 + problem.rho2());
        }
        return new LocalSolution(Parameters.takeOver(b), 1, true);
    }
}
