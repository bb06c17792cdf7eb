// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.solver;

import io.hedgerow.core.data.DataView;
import io.hedgerow.core.internal.feature.FeatureLayout;
import io.hedgerow.core.internal.feature.FeatureMap;
import io.hedgerow.core.internal.feature.Marginal;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.solver.LocalProblem;
import io.hedgerow.core.solver.LocalSolution;
import io.hedgerow.dp.mechanism.DiscreteNoise;
import io.hedgerow.dp.mechanism.NoiseSource;
import io.hedgerow.dp.solver.PlannedSolver;
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
 * scale:      as {@link ScaleReleaseSolver}
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
public final class FeatureReleaseSolver implements PlannedSolver {

    private final FeatureOptions features;
    private final NoiseSource noise;
    private final FeatureLayout layout;
    private final ScaleSum scales;
    private final HistogramSum histograms;
    private int planned = -1;

    /**
     * A solver for one site of one study.
     *
     * @param options what is released, and at what cost
     */
    public FeatureReleaseSolver(FeatureOptions options) {
        this(options, DiscreteNoise.secure());
    }

    FeatureReleaseSolver(FeatureOptions features, NoiseSource noise) {
        GramOptions options = features.options();
        this.features = features;
        this.noise = noise;
        this.layout = features.layout();
        boolean vanishes = options.adjacency() == Adjacency.ZERO_OUT && ((GramCentre.Known) options.centre()).isZero();
        this.scales = new ScaleSum(options, options.noiseMultiplier(FeatureOptions.SCALE_SHARE), vanishes);
        this.histograms = new HistogramSum(options, options.noiseMultiplier(FeatureOptions.HISTOGRAM_SHARE));
    }

    /** {@inheritDoc} Another one when sites share the noise, so that a site's policy must allow it by name. */
    @Override
    public String id() {
        return features.options().noiseSites() > 1 ? "dp-feature-gram-shared-noise" : "dp-feature-gram";
    }

    @Override
    public int sitesInSum() {
        return features.options().noiseSites();
    }

    @Override
    public boolean protectsPersons() {
        return features.options().byPerson();
    }

    @Override
    public Adjacency adjacency() {
        return features.options().adjacency();
    }

    @Override
    public MechanismEvent plan(Task task) {
        planned = -1;
        int round = task.round();
        if (round < 0 || round >= FeatureOptions.ROUNDS) {
            throw new IllegalArgumentException("this release has " + FeatureOptions.ROUNDS
                    + " rounds, was asked for round " + round + ", counted from 0");
        }
        planned = round;
        return roundPlan(FeatureOptions.ROUNDS).get(round);
    }

    @Override
    public List<MechanismEvent> roundPlan(int rounds) {
        if (rounds != FeatureOptions.ROUNDS) {
            throw new IllegalArgumentException("rounds must be " + FeatureOptions.ROUNDS + ", was " + rounds);
        }
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

    /**
     * {@inheritDoc}
     *
     * @throws IllegalArgumentException when the problem asks for the site's own mean to be subtracted, or the layout or
     *     what was announced is not that of this release
     * @throws io.hedgerow.core.data.DataException when the records cannot be read or are not as many as declared
     * @throws IllegalStateException when nothing was planned since the last call
     */
    @Override
    public LocalSolution solve(LocalProblem problem, DataView view) {
        int round = planned;
        planned = -1;
        if (round < 0) {
            throw new IllegalStateException("plan must be called before each solve, was not");
        }
        GramReleaseSolver.requireUncentred(problem);
        int d = features.options().variables();
        if (view.schema().size() != d || problem.layout().size() != layout.size()) {
            throw new IllegalArgumentException("data and layout must have the planned " + d + " variables and "
                    + layout.size() + " places, have " + view.schema().size() + " and "
                    + problem.layout().size());
        }
        Parameters told = problem.consensus();
        double[] flat = problem.previous().toArray(); // what was released before stays: an update has only what is new
        double[] released =
                switch (round) {
                    case 0 -> released(view, scales, new double[d]);
                    case 1 -> released(view, histograms, units(told));
                    default -> released(view, new FeatureGramSum(features, layout.map(told)), new double[d]);
                };
        System.arraycopy(released, 0, flat, features.start(round), released.length);
        return new LocalSolution(Parameters.takeOver(flat), 1, true);
    }

    private double[] units(Parameters told) {
        double[] units = new double[features.options().variables()];
        Arrays.setAll(units, j -> layout.unit(told, j));
        return units;
    }

    private double[] released(DataView view, GramPhase phase, double[] units) {
        return GramReleaseSolver.released(view, features.options(), phase, features.centre(), units, noise);
    }
}
