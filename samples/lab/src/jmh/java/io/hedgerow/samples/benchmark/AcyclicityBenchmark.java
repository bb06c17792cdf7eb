// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.benchmark;

import io.hedgerow.core.internal.acyclicity.AcyclicityConstraint;
import io.hedgerow.core.internal.acyclicity.DenseTraceExponential;
import io.hedgerow.core.internal.acyclicity.EdgePattern;
import io.hedgerow.core.internal.acyclicity.TraceExponential;
import io.hedgerow.core.model.AcyclicityForm;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
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
 * How long does one evaluation of an acyclicity function and its gradient take on a sparse graph with cycles, compared
 * with the dense matrix exponential?
 *
 * <p>{@code java -jar samples/lab/target/bench/benchmarks.jar AcyclicityBenchmark}
 *
 * <p>2.2 d random edges: about what a consensus has late in a run, most of them in one strongly connected component.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class AcyclicityBenchmark {

    /** Number of variables. */
    @Param({"20", "50", "200", "1000"})
    public int variables;

    private AcyclicityConstraint.Evaluator[] evaluators = new AcyclicityConstraint.Evaluator[0];
    private double[] squared = new double[0];
    private double[] gradient = new double[0];

    /** Draws the graph. */
    @Setup
    public void draw() {
        Random random = new Random(1); // the same input in every run, and nothing to keep secret
        Set<Integer> cells = new LinkedHashSet<>();
        while (cells.size() < variables * 22 / 10) {
            int cell = random.nextInt(variables * variables);
            if (cell / variables != cell % variables) {
                cells.add(cell);
            }
        }
        int[] from = cells.stream().mapToInt(cell -> cell / variables).toArray();
        int[] to = cells.stream().mapToInt(cell -> cell % variables).toArray();
        EdgePattern pattern = EdgePattern.of(variables, from, to);
        // Small enough for the logarithm of the determinant to exist.
        squared = random.doubles(from.length, 0, 0.2).toArray();
        gradient = new double[from.length];
        evaluators = List.of(
                        new TraceExponential(),
                        new DenseTraceExponential(),
                        AcyclicityConstraint.of(AcyclicityForm.LOG_DETERMINANT))
                .stream()
                .map(constraint -> constraint.on(pattern))
                .toArray(AcyclicityConstraint.Evaluator[]::new);
    }

    /**
     * The question: by components, sparse or dense as is cheaper.
     *
     * @return h
     */
    @Benchmark
    public double traceExponential() {
        return evaluators[0].evaluate(squared, gradient);
    }

    /**
     * The alternative it is compared with.
     *
     * @return h
     */
    @Benchmark
    public double denseTraceExponential() {
        return evaluators[1].evaluate(squared, gradient);
    }

    /**
     * Another function with the same zeros.
     *
     * @return h
     */
    @Benchmark
    public double logDeterminant() {
        return evaluators[2].evaluate(squared, gradient);
    }
}
