// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.solver;

import io.hedgerow.core.design.TimeSlices;
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
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A study that releases the moments of series once, privately: what sites and coordinator agree on, and the
 * coordinator's part. It is one study of one or a few rounds. Each site joins with a {@link DynamicReleaseSolver}; all
 * must answer. What the coordinator computes is post-processing: free, and repeatable with {@link ReleasedDynamics}.
 * Immutable and thread-safe.
 */
public final class DynamicStudy {

    private final Study study;
    private final LaggedOptions options;
    private final long realisations;
    private final OptionalLong length;

    /**
     * Agrees on a release.
     *
     * @param slices variables and lags
     * @param sites P
     * @param options what the sites release; their M may differ
     * @param realisations M of all sites
     * @param length T, when all realisations have as many rows; public
     * @param deadline how long the coordinator waits
     * @throws IllegalArgumentException when T is not above the lags
     */
    public DynamicStudy(
            String name,
            TimeSlices slices,
            int sites,
            LaggedOptions options,
            long realisations,
            OptionalLong length,
            Duration deadline) {
        if (slices.size() != options.options().variables() || slices.lags() != options.lags()) {
            throw new IllegalArgumentException("columns must be of "
                    + options.options().variables() + " variables and " + options.lags() + " lags, were of "
                    + slices.size() + " and " + slices.lags());
        }
        if (length.isPresent() && length.getAsLong() <= options.lags()) {
            throw new IllegalArgumentException(
                    "length must be above the number of lags, " + options.lags() + ", was " + length.getAsLong());
        }
        this.study = MomentRelease.study(
                name,
                slices.stacked(),
                DynamicReleaseSolver.layout(options),
                options.rounds(),
                sites,
                new RoundPolicy(sites, deadline, RoundPolicy.Convergence.never()));
        this.options = options;
        this.realisations = realisations;
        this.length = length;
    }

    /** What was agreed: the study, for the sites' sessions. */
    public Study study() {
        return study;
    }

    /** T, where all realisations have as many rows. */
    public OptionalLong length() {
        return length;
    }

    /**
     * Runs the rounds, or goes on with them after a restart.
     *
     * @param aggregator sums protected updates
     * @param journal of this study, or empty
     * @return what was released; empty when a site did not answer
     * @throws InterruptedException when the waiting thread is interrupted
     */
    public Optional<SeriesMoments> run(
            CoordinatorChannel channel, Aggregator aggregator, Journal<CoordinatorRecord> journal)
            throws InterruptedException {
        GramOptions found = options.options();
        AnnouncedUnits units = new AnnouncedUnits(
                found, options.steps(), realisations, found.ownUnits() ? own -> own : AnnouncedUnits::common);
        Parameters[] last = {Parameters.zeros(study.layout().size())};
        return new SumCoordinator(study, channel, aggregator, System::nanoTime, journal)
                .run(options.rounds(), (round, total) -> {
                    last[0] = units.after(round, total, last[0], study.layout());
                    return last[0];
                })
                .map(release -> SeriesMoments.of(
                        options, release.aggregate().sum(), units(last[0]), study.sites(), realisations, length));
    }

    private double[] units(Parameters announced) {
        double[] units = new double[options.options().variables()];
        Arrays.setAll(
                units,
                j -> options.findsScales() ? announced.get(j * study.layout().sliceLength() + 1) : 1);
        return units;
    }
}
