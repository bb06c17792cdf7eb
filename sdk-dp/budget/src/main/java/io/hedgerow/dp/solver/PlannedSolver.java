// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.solver;

import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.solver.LocalProblem;
import io.hedgerow.core.solver.LocalSolution;
import io.hedgerow.core.solver.LocalSolver;
import io.hedgerow.core.study.Study;
import io.hedgerow.dp.mechanism.DiscreteNoise;
import io.hedgerow.dp.mechanism.NoiseSource;
import java.util.List;
import java.util.function.BiFunction;

/**
 * A private local solver that states its unit of privacy and the cost of a whole study in advance, so that a ledger can
 * charge it as one plan. The events bound only the unit of {@link #protectsUsers} under {@link #adjacency}: a ledger
 * with other terms must not be charged with them.
 */
public interface PlannedSolver extends LocalSolver {

    /**
     * The cost of a study, round by round.
     *
     * @param rounds T; at least 1
     * @return the event of round 0, 1, …, T − 1: what {@link #plan} returns for a task of that round. Fewer where later
     *     rounds compute on what earlier ones released ({@link #solveFromReleased}); a round without an event opens no
     *     data
     */
    List<MechanismEvent> roundPlan(int rounds);

    /**
     * {@return the unit whose contribution the events bound; true when all rows of a user together are one unit, false
     * when every row is}
     */
    boolean protectsUsers();

    /** The adjacency of the events: the neighbouring relation. */
    Adjacency adjacency();

    /**
     * {@return the name of the noise source that this solver draws from, for ledgers and policies} Solvers that draw
     * from another source than {@link NoiseSource#usual} must name it here and charge what follows from its law.
     */
    default String noiseSource() {
        return DiscreteNoise.ID;
    }

    /**
     * {@return whether a solver has a name of the SDK's private solvers and is none of them: a policy that allows the
     * name means the release that is proved here}
     *
     * @param solver of whatever jar, also one that changes the solutions of another
     */
    static boolean borrowsName(LocalSolver solver) {
        return borrowsName(solver.id(), solver);
    }

    /**
     * The same for a name that a solver has given once: it might give another one the next time.
     *
     * @param name as the solver gave it
     * @param solver any solver
     */
    static boolean borrowsName(String name, LocalSolver solver) {
        return SolverOrigin.isForeign(name, solver);
    }

    /**
     * {@return the name of the jar that a solver's class came from with its SHA-256, as ledgers record it} Of a class
     * that is in no jar it is the name of the class, with the digest of its file.
     *
     * @param solver the solver that computes
     * @throws IllegalStateException when the jar cannot be read any more
     */
    static String originOf(LocalSolver solver) {
        return SolverOrigin.of(solver);
    }

    /**
     * Refuses what {@link #solve} would refuse whatever the records are, before a ledger is charged.
     *
     * @param study that the solver is asked to take part in
     * @param units the public number of rows or users of the site
     * @throws IllegalArgumentException when the solver cannot take part with so many
     */
    default void requireFits(Study study, long units) {}

    /**
     * The same solver, whose released solutions are changed before they are sent. It has the cost and the unit of
     * privacy of this one: a function of a private release alone is as private as the release. The change sees the
     * problem and the solution, never the data; it must not read data elsewhere.
     *
     * @param id of the changed solver, for provenance, policies and ledgers
     * @param change makes the solution to send of the problem and the released one
     * @return a solver for the same site
     * @throws IllegalArgumentException when this solver relies on noise of other sites: its own solution is not private
     *     before it is in a sum, and must not be changed before
     */
    default PlannedSolver postProcessed(String id, BiFunction<LocalProblem, LocalSolution, LocalSolution> change) {
        return new PostProcessedSolver(this, id, change);
    }
}
