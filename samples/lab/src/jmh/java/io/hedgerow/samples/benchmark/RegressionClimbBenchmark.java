// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.benchmark;

import io.hedgerow.core.data.Centring;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.catalogue.SortAndRegress;
import io.hedgerow.core.internal.random.SearchRandom;
import io.hedgerow.core.internal.search.graph.EdgeKnowledge;
import io.hedgerow.core.internal.search.graph.ParentSets;
import io.hedgerow.core.internal.search.posterior.GraphSearch;
import io.hedgerow.core.internal.search.regression.MomentMatrix;
import io.hedgerow.core.internal.search.score.EqualVarianceScore;
import io.hedgerow.core.internal.search.score.RegressionScores;
import java.util.List;
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
 * <p>{@code java -jar samples/lab/target/bench/benchmarks.jar RegressionClimbBenchmark}
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class RegressionClimbBenchmark {

    private static final int MOST_PARENTS = 8;

    /** Number of variables. */
    @Param({"50", "200"})
    public int variables;

    private double[] moments = new double[0];
    private long rows = 1;
    private double unit = 1;

    /** Pools the moments of eight sites. */
    @Setup
    public void pool() {
        var pooled = new ShortRun(variables).pooled();
        rows = pooled.rows();
        moments = pooled.secondMoment(Centring.LOCAL_MEAN);
        unit = MomentMatrix.smallestVariance(variables, moments);
    }

    private GraphSearch<RegressionScores> search() {
        EqualVarianceScore score =
                EqualVarianceScore.of(unit * EqualVarianceScore.DEFAULT_TAU, unit * EqualVarianceScore.DEFAULT_FLOOR);
        return GraphSearch.of(
                EdgeKnowledge.none(variables),
                new RegressionScores(variables, moments, score, MOST_PARENTS, unit),
                new SearchRandom(1));
    }

    /**
     * The question.
     *
     * @return the graph of one climb
     */
    @Benchmark
    public ParentSets once() {
        ParentSets empty = new ParentSets(variables, MOST_PARENTS);
        return search().draft(empty, List.of(empty));
    }

    /**
     * The question with restarts.
     *
     * @return the best graph
     */
    @Benchmark
    public ParentSets thorough() {
        return search().search(List.of(new ParentSets(variables, MOST_PARENTS)));
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
