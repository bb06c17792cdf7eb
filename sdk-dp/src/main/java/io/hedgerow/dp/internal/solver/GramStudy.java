// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.solver;

import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.federation.Aggregator;
import io.hedgerow.core.federation.CoordinatorChannel;
import io.hedgerow.core.federation.Journal;
import io.hedgerow.core.internal.federation.SumCoordinator;
import io.hedgerow.core.internal.solver.MomentRelease;
import io.hedgerow.core.model.ParameterLayout;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.protocol.CoordinatorRecord;
import io.hedgerow.core.protocol.RoundPolicy;
import io.hedgerow.core.protocol.Study;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * A study that releases second moments once, privately: what sites and coordinator agree on, and the coordinator's
 * part. Each site joins with a {@link GramReleaseSolver}. It is one study of a few rounds, so that a ledger charges the
 * composition of all its Gaussian calls and not the sum of their ε.
 *
 * <p>All sites must answer all rounds. What the coordinator computes is post-processing: free, and repeatable with
 * {@link PrivateGramSearch}. Immutable and thread-safe.
 */
public final class GramStudy {

    private final Study study;
    private final GramOptions options;
    private final long totalRows;

    /**
     * Agrees on a release.
     *
     * @param sites P
     * @param options what the sites release; their n and μ may differ, but then σ does not describe the sum
     * @param totalRows number of units of all sites, rows or persons, public; with zero-out the sum of the public
     *     constants
     * @param deadline how long the coordinator waits for a round's answers
     */
    public GramStudy(
            String name, VariableSchema schema, int sites, GramOptions options, long totalRows, Duration deadline) {
        if (schema.size() != options.variables()) {
            throw new IllegalArgumentException(
                    "schema must have " + options.variables() + " variables, has " + schema.size());
        }
        if (totalRows < 1) {
            throw new IllegalArgumentException("totalRows must be at least 1, was " + totalRows);
        }
        this.study = MomentRelease.study(
                name,
                schema,
                GramReleaseSolver.layout(options.variables()),
                options.rounds(),
                sites,
                new RoundPolicy(sites, deadline, RoundPolicy.Convergence.never()));
        this.options = options;
        this.totalRows = totalRows;
    }

    /** What was agreed: the study, for the sites' sessions. */
    public Study study() {
        return study;
    }

    /**
     * Runs the rounds.
     *
     * @param aggregator sums protected updates
     * @param nanoTime a clock that never goes back, in nanoseconds
     * @return the mean of what was released, with the noise that the sites added, each its own or its share; empty when
     *     a site did not answer
     * @throws InterruptedException when the waiting thread is interrupted
     */
    public Optional<PrivateGram> run(CoordinatorChannel channel, Aggregator aggregator, LongSupplier nanoTime)
            throws InterruptedException {
        return run(channel, aggregator, nanoTime, Journal.none());
    }

    /**
     * Runs the rounds, or goes on with them after a restart.
     *
     * @param aggregator sums protected updates
     * @param nanoTime a clock that never goes back, in nanoseconds
     * @param journal of this study, or empty
     * @return as above
     * @throws InterruptedException when the waiting thread is interrupted
     */
    public Optional<PrivateGram> run(
            CoordinatorChannel channel,
            Aggregator aggregator,
            LongSupplier nanoTime,
            Journal<CoordinatorRecord> journal)
            throws InterruptedException {
        AnnouncedUnits units = new AnnouncedUnits(
                options, options.steps(), totalRows, options.ownUnits() ? own -> own : AnnouncedUnits::roots);
        Parameters[] last = {Parameters.zeros(study.layout().size())};
        return new SumCoordinator(study, channel, aggregator, nanoTime, journal)
                .run(options.rounds(), (round, total) -> {
                    last[0] = units.after(round, total, last[0], study.layout());
                    return last[0];
                })
                .map(release -> gram(release.aggregate().sum(), last[0]));
    }

    private PrivateGram gram(Parameters sum, Parameters announced) {
        int d = options.variables();
        ParameterLayout layout = study.layout();
        double[] units = new double[d];
        double[] matrix = new double[d * d];
        for (int i = 0; i < d; i++) {
            units[i] = announced.get(i * layout.sliceLength() + 1);
            for (int j = 0; j < d; j++) {
                matrix[i * d + j] = sum.get(GramReleaseSolver.index(d, i, j)) / totalRows;
            }
        }
        double sigma = GramReleaseSolver.sigma(options) * Math.sqrt(study.sites()) / totalRows;
        double trace = trace(matrix, sigma);
        for (int k = 0; k < matrix.length; k++) {
            matrix[k] /= trace;
        }
        double[] second = units.clone();
        for (int j = 0; j < d; j++) {
            // units are roots of deviations, or deviations themselves
            second[j] = options.ownUnits() ? 1 : units[j] * units[j];
        }
        double ofMeans = GramReleaseSolver.sigmaOfMean(options, (double) totalRows / study.sites());
        double noise = ErrorOfMeans.of(ofMeans, study.sites()).removeFrom(matrix, sigma / trace, second);
        return PrivateGram.ofDirections(d, matrix, noise, units, totalRows);
    }

    /**
     * What the matrix must be divided by to have trace 1, as a mean of directions has: a person's sum of norm 1 has a
     * trace of 1 or more, and with zero-out the public constant is not the number of units. 1 where that cannot be told
     * from noise.
     */
    private double trace(double[] matrix, double sigma) {
        int d = options.variables();
        double trace = 0;
        for (int j = 0; j < d; j++) {
            trace += matrix[j * (d + 1)];
        }
        boolean one = options.adjacency() == Adjacency.REPLACE_ONE && !options.byPerson();
        return one || !(trace > sigma * Math.sqrt(d)) ? 1 : trace;
    }

    @Override
    public String toString() {
        return "GramStudy[" + study.name() + ", rounds=" + options.rounds() + ", phases="
                + Arrays.toString(
                        options.steps().stream().map(GramOptions.Step::phase).toArray())
                + "]";
    }
}
