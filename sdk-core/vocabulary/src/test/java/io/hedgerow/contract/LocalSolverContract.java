// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.Centring;
import io.hedgerow.core.data.DataView;
import io.hedgerow.core.model.Diagonal;
import io.hedgerow.core.model.ParameterLayout;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.protocol.encoding.Payload;
import io.hedgerow.core.solver.LocalProblem;
import io.hedgerow.core.solver.LocalSolution;
import io.hedgerow.core.solver.LocalSolver;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What every local solver of linear models keeps, private or not. */
public abstract class LocalSolverContract {

    /** A new solver with settings that suit problems of up to twenty variables. */
    protected abstract LocalSolver solver(Diagonal diagonal);

    protected static Task task() {
        return new Task("study", 3, 1, Payload.empty(), Set.of());
    }

    protected static LocalSolution solve(LocalSolver solver, RandomProblem random) {
        try (DataView view = random.data().open()) {
            return solver.solve(random.problem(), view);
        }
    }

    @Test
    public void id_isShortAndStable() {
        String id = solver(Diagonal.MASKED).id();
        assertFalse(id.isBlank());
        assertEquals(id, solver(Diagonal.FREE).id());
    }

    @Test
    public void plan_needsNoDataAndIsTheSameForTheSameTask() {
        LocalSolver solver = solver(Diagonal.MASKED);
        assertNotNull(solver.plan(task()));
        assertEquals(solver.plan(task()), solver.plan(task()));
        assertEquals(solver.plan(task()), solver(Diagonal.MASKED).plan(task()));
        solve(solver, RandomProblem.of(1, 5, 1, 0.1));
        assertEquals(solver.plan(task()), solver(Diagonal.MASKED).plan(task()), "must not depend on data seen");
    }

    @Test
    public void solve_doesNotModifyTheProblem() {
        RandomProblem random = RandomProblem.of(2, 6, 1, 0.1);
        LocalProblem problem = random.problem();
        Parameters consensus = Parameters.copyOf(problem.consensus().toArray());
        Parameters dual = Parameters.copyOf(problem.dual().toArray());
        Parameters previous = Parameters.copyOf(problem.previous().toArray());
        LocalSolver solver = solver(Diagonal.MASKED);
        Parameters first = solve(solver, random).parameters();
        Parameters kept = Parameters.copyOf(first.toArray());
        solve(solver, random.from(first));
        assertEquals(consensus, problem.consensus());
        assertEquals(dual, problem.dual());
        assertEquals(previous, problem.previous());
        assertEquals(kept, first, "an earlier solution must not change either");
    }

    @Test
    public void solve_whenDiagonalMasked_keepsSelfEdgesExactlyZero() {
        for (ParameterLayout layout : List.of(ParameterLayout.linear(7), ParameterLayout.dynamicLinear(4, 1, 0.5))) {
            RandomProblem random = RandomProblem.of(3, layout, 1, 0.05);
            double[] start = random.problem().previous().toArray();
            int q = layout.sliceLength();
            for (int j = 0; j < layout.targets(); j++) {
                start[j * q + j] = 0.4;
            }
            Parameters b = solve(solver(Diagonal.MASKED), random.from(Parameters.takeOver(start)))
                    .parameters();
            for (int j = 0; j < layout.targets(); j++) {
                assertEquals(0.0, b.get(j * q + j));
            }
        }
    }

    @Test
    public void solve_ofStackedLayout_returnsFiniteParametersOfItsSize() {
        ParameterLayout layout = ParameterLayout.dynamicLinear(4, 1, 0.5);
        for (Diagonal diagonal : Diagonal.values()) {
            Parameters b = solve(solver(diagonal), RandomProblem.of(4, layout, 1, 0.05))
                    .parameters();
            assertEquals(32, b.size());
            for (double entry : b.toArray()) {
                assertTrue(Double.isFinite(entry));
            }
        }
    }

    @Test
    public void solve_whenTheLayoutDoesNotMatchTheData_isRefused() {
        RandomProblem five = RandomProblem.of(5, 5, 1, 0.1);
        RandomProblem six = RandomProblem.of(5, 6, 1, 0.1);
        LocalSolver solver = solver(Diagonal.MASKED);
        try (DataView view = six.data().open()) {
            assertThrows(IllegalArgumentException.class, () -> solver.solve(five.problem(), view));
        }
    }

    @Test
    public void solve_whenTheLayoutIsNotLinear_isRefused() {
        ParameterLayout hidden = ParameterLayout.of(3, List.of(new ParameterLayout.Block("H", 6, 2, 1)));
        ParameterLayout lagsFirst = ParameterLayout.of(
                3, List.of(new ParameterLayout.Block("A", 3, 0, 1), new ParameterLayout.Block("W", 3, 1, 1)));
        for (ParameterLayout layout : List.of(hidden, lagsFirst)) {
            Parameters zero = Parameters.zeros(18);
            LocalProblem problem = new LocalProblem(layout, zero, zero, zero, 1, 0.1, 1, Centring.NONE);
            try (DataView view = RandomProblem.of(6, 6, 1, 0.1).data().open()) {
                LocalSolver solver = solver(Diagonal.MASKED);
                assertThrows(IllegalArgumentException.class, () -> solver.solve(problem, view));
            }
        }
    }

    @Test
    public void solve_whenTheViewIsClosed_isRefusedEvenIfTheDataWasSeenBefore() {
        RandomProblem random = RandomProblem.of(7, 5, 1, 0.1);
        LocalSolver solver = solver(Diagonal.MASKED);
        solve(solver, random);
        DataView closed = random.data().open();
        closed.close();
        assertThrows(IllegalStateException.class, () -> solver.solve(random.problem(), closed));
    }
}
