// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.release.histogram;

import io.hedgerow.core.data.DataView;
import io.hedgerow.core.internal.feature.FeatureLayout;
import io.hedgerow.core.internal.feature.moments.FeatureMap;
import io.hedgerow.core.internal.feature.moments.Marginal;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.solver.LocalProblem;
import io.hedgerow.dp.internal.release.GramOptions;
import io.hedgerow.dp.internal.release.PlannedRelease;
import io.hedgerow.dp.internal.release.scale.ScaleSum;
import io.hedgerow.dp.mechanism.DiscreteNoise;
import io.hedgerow.dp.mechanism.NoiseSource;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * A site's part in a private release from which the coordinator learns a network of curves without further cost. Every
 * round is differentially private towards everyone who sees its sum.
 *
 * <p>Symbols: d variables, m columns of each, x a row; c centre: [d], public; a units: [d], and F_j distributions, as
 * the coordinator last announced them.
 *
 * <pre>
 * scale:      Σ clamp((ln (x_j − c_j)² − middle) / half, −1, 1) + noise, as {@link ScaleSum} says
 * histograms: rows in each cell of (x_j − c_j) / a_j, + noise
 * products:   Σ u uᵀ + noise, u = y / max(R, ‖y‖), y = [½, w_k φ_j[k](x)], w_k = 1 / √k
 * </pre>
 *
 * <p>φ are the columns of a {@link FeatureMap} of F_j. Each round fills its part of a {@link FeatureLayout}.
 *
 * <p><b>Private</b> for the unit and under the adjacency of the options, at the Gaussian events of {@link #roundPlan};
 * together one of μ. What the coordinator announces decides about accuracy, not about privacy. Proof notes:
 * {@code docs/privacy-proofs/noisy-features.md} and {@code scale-release.md} beside it. Not thread-safe. O(n (m d)²).
 */
public final class FeatureReleaseSolver extends PlannedRelease {

    private final FeatureOptions features;
    private final FeatureLayout layout;
    private final ScaleSum scales;
    private final HistogramSum histograms;

    public FeatureReleaseSolver(FeatureOptions options) {
        this(options, DiscreteNoise.secure());
    }

    FeatureReleaseSolver(FeatureOptions features, NoiseSource noise) {
        super(
                "dp-feature-gram",
                features.options(),
                noise,
                features.options().variables(),
                features.layout().layout().size());
        GramOptions options = features.options();
        this.features = features;
        this.layout = features.layout();
        this.scales =
                new ScaleSum(options, options.noiseMultiplier(FeatureOptions.SCALE_SHARE), options.zeroRowVanishes());
        this.histograms = new HistogramSum(options, options.noiseMultiplier(FeatureOptions.HISTOGRAM_SHARE));
    }

    @Override
    public List<MechanismEvent> costs() {
        return List.of(
                scales.event(),
                histograms.event(),
                new FeatureGramSum(features, unknown(features.options().variables())).event());
    }

    /** A map of variables of which nothing is known; what a release costs does not depend on it. */
    private static FeatureMap unknown(int variables) {
        double[] counts = new double[Marginal.BINS];
        counts[Marginal.bin(0)] = 1;
        return new FeatureMap(
                Collections.nCopies(variables, Marginal.of(0, 1, counts)), FeatureOptions.WIDTH, new int[0][]);
    }

    @Override
    public Parameters answer(int round, LocalProblem problem, DataView view) {
        Parameters told = problem.consensus();
        double[] centre = features.centre();
        double[] unscaled = new double[features.options().variables()];
        double[] released =
                switch (round) {
                    case 0 -> released(view, scales, centre, unscaled);
                    case 1 -> released(view, histograms, centre, units(told));
                    default -> released(view, new FeatureGramSum(features, layout.map(told)), centre, unscaled);
                };
        double[] flat = problem.previous().toArray();
        System.arraycopy(released, 0, flat, features.start(round), released.length);
        return Parameters.takeOver(flat);
    }

    private double[] units(Parameters told) {
        double[] units = new double[features.options().variables()];
        Arrays.setAll(units, j -> layout.unit(told, j));
        return units;
    }
}
