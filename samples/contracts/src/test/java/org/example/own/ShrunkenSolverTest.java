// SPDX-License-Identifier: Apache-2.0
package org.example.own;

import io.hedgerow.contract.DeterministicLocalSolverContract;
import io.hedgerow.core.method.own.LocalSolvers;
import io.hedgerow.core.model.Diagonal;
import io.hedgerow.core.solver.LocalSolver;

// region:solver
class ShrunkenSolverTest extends DeterministicLocalSolverContract {
    @Override
    protected LocalSolver solver(Diagonal diagonal) {
        return new ShrunkenSolver(LocalSolvers.closedForm(diagonal));
    }
}
// endregion
