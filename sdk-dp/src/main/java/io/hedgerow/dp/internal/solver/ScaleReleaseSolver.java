// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.solver;

import io.hedgerow.core.data.DataView;
import io.hedgerow.core.model.ParameterBlock;
import io.hedgerow.core.model.ParameterLayout;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.solver.LocalProblem;
import io.hedgerow.dp.mechanism.DiscreteNoise;
import io.hedgerow.dp.mechanism.NoiseSource;
import java.util.List;

/**
 * A differentially private release of the scale of every variable, summed over sites: Σ clamp((ln (x_j − c_j)² −
 * middle) / half, −1, 1) plus Gaussian noise, [d]. Logarithms need no bound in the units of each variable, only a range
 * of orders of magnitude, and a cell that is far off moves them little. The first round of {@link GramReleaseSolver},
 * by itself.
 *
 * <p>The standard deviation follows from the mean as if the variable were normal, corrected for clipping. For other
 * shapes it is off by a factor, which does no harm where scales only balance noise.
 *
 * <p><b>Private</b> for the unit and under the adjacency of the options, at one Gaussian event of their μ. Proof note:
 * {@code docs/privacy-proofs/scale-release.md}. Not thread-safe. Costs O(n·d).
 */
public final class ScaleReleaseSolver extends PlannedRelease {

    private final double[] centre;
    private final ScaleSum sum;

    /**
     * A solver for one site of one study.
     *
     * @param options d, n, adjacency, range, centre and μ; the centre must be known
     */
    public ScaleReleaseSolver(GramOptions options) {
        this(options, DiscreteNoise.secure());
    }

    ScaleReleaseSolver(GramOptions options, NoiseSource noise) {
        super("dp-scale", options, noise, options.variables(), options.variables());
        GramCentre.Known known = options.requireKnownCentre("a release of scales alone");
        this.centre = known.vector();
        boolean vanishes = options.adjacency() == Adjacency.ZERO_OUT && known.isZero();
        this.sum = new ScaleSum(options, Math.nextUp(1 / options.mu()), vanishes);
    }

    /**
     * One number per variable.
     *
     * @param variables d
     * @return a layout without edges, q = 1
     */
    public static ParameterLayout layout(int variables) {
        return ParameterLayout.of(variables, List.of(new ParameterBlock("scale", 1, 0, 0)));
    }

    @Override
    List<MechanismEvent> costs() {
        return List.of(sum.event());
    }

    @Override
    Parameters answer(int round, LocalProblem problem, DataView view) {
        return Parameters.takeOver(released(view, sum, centre, new double[centre.length]));
    }

    /**
     * Standard deviations that a sum over sites tells.
     *
     * @param options of the sites
     * @param total Σ over sites of what they released
     * @param rows of all sites
     * @return [d], within the range of the options
     */
    public static double[] deviations(GramOptions options, Parameters total, long rows) {
        double[] deviations = new double[options.variables()];
        for (int j = 0; j < deviations.length; j++) {
            deviations[j] = ScaleSum.deviation(options, total.get(j) / rows);
        }
        return deviations;
    }
}
