// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.benchmark;

import io.hedgerow.core.data.Centring;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.catalogue.SortAndRegress;
import io.hedgerow.core.internal.search.climb.HillClimbing;
import io.hedgerow.core.internal.search.climb.HillClimbing.SearchResult;
import io.hedgerow.core.internal.search.regression.MomentMatrix;
import io.hedgerow.core.internal.search.score.EqualVarianceScore;
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
 * How long does one climb take on pooled moments, and a search with restarts, compared with sorting by variance and
 * regressing?
 *
 * <p>{@code java -jar samples/lab/target/bench/benchmarks.jar HillClimbingBenchmark}
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class HillClimbingBenchmark {

    /** Number of variables. */
    @Param({"50", "200"})
    public int variables;

    private double[] moments = new double[0];
    private long rows = 1;
    private EqualVarianceScore score = EqualVarianceScore.of(1, 0);

    /** Pools the moments of eight sites. */
    @Setup
    public void pool() {
        var pooled = new ShortRun(variables).pooled();
        rows = pooled.rows();
        moments = pooled.secondMoment(Centring.LOCAL_MEAN);
        double unit = MomentMatrix.smallestVariance(variables, moments);
        score = EqualVarianceScore.of(unit * EqualVarianceScore.DEFAULT_TAU, unit * EqualVarianceScore.DEFAULT_FLOOR);
    }

    /**
     * The question.
     *
     * @return the graph of one climb
     */
    @Benchmark
    public SearchResult once() {
        return HillClimbing.once().search(variables, moments, score);
    }

    /**
     * The question with a second start and 20 restarts.
     *
     * @return the best graph
     */
    @Benchmark
    public SearchResult thorough() {
        return HillClimbing.once().withSecondStart().withRestarts(20, 1).search(variables, moments, score);
    }

    /**
     * The alternative it is compared with.
     *
     * @return the baseline's graph
     */
    @Benchmark
    public WeightMatrix sortAndRegress() {
        return SortAndRegress.learn(SortAndRegress.Order.VARIANCE, variables, moments, rows);
    }
}
