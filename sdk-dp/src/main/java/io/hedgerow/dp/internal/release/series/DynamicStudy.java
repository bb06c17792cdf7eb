// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.release.series;

import io.hedgerow.core.design.TimeSlices;
import io.hedgerow.core.internal.federation.coordinator.SumCoordinator;
import io.hedgerow.core.method.Agreement;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.dp.internal.denoise.network.ReleasedDynamics;
import io.hedgerow.dp.internal.release.GramOptions;
import io.hedgerow.dp.internal.release.ReleaseStudy;
import io.hedgerow.dp.internal.release.scale.AnnouncedUnits;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A study that releases the moments of series. Each site joins with a {@link DynamicReleaseSolver};
 * {@link ReleasedDynamics} searches what was released. Immutable and thread-safe.
 */
public final class DynamicStudy extends ReleaseStudy<SeriesMoments> {

    private final LaggedOptions options;
    private final OptionalLong length;

    /**
     * Agrees on a release of M realisations, all of T rows where that is known; public. The sites' M may differ, and T
     * must be above the lags.
     */
    public DynamicStudy(
            Agreement agreement, TimeSlices slices, LaggedOptions options, long realisations, OptionalLong length) {
        super(
                agreement,
                slices.stacked(),
                options.columns(),
                DynamicReleaseSolver.layout(options),
                options.rounds(),
                realisations);
        if (slices.size() != options.options().variables() || slices.lags() != options.lags()) {
            throw new IllegalArgumentException("columns must be of "
                    + options.options().variables() + " variables and " + options.lags() + " lags, were of "
                    + slices.size() + " and " + slices.lags());
        }
        if (length.isPresent() && length.getAsLong() <= options.lags()) {
            throw new IllegalArgumentException(
                    "length must be above the number of lags, " + options.lags() + ", was " + length.getAsLong());
        }
        this.options = options;
        this.length = length;
    }

    /** T, where all realisations have as many rows. */
    public OptionalLong length() {
        return length;
    }

    @Override
    public Optional<SeriesMoments> converse(SumCoordinator coordinator) throws InterruptedException {
        GramOptions found = options.options();
        return new AnnouncedUnits(
                        found, options.steps(), units(), found.ownUnits() ? own -> own : AnnouncedUnits::common)
                .announced(
                        coordinator,
                        study().layout(),
                        (sum, announced) ->
                                SeriesMoments.of(options, sum, units(announced), study().sites(), units(), length));
    }

    private double[] units(Parameters announced) {
        double[] units = new double[options.options().variables()];
        Arrays.setAll(
                units,
                j -> options.findsScales() ? announced.get(j * study().layout().sliceLength() + 1) : 1);
        return units;
    }
}
