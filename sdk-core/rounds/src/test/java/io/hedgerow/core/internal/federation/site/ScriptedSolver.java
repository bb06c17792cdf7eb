// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.federation.site;

import io.hedgerow.core.data.DataView;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.solver.LocalProblem;
import io.hedgerow.core.solver.LocalSolution;
import io.hedgerow.core.solver.LocalSolver;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.SplittableRandom;

/** A local solver that ignores data and returns random sparse parameters; it keeps the problems it was given. */
public final class ScriptedSolver implements LocalSolver {

    final List<LocalProblem> problems = new ArrayList<>();
    final List<Parameters> solutions = new ArrayList<>();
    private final SplittableRandom random;
    private final MechanismEvent event;
    private boolean reads;
    private OptionalLong units = OptionalLong.empty();

    public ScriptedSolver(long seed) {
        this(seed, new MechanismEvent.NonPrivate("scripted"));
    }

    ScriptedSolver(long seed, MechanismEvent event) {
        this.random = new SplittableRandom(seed);
        this.event = event;
    }

    /** From now on it reads all rows, which tells whether data was opened. */
    ScriptedSolver reading() {
        reads = true;
        return this;
    }

    /** From now on it declares a number of units that is public. */
    ScriptedSolver declaring(long publicUnits) {
        units = OptionalLong.of(publicUnits);
        return this;
    }

    @Override
    public OptionalLong publicUnits() {
        return units;
    }

    @Override
    public String id() {
        return "scripted";
    }

    @Override
    public MechanismEvent plan(Task task) {
        return event;
    }

    @Override
    public LocalSolution solve(LocalProblem problem, DataView view) {
        if (reads) {
            view.forEachRow(row -> {});
        }
        // the problem's vectors are valid during the call only
        problems.add(new LocalProblem(
                problem.layout(),
                Parameters.takeOver(problem.consensus().toArray()),
                Parameters.takeOver(problem.dual().toArray()),
                problem.previous(),
                problem.rho2(),
                problem.lambda(),
                problem.lossWeight(),
                problem.centring()));
        double[] values = new double[problem.layout().size()];
        for (int k = 0; k < values.length; k++) {
            values[k] = random.nextInt(3) == 0 ? random.nextDouble() * 4 - 2 : 0;
        }
        Parameters solution = Parameters.takeOver(values);
        solutions.add(solution);
        return new LocalSolution(solution, 1, true);
    }
}
