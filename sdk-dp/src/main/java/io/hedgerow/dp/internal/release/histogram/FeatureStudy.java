// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.release.histogram;

import io.hedgerow.core.internal.feature.FeatureLayout;
import io.hedgerow.core.internal.federation.coordinator.SumCoordinator;
import io.hedgerow.core.method.Agreement;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.dp.internal.denoise.network.ReleasedCurves;
import io.hedgerow.dp.internal.release.ReleaseStudy;
import io.hedgerow.dp.internal.release.scale.ScaleSum;
import java.util.List;
import java.util.Optional;

/**
 * A study that releases scales, histograms and moments of curves. Each site joins with a {@link FeatureReleaseSolver};
 * {@link ReleasedCurves} searches what was released. Immutable and thread-safe.
 */
public final class FeatureStudy extends ReleaseStudy<NoisyFeatures> {

    private final FeatureOptions options;
    private final FeatureLayout layout;

    /**
     * Agrees on a release; the sites' n may differ. {@code totalRows} are units of all sites, public; with zero-out the
     * sum of the public constants.
     */
    public FeatureStudy(Agreement agreement, FeatureOptions options, long totalRows) {
        super(
                agreement,
                agreement.schema(),
                options.options().variables(),
                options.layout().layout(),
                FeatureOptions.ROUNDS,
                totalRows);
        this.options = options;
        this.layout = options.layout();
    }

    /** Where the part begins that each round fills, and where the last one ends. */
    public List<Integer> parts() {
        return List.of(options.start(0), options.start(1), options.start(2), options.end());
    }

    @Override
    public Optional<NoisyFeatures> converse(SumCoordinator coordinator) throws InterruptedException {
        return coordinator.converse(FeatureOptions.ROUNDS, (scales, more) -> {
            Parameters asked = layout.tellScales(units(), options.centre(), units(scales.sum()));
            Parameters histograms = more.after(asked).sum();
            NoisyMarginals marginals = new NoisyMarginals(options, study().sites());
            Parameters told = layout.tellMarginals(asked, marginals.of(asked, histograms));
            return NoisyFeatures.of(options, layout.map(told), more.after(told).sum(), study().sites(), units());
        });
    }

    private double[] units(Parameters scales) {
        return ScaleSum.deviations(options.options(), scales, units());
    }
}
