// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.benchmark;

import io.hedgerow.core.protocol.encoding.ChangeCodec;
import io.hedgerow.core.protocol.encoding.Payload;
import io.hedgerow.core.protocol.encoding.SparseChange;
import io.hedgerow.core.study.CommunicationPolicy;
import java.util.Random;
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
 * How long does it take to write and read a sparse change in steps of the resolution, compared with doubles?
 *
 * <p>{@code java -jar samples/lab/target/bench/benchmarks.jar ChangeCodecBenchmark}
 *
 * <p>d changes in a vector of d² entries: what a site sends after at most d greedy steps.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class ChangeCodecBenchmark {

    /** Number of variables. */
    @Param({"20", "200"})
    public int variables;

    private ChangeCodec fixed = new ChangeCodec(1, CommunicationPolicy.exact());
    private ChangeCodec doubles = fixed;
    private SparseChange change = SparseChange.of(new int[0], new double[0]);
    private Payload fixedBytes = fixed.encode(change);
    private Payload doubleBytes = fixedBytes;

    /** Draws the change. */
    @Setup
    public void draw() {
        int size = variables * variables;
        CommunicationPolicy economical = CommunicationPolicy.economical(0.3);
        Random random = new Random(1); // the same input in every run, and nothing to keep secret
        int[] index = random.ints(0, size).distinct().limit(variables).sorted().toArray();
        double[] value =
                random.doubles(variables, -0.5, 0.5).map(economical::round).toArray();
        change = SparseChange.of(index, value);
        fixed = new ChangeCodec(size, economical);
        doubles = new ChangeCodec(size, CommunicationPolicy.exact());
        fixedBytes = fixed.encode(change);
        doubleBytes = doubles.encode(change);
    }

    /**
     * The question, writing.
     *
     * @return bytes
     */
    @Benchmark
    public Payload encodeFixed() {
        return fixed.encode(change);
    }

    /**
     * The alternative it is compared with.
     *
     * @return bytes
     */
    @Benchmark
    public Payload encodeDoubles() {
        return doubles.encode(change);
    }

    /**
     * The question, reading.
     *
     * @return the change
     */
    @Benchmark
    public SparseChange decodeFixed() {
        return fixed.decode(fixedBytes);
    }

    /**
     * The alternative it is compared with.
     *
     * @return the change
     */
    @Benchmark
    public SparseChange decodeDoubles() {
        return doubles.decode(doubleBytes);
    }
}
