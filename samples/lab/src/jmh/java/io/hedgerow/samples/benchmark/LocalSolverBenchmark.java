// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.benchmark;

import io.hedgerow.core.internal.solver.ClosedFormSolver;
import io.hedgerow.core.internal.solver.CoordinateDescentSolver;
import io.hedgerow.core.internal.solver.ProximalGreedySolver;
import io.hedgerow.core.model.Diagonal;
import io.hedgerow.core.solver.LocalProblem;
import io.hedgerow.core.solver.LocalSolution;
import io.hedgerow.core.solver.LocalSolver;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * How long does a site compute in a round in the middle of a run, with at most d greedy steps, compared with exact
 * solvers?
 *
 * <p>{@code java -jar samples/lab/target/bench/benchmarks.jar LocalSolverBenchmark}
 *
 * <p>The solvers do not compute the same: the greedy one stops early, coordinate descent reaches the optimum with the
 * ℓ1 term and the closed form the one without.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class LocalSolverBenchmark {

    /** Number of variables. */
    @Param({"20", "100", "200"})
    public int variables;

    /** Rounds before the one that is measured. */
    private static final int ROUNDS = 20;

    private ShortRun run = new ShortRun(2);
    private LocalSolver greedy = new ClosedFormSolver(Diagonal.FREE);
    private LocalSolver exact = greedy;
    private LocalSolver closedForm = greedy;
    private LocalProblem problem = run.localProblem();

    /** Runs the rounds before. */
    @Setup
    public void start() {
        run = new ShortRun(variables);
        run.rounds(ROUNDS);
        problem = run.localProblem();
        greedy = new ProximalGreedySolver(new ProximalGreedySolver.Options(variables, 1e-9, 1, Diagonal.MASKED));
        exact = new CoordinateDescentSolver(new CoordinateDescentSolver.Options(1e-6, 100_000, Diagonal.MASKED));
        closedForm = new ClosedFormSolver(Diagonal.FREE);
    }

    /**
     * The question.
     *
     * @return B after at most d steps
     */
    @Benchmark
    public LocalSolution greedy() {
        return greedy.solve(problem, run.view(0));
    }

    /**
     * The alternative it is compared with: the same problem to 1e-6.
     *
     * @return B
     */
    @Benchmark
    public LocalSolution coordinateDescent() {
        return exact.solve(problem, run.view(0));
    }

    /**
     * The solver of Fed-BNSL.
     *
     * @return B
     */
    @Benchmark
    public LocalSolution closedForm() {
        return closedForm.solve(problem, run.view(0));
    }
}
