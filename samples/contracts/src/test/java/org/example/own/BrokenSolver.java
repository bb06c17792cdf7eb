// SPDX-License-Identifier: Apache-2.0
package org.example.own;

import io.hedgerow.contract.DeterministicLocalSolverContract;
import io.hedgerow.core.data.DataView;
import io.hedgerow.core.method.own.LocalSolvers;
import io.hedgerow.core.model.Diagonal;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.solver.LocalProblem;
import io.hedgerow.core.solver.LocalSolution;
import io.hedgerow.core.solver.LocalSolver;
import java.util.Arrays;

/** Starts where it ended last, so that its answer depends on its past; named so that no build runs it by itself. */
class BrokenSolver extends DeterministicLocalSolverContract {
    @Override
    protected LocalSolver solver(Diagonal diagonal) {
        LocalSolver exact = LocalSolvers.closedForm(diagonal);
        double[] last = new double[1];
        return new LocalSolver() {
            @Override
            public String id() {
                return "broken";
            }

            @Override
            public MechanismEvent plan(Task task) {
                return exact.plan(task);
            }

            @Override
            public LocalSolution solve(LocalProblem problem, DataView view) {
                double[] b = exact.solve(problem, view).parameters().toArray();
                for (int k = 0; k < b.length; k++) {
                    b[k] *= 1 + 1e-9 * last[0];
                }
                last[0] = Arrays.stream(b).sum();
                return new LocalSolution(Parameters.takeOver(b), 1, true);
            }
        };
    }
}
