// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.benchmark;

import io.hedgerow.core.internal.acyclicity.DenseTraceExponential;
import io.hedgerow.core.internal.acyclicity.TraceExponential;
import io.hedgerow.core.internal.solver.AugmentedLagrangianSolver;
import io.hedgerow.core.solver.GlobalProblem;
import io.hedgerow.core.solver.GlobalSolution;
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
 * How long does the coordinator compute in a round in the middle of a run, compared with the same solver on the dense
 * matrix exponential?
 *
 * <p>{@code java -jar samples/lab/target/bench/benchmarks.jar CoordinatorStepBenchmark}
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class CoordinatorStepBenchmark {

    /** Number of variables. */
    @Param({"20", "100", "200"})
    public int variables;

    /** Rounds before the one that is measured. */
    private static final int ROUNDS = 20;

    private final AugmentedLagrangianSolver sparse = new AugmentedLagrangianSolver(new TraceExponential());
    private final AugmentedLagrangianSolver dense = new AugmentedLagrangianSolver(new DenseTraceExponential());
    private GlobalProblem problem = new ShortRun(2).nextGlobalProblem();

    /** Runs the rounds before. */
    @Setup
    public void start() {
        ShortRun run = new ShortRun(variables);
        run.rounds(ROUNDS);
        problem = run.nextGlobalProblem();
    }

    /**
     * The question.
     *
     * @return W
     */
    @Benchmark
    public GlobalSolution traceExponential() {
        return sparse.solve(problem);
    }

    /**
     * The alternative it is compared with.
     *
     * @return W
     */
    @Benchmark
    public GlobalSolution denseTraceExponential() {
        return dense.solve(problem);
    }
}
