// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.benchmark;

import io.hedgerow.core.graph.WeightMatrix;
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
 * How long does it take to drop the weak edges of a dense graph, compared with only copying its weights?
 *
 * <p>{@code java -jar samples/lab/target/bench/benchmarks.jar ThresholdBenchmark}
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class ThresholdBenchmark {

    /** Number of variables. */
    @Param({"50", "200", "1000"})
    public int variables;

    private WeightMatrix graph = WeightMatrix.empty(1);

    /** Fills every entry off the diagonal; half of them lie below the threshold, in no order. */
    @Setup
    public void fill() {
        double[] entries = new double[variables * variables];
        for (int i = 0; i < variables; i++) {
            for (int j = 0; j < variables; j++) {
                // 7919 is prime to 1000, so the weights walk through 0.000 ... 0.999.
                entries[i * variables + j] = i == j ? 0 : (((long) i * variables + j) * 7919 % 1000) / 1000.0;
            }
        }
        graph = WeightMatrix.ofRows(variables, entries);
    }

    /**
     * The question.
     *
     * @return the graph without its weak edges
     */
    @Benchmark
    public WeightMatrix threshold() {
        return graph.threshold(0.5);
    }

    /**
     * The alternative it is compared with.
     *
     * @return a copy of the weights
     */
    @Benchmark
    public double[] copyOnly() {
        return graph.toRows();
    }
}
