// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.solver;

import io.hedgerow.core.data.DataView;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.protocol.encoding.Payload;
import io.hedgerow.core.solver.LocalProblem;
import io.hedgerow.core.solver.LocalSolution;
import io.hedgerow.core.study.Study;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BiFunction;

/**
 * A private solver that post-processes the released solutions of another one: the plan, the unit, the adjacency and the
 * released state are the inner solver's, for post-processing costs nothing.
 */
record PostProcessedSolver(
        PlannedSolver inner, String id, BiFunction<LocalProblem, LocalSolution, LocalSolution> change)
        implements PlannedSolver {

    PostProcessedSolver {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(change, "change");
        if (inner.sitesInSum() > 1) {
            throw new IllegalArgumentException("solver " + inner.id() + " is private only in a sum of "
                    + inner.sitesInSum() + " sites: its solutions must not be changed before they are added");
        }
    }

    @Override
    public List<MechanismEvent> roundPlan(int rounds) {
        return inner.roundPlan(rounds);
    }

    @Override
    public void requireFits(Study study, long units) {
        inner.requireFits(study, units);
    }

    @Override
    public boolean protectsUsers() {
        return inner.protectsUsers();
    }

    @Override
    public OptionalLong publicUnits() {
        return inner.publicUnits();
    }

    @Override
    public Adjacency adjacency() {
        return inner.adjacency();
    }

    @Override
    public String noiseSource() {
        return inner.noiseSource();
    }

    @Override
    public MechanismEvent plan(Task task) {
        return inner.plan(task);
    }

    @Override
    public Optional<LocalSolution> solveFromReleased(Task task, LocalProblem problem) {
        return inner.solveFromReleased(task, problem).map(released -> change.apply(problem, released));
    }

    @Override
    public LocalSolution solve(LocalProblem problem, DataView view) {
        return change.apply(problem, inner.solve(problem, view));
    }

    @Override
    public Payload releasedState() {
        return inner.releasedState();
    }

    @Override
    public void restore(Payload releasedState) {
        inner.restore(releasedState);
    }
}
