// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.solver;

import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.federation.Aggregator;
import io.hedgerow.core.federation.CoordinatorChannel;
import io.hedgerow.core.federation.Journal;
import io.hedgerow.core.internal.feature.FeatureLayout;
import io.hedgerow.core.internal.federation.SumCoordinator;
import io.hedgerow.core.internal.solver.MomentRelease;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.protocol.CoordinatorRecord;
import io.hedgerow.core.protocol.RoundPolicy;
import io.hedgerow.core.protocol.Study;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A study that releases scales, histograms and moments of curves once each, privately: what sites and coordinator agree
 * on, and the coordinator's part. Each site joins with a {@link FeatureReleaseSolver}; all must answer all rounds. What
 * the coordinator computes is post-processing: free, and repeatable with {@link ReleasedCurves}. Immutable and
 * thread-safe.
 */
public final class FeatureStudy {

    private final Study study;
    private final FeatureOptions options;
    private final FeatureLayout layout;
    private final long totalRows;

    /**
     * Agrees on a release.
     *
     * @param sites P
     * @param options what the sites release; their n may differ
     * @param totalRows number of units of all sites, public; with zero-out the sum of the public constants
     * @param deadline how long the coordinator waits for a round's answers
     */
    public FeatureStudy(
            String name, VariableSchema schema, int sites, FeatureOptions options, long totalRows, Duration deadline) {
        if (schema.size() != options.options().variables()) {
            throw new IllegalArgumentException(
                    "schema must have " + options.options().variables() + " variables, has " + schema.size());
        }
        if (totalRows < 1) {
            throw new IllegalArgumentException("totalRows must be at least 1, was " + totalRows);
        }
        this.options = options;
        this.layout = options.layout();
        this.totalRows = totalRows;
        this.study = MomentRelease.study(
                name,
                schema,
                layout.layout(),
                FeatureOptions.ROUNDS,
                sites,
                new RoundPolicy(sites, deadline, RoundPolicy.Convergence.never()));
    }

    /** What was agreed: the study, for the sites' sessions. */
    public Study study() {
        return study;
    }

    /** Where the part begins that each round fills, and where the last one ends. */
    public List<Integer> parts() {
        return List.of(options.start(0), options.start(1), options.start(2), options.end());
    }

    /**
     * Runs the rounds, or goes on with them after a restart.
     *
     * @param aggregator sums protected updates
     * @param journal of this study, or empty
     * @return what was released; empty when a site did not answer
     * @throws InterruptedException when the waiting thread is interrupted
     */
    public Optional<NoisyFeatures> run(
            CoordinatorChannel channel, Aggregator aggregator, Journal<CoordinatorRecord> journal)
            throws InterruptedException {
        return new SumCoordinator(study, channel, aggregator, System::nanoTime, journal)
                .converse(FeatureOptions.ROUNDS, (scales, more) -> {
                    Parameters asked = layout.tellScales(totalRows, options.centre(), units(scales.sum()));
                    Parameters histograms = more.after(asked).sum();
                    NoisyMarginals marginals = new NoisyMarginals(options, study.sites());
                    Parameters told = layout.tellMarginals(asked, marginals.of(asked, histograms));
                    return NoisyFeatures.of(
                            options, layout.map(told), more.after(told).sum(), study.sites(), totalRows);
                });
    }

    private double[] units(Parameters scales) {
        return ScaleReleaseSolver.deviations(options.options(), scales, totalRows);
    }
}
