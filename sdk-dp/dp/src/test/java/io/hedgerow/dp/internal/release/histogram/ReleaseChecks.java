// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.release.histogram;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.Centring;
import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.DataView;
import io.hedgerow.core.model.ParameterLayout;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.protocol.encoding.Payload;
import io.hedgerow.core.solver.LocalProblem;
import io.hedgerow.dp.internal.release.RawRows;
import io.hedgerow.dp.internal.release.ReleaseSolver;
import java.util.List;
import java.util.Set;

/** What every {@link ReleaseSolver} of several rounds keeps. */
public final class ReleaseChecks {

    private ReleaseChecks() {}

    public static Task task(int round) {
        return new Task("s", round, 1, Payload.empty(), Set.of());
    }

    public static LocalProblem problem(ParameterLayout layout, Parameters announced, Centring centring) {
        Parameters zero = Parameters.zeros(layout.size());
        return new LocalProblem(layout, announced, zero, zero, 1, 0, 1, centring);
    }

    /** One Gaussian event a round, and √Σ μ_t² is μ and not above: noise is rounded up by far less than 1e-6. */
    public static void requireTogether(double mu, int rounds, ReleaseSolver solver) {
        double square = 0;
        List<MechanismEvent> plan = solver.roundPlan(rounds);
        for (int round = 0; round < rounds; round++) {
            MechanismEvent.Sequence sequence = (MechanismEvent.Sequence) plan.get(round);
            square += Math.pow(((MechanismEvent.Gaussian) sequence.steps().get(0)).mu(), 2);
            assertEquals(plan.get(round), solver.plan(task(round)));
        }
        assertEquals(mu, Math.sqrt(square), 1e-6);
        assertTrue(Math.sqrt(square) <= mu * (1 + 1e-12));
        assertThrows(IllegalArgumentException.class, () -> solver.roundPlan(rounds - 1));
        assertThrows(IllegalArgumentException.class, () -> solver.roundPlan(rounds + 1));
        assertThrows(IllegalArgumentException.class, () -> solver.plan(task(rounds)));
    }

    /** Of round 0 of a release that declared 100 rows of so many columns: each plan is for one answer. */
    public static void requirePlanCentreAndRows(ReleaseSolver solver, ParameterLayout layout, int columns) {
        Parameters zero = Parameters.zeros(layout.size());
        LocalProblem problem = problem(layout, zero, Centring.NONE);
        LocalProblem ownMean = problem(layout, zero, Centring.LOCAL_MEAN);
        try (DataView view = RawRows.open(RawRows.of(new double[100][columns]));
                DataView fewer = RawRows.open(RawRows.of(new double[99][columns]));
                DataView wider = RawRows.open(RawRows.of(new double[100][columns + 1]))) {
            assertThrows(IllegalStateException.class, () -> solver.solve(problem, view));
            solver.plan(task(0));
            assertThrows(IllegalArgumentException.class, () -> solver.solve(ownMean, view));
            solver.plan(task(0));
            assertThrows(IllegalArgumentException.class, () -> solver.solve(problem, wider));
            solver.plan(task(0));
            assertThrows(DataException.class, () -> solver.solve(problem, fewer));
            solver.plan(task(0));
            solver.solve(problem, view);
            assertThrows(IllegalStateException.class, () -> solver.solve(problem, view), "one plan, one release");
        }
    }
}
