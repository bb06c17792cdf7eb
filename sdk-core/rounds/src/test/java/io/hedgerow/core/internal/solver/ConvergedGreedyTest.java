// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.solver;

import io.hedgerow.contract.ExactLocalSolverContract;
import io.hedgerow.core.model.Diagonal;
import io.hedgerow.core.solver.LocalSolver;

/** Greedy descent that is not cut short finds the optimum. */
class ConvergedGreedyTest extends ExactLocalSolverContract {

    static LocalSolver converged(Diagonal diagonal) {
        return new ProximalGreedySolver(new ProximalGreedySolver.Options(1_000_000, 1e-10, 1, diagonal));
    }

    @Override
    protected LocalSolver solver(Diagonal diagonal) {
        return converged(diagonal);
    }

    /** The gradient of an entry is √M times its score, at most 10⁻¹⁰: a hundredth of this in these problems. */
    @Override
    protected double relativeViolation() {
        return 1e-8;
    }

    @Override
    protected boolean seesL1() {
        return true;
    }
}
