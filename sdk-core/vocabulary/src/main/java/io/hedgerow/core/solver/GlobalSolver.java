// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.solver;

/** Solves the coordinator's subproblem of one round. Extension point. Need not be thread-safe. */
public interface GlobalSolver {

    /** {@return a short stable name for provenance} */
    String id();

    /**
     * {@return the new consensus, which solves the coordinator's subproblem} The problem is not modified.
     *
     * @param problem what to minimise
     */
    GlobalSolution solve(GlobalProblem problem);
}
