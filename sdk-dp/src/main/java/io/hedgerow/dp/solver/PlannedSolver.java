// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.solver;

import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.solver.LocalSolver;
import java.util.List;

/**
 * A local solver that states what its guarantee is about and the cost of a whole study before it begins, so that a
 * ledger can take it as one plan. The events bound nothing but what {@link #protectsPersons} and {@link #adjacency}
 * say: a ledger that promises something else must not be charged with them.
 */
public interface PlannedSolver extends LocalSolver {

    /**
     * What a study costs, round by round.
     *
     * @param rounds T; at least 1
     * @return the event of round 0, 1, …, T − 1: what {@link #plan} returns for a task of that round
     */
    List<MechanismEvent> roundPlan(int rounds);

    /**
     * Whose contribution the events bound.
     *
     * @return true when all rows of a person together are one unit, false when every row is
     */
    boolean protectsPersons();

    /**
     * Which neighbours the events are about.
     *
     * @return the neighbouring relation
     */
    Adjacency adjacency();
}
