// SPDX-License-Identifier: Apache-2.0
package org.example.own;

import io.hedgerow.core.data.DataView;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.solver.LocalProblem;
import io.hedgerow.core.solver.LocalSolution;
import io.hedgerow.core.solver.LocalSolver;

/** What another solver finds, with the difference from the consensus a tenth smaller. Not private. */
record ShrunkenSolver(LocalSolver other) implements LocalSolver {
    @Override
    public String id() {
        return "shrunken";
    }

    @Override
    public MechanismEvent plan(Task task) {
        return other.plan(task);
    }

    @Override
    public LocalSolution solve(LocalProblem problem, DataView view) {
        LocalSolution found = other.solve(problem, view);
        double[] b = found.parameters().toArray();
        for (int k = 0; k < b.length; k++) {
            double w = problem.consensus().get(k);
            b[k] = b[k] == 0 ? 0 : w + 0.9 * (b[k] - w);
        }
        return new LocalSolution(Parameters.takeOver(b), found.iterations(), found.converged());
    }
}
