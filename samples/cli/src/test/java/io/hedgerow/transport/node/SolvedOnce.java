// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.node;

import io.hedgerow.core.data.DataView;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.protocol.encoding.Payload;
import io.hedgerow.core.solver.LocalProblem;
import io.hedgerow.core.solver.LocalSolution;
import io.hedgerow.core.solver.LocalSolver;
import io.hedgerow.dp.solver.PlannedSolver;
import java.util.List;
import java.util.Map;

/**
 * Solves each round of a site once and for ever: later studies over the same rows find what the first one found, its
 * noise included. So a private study can be compared bit for bit. Whoever is given another problem than the first one
 * was has gone another way, and fails.
 */
final class SolvedOnce implements PlannedSolver {

    private final SiteId site;
    private final PlannedSolver solver;
    private final Map<String, Solved> known;
    private int round = -1;

    private SolvedOnce(SiteId site, PlannedSolver solver, Map<String, Solved> known) {
        this.site = site;
        this.solver = solver;
        this.known = known;
    }

    /** What was found, for what. */
    record Solved(Parameters consensus, Parameters dual, LocalSolution solution, Payload released) {}

    static LocalSolver around(SiteId site, LocalSolver solver, Map<String, Solved> known) {
        return new SolvedOnce(site, (PlannedSolver) solver, known);
    }

    private String key() {
        return site.value() + "/" + round;
    }

    @Override
    public String id() {
        return solver.id();
    }

    @Override
    public int sitesInSum() {
        return solver.sitesInSum();
    }

    @Override
    public MechanismEvent plan(Task task) {
        round = task.round();
        return solver.plan(task);
    }

    @Override
    public LocalSolution solve(LocalProblem problem, DataView view) {
        view.forEachRow(row -> {}); // rows are handed on in every study, and not in the first one alone
        Parameters consensus = Parameters.copyOf(problem.consensus().toArray());
        Parameters dual = Parameters.copyOf(problem.dual().toArray());
        Solved solved = known.computeIfAbsent(key(), first -> {
            LocalSolution found = solver.solve(problem, view);
            return new Solved(consensus, dual, found, solver.releasedState());
        });
        if (!solved.consensus().equals(consensus) || !solved.dual().equals(dual)) {
            throw new AssertionError("round " + key() + " was asked for another problem than before");
        }
        if (!solved.released().equals(solver.releasedState())) {
            solver.restore(solved.released()); // later rounds cost what they cost by what the first one released
        }
        return solved.solution();
    }

    @Override
    public Payload releasedState() {
        Solved solved = known.get(key());
        return solved == null ? Payload.empty() : solved.released();
    }

    @Override
    public void restore(Payload releasedState) {
        solver.restore(releasedState);
    }

    @Override
    public List<MechanismEvent> roundPlan(int rounds) {
        return solver.roundPlan(rounds);
    }

    @Override
    public boolean protectsUsers() {
        return solver.protectsUsers();
    }

    @Override
    public Adjacency adjacency() {
        return solver.adjacency();
    }
}
