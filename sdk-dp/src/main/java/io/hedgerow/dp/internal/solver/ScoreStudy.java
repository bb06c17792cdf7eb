// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.solver;

import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.federation.Aggregator;
import io.hedgerow.core.federation.CoordinatorChannel;
import io.hedgerow.core.federation.Journal;
import io.hedgerow.core.internal.federation.SumCoordinator;
import io.hedgerow.core.internal.solver.MomentRelease;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.protocol.CoordinatorRecord;
import io.hedgerow.core.protocol.RoundPolicy;
import io.hedgerow.core.protocol.Study;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * A study that releases second moments of normal scores once, privately: what sites and coordinator agree on, and the
 * coordinator's part. Each site joins with a {@link ScoreReleaseSolver}; all must answer both rounds. What the
 * coordinator computes is post-processing: free. Immutable and thread-safe.
 */
public final class ScoreStudy {

    private final Study study;
    private final ScoreOptions options;
    private final long totalRows;

    /**
     * Agrees on a release.
     *
     * @param sites P
     * @param options what the sites release; their n may differ
     * @param totalRows number of units of all sites, public
     * @param deadline how long the coordinator waits for a round's answers
     */
    public ScoreStudy(
            String name, VariableSchema schema, int sites, ScoreOptions options, long totalRows, Duration deadline) {
        if (schema.size() != options.options().variables()) {
            throw new IllegalArgumentException(
                    "schema must have " + options.options().variables() + " variables, has " + schema.size());
        }
        if (totalRows < 1) {
            throw new IllegalArgumentException("totalRows must be at least 1, was " + totalRows);
        }
        this.options = options;
        this.totalRows = totalRows;
        this.study = MomentRelease.study(
                name,
                schema,
                options.layout(),
                ScoreOptions.ROUNDS,
                sites,
                new RoundPolicy(sites, deadline, RoundPolicy.Convergence.never()));
    }

    /** What was agreed: the study, for the sites' sessions. */
    public Study study() {
        return study;
    }

    /**
     * What was released.
     *
     * @param gram of the normal variables behind the columns
     * @param sigma noise of a diagonal entry
     * @param lost names of variables whose values share a cell
     */
    public record Outcome(PrivateGram gram, double sigma, List<String> lost) {
        public Outcome {
            lost = List.copyOf(lost);
        }
    }

    /**
     * Runs the rounds, or goes on with them after a restart.
     *
     * @param aggregator sums protected updates
     * @param journal of this study, or empty
     * @return what was released; empty when a site did not answer
     * @throws InterruptedException when the waiting thread is interrupted
     */
    public Optional<Outcome> run(CoordinatorChannel channel, Aggregator aggregator, Journal<CoordinatorRecord> journal)
            throws InterruptedException {
        return new SumCoordinator(study, channel, aggregator, System::nanoTime, journal)
                .converse(ScoreOptions.ROUNDS, (histograms, more) -> {
                    double noises = Math.sqrt(study.sites());
                    NoisyScores scores = new NoisyScores(
                            options.released(0, histograms.sum()),
                            options.histograms().sigma() * noises);
                    double[] told = scores.told();
                    double[] products = options.released(
                            1,
                            more.after(Parameters.copyOf(
                                            Arrays.copyOf(told, study.layout().size())))
                                    .sum());
                    double sigma = new ScoreGramSum(options, told).sigma() * noises / totalRows;
                    NoisyScores.Released released = scores.released(
                            Arrays.stream(products).map(sum -> sum / totalRows).toArray(), sigma, totalRows);
                    return new Outcome(
                            released.gram(),
                            released.sigma(),
                            scores.lost().stream()
                                    .map(study.schema().names()::get)
                                    .toList());
                });
    }
}
