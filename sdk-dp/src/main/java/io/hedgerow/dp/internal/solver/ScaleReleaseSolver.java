// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.solver;

import io.hedgerow.core.data.DataView;
import io.hedgerow.core.model.ParameterBlock;
import io.hedgerow.core.model.ParameterLayout;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.solver.LocalProblem;
import io.hedgerow.core.solver.LocalSolution;
import io.hedgerow.dp.mechanism.DiscreteNoise;
import io.hedgerow.dp.mechanism.NoiseSource;
import io.hedgerow.dp.solver.PlannedSolver;
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
public final class ScaleReleaseSolver implements PlannedSolver {

    private final GramOptions options;
    private final double[] centre;
    private final ScaleSum sum;
    private final NoiseSource noise;

    /**
     * A solver for one site of one study.
     *
     * @param options d, n, adjacency, range, centre and μ; the centre must be known
     */
    public ScaleReleaseSolver(GramOptions options) {
        this(options, DiscreteNoise.secure());
    }

    ScaleReleaseSolver(GramOptions options, NoiseSource noise) {
        if (!(options.centre() instanceof GramCentre.Known known)) {
            throw new IllegalArgumentException("a scale release by itself needs a known centre, was a private mean");
        }
        this.options = options;
        this.noise = noise;
        this.centre = known.values().stream().mapToDouble(Double::doubleValue).toArray();
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

    /** {@inheritDoc} Another one when sites share the noise, so that a site's policy must allow it by name. */
    @Override
    public String id() {
        return options.noiseSites() > 1 ? "dp-scale-shared-noise" : "dp-scale";
    }

    @Override
    public int sitesInSum() {
        return options.noiseSites();
    }

    @Override
    public boolean protectsPersons() {
        return options.byPerson();
    }

    @Override
    public Adjacency adjacency() {
        return options.adjacency();
    }

    @Override
    public MechanismEvent plan(Task task) {
        return sum.event();
    }

    @Override
    public List<MechanismEvent> roundPlan(int rounds) {
        if (rounds != 1) {
            throw new IllegalArgumentException("rounds must be 1, was " + rounds);
        }
        return List.of(sum.event());
    }

    /**
     * {@inheritDoc}
     *
     * @throws IllegalArgumentException when the problem asks for the site's own mean to be subtracted, or has another
     *     layout
     * @throws io.hedgerow.core.data.DataException when the records cannot be read or are not as many as declared
     */
    @Override
    public LocalSolution solve(LocalProblem problem, DataView view) {
        GramReleaseSolver.requireUncentred(problem);
        int d = options.variables();
        if (problem.layout().size() != d || view.schema().size() != d) {
            throw new IllegalArgumentException("data and layout must have the planned " + d + " variables, have "
                    + view.schema().size() + " and " + problem.layout().size());
        }
        double[] released = GramReleaseSolver.released(view, options, sum, centre, new double[d], noise);
        return new LocalSolution(Parameters.takeOver(released), 1, true);
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
