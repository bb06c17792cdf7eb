// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.solver;

/** The coordinator's computation in one round. Extension point. Need not be thread-safe. */
public interface GlobalSolver {

    /**
     * Name for provenance.
     *
     * @return a short stable identifier
     */
    String id();

    /**
     * Solves the coordinator's subproblem. The problem is not modified.
     *
     * @param problem what to minimise
     * @return the new consensus
     */
    GlobalSolution solve(GlobalProblem problem);
}
