// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.node;

import io.hedgerow.core.data.DataView;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.protocol.encoding.Payload;
import io.hedgerow.core.solver.LocalProblem;
import io.hedgerow.core.solver.LocalSolution;
import io.hedgerow.core.solver.LocalSolver;
import java.util.concurrent.atomic.AtomicInteger;

/** A site's solver of which one solution, counted over all sites, does not come about. */
final class FailsOnce implements LocalSolver {

    private final LocalSolver solver;
    private final AtomicInteger left;

    FailsOnce(LocalSolver solver, AtomicInteger left) {
        this.solver = solver;
        this.left = left;
    }

    @Override
    public String id() {
        return solver.id();
    }

    @Override
    public MechanismEvent plan(Task task) {
        return solver.plan(task);
    }

    @Override
    public LocalSolution solve(LocalProblem problem, DataView view) {
        if (left.getAndDecrement() == 0) {
            throw new ArithmeticException("singular");
        }
        return solver.solve(problem, view);
    }

    @Override
    public Payload releasedState() {
        return solver.releasedState();
    }

    @Override
    public void restore(Payload released) {
        solver.restore(released);
    }
}
