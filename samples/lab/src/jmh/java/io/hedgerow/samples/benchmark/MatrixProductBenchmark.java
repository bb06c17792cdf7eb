// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.benchmark;

import io.hedgerow.core.internal.linalg.MatrixProduct;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
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
 * How long does the product of two square matrices take, compared with EJML's?
 *
 * <p>{@code java -jar samples/lab/target/bench/benchmarks.jar MatrixProductBenchmark}
 *
 * <p>The kernel is internal to sdk-core. Benchmarks are outside the default build and of the rule that says so, because
 * a kernel's speed cannot be measured through its callers.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class MatrixProductBenchmark {

    /** Rows and columns. */
    @Param({"50", "200", "500"})
    public int size;

    private final MatrixProduct kernel = new MatrixProduct();
    private double[] a = new double[0];
    private double[] b = new double[0];
    private double[] c = new double[0];
    private DMatrixRMaj ejmlA = new DMatrixRMaj();
    private DMatrixRMaj ejmlB = new DMatrixRMaj();
    private DMatrixRMaj ejmlC = new DMatrixRMaj();

    /** Fills the factors with numbers that are no patterns of bits. */
    @Setup
    public void fill() {
        a = new double[size * size];
        b = new double[size * size];
        c = new double[size * size];
        Arrays.setAll(a, k -> Math.sin(k));
        Arrays.setAll(b, k -> Math.cos(k));
        ejmlA = DMatrixRMaj.wrap(size, size, a);
        ejmlB = DMatrixRMaj.wrap(size, size, b);
        ejmlC = new DMatrixRMaj(size, size);
    }

    /**
     * The question.
     *
     * @return A B
     */
    @Benchmark
    public double[] hedgerow() {
        Arrays.fill(c, 0);
        kernel.add(size, size, size, a, b, c);
        return c;
    }

    /**
     * The alternative it is compared with.
     *
     * @return A B
     */
    @Benchmark
    public DMatrixRMaj ejml() {
        return CommonOps_DDRM.mult(ejmlA, ejmlB, ejmlC);
    }
}
