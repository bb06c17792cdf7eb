// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.site;

import io.hedgerow.core.data.DataView;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.solver.LocalProblem;
import io.hedgerow.core.solver.LocalSolution;
import io.hedgerow.dp.solver.PlannedSolver;
import java.util.Collections;
import java.util.List;

/** Solves nothing and says what it costs: pure ε in each round, or another cost than it planned. */
public class StatedSolver implements PlannedSolver {
    private final double planned;
    private final double taken;
    private final Runnable solving;

    public StatedSolver(double planned, double taken, Runnable solving) {
        this.planned = planned;
        this.taken = taken;
        this.solving = solving;
    }

    @Override
    public String id() {
        return "stated";
    }

    @Override
    public MechanismEvent plan(Task task) {
        return new MechanismEvent.PureDp(taken, 1);
    }

    @Override
    public List<MechanismEvent> roundPlan(int rounds) {
        return Collections.nCopies(rounds, new MechanismEvent.PureDp(planned, 1));
    }

    @Override
    public boolean protectsUsers() {
        return false;
    }

    @Override
    public Adjacency adjacency() {
        return Adjacency.REPLACE_ONE;
    }

    @Override
    public LocalSolution solve(LocalProblem problem, DataView view) {
        solving.run();
        return new LocalSolution(Parameters.zeros(problem.layout().size()), 1, true);
    }
}
