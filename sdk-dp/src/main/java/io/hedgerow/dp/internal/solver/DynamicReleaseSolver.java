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
 * A site's part in one private release of the moments of series, from which the coordinator learns a dynamic network
 * x_t = x_t W + Σ_{i = 1..p} x_{t−i} A_i + u_t without further cost.
 *
 * <p>Symbols: d variables, p lags, M declared realisations. Released are Σ S and Σ C_l over realisations, in units of
 * R, as {@link LaggedSum} says. A person is a realisation: all rows of a person are one series, in the order in which
 * {@link SeriesOfPersons} gives them, and of each row only x_t is read.
 *
 * <p><b>Private</b> for persons under replace-one adjacency at one Gaussian event of μ, whatever the rows are, however
 * many a person has and in which order they come. Proof note: {@code docs/privacy-proofs/noisy-series.md}. Not
 * thread-safe. O(rows · p d²).
 */
public final class DynamicReleaseSolver implements PlannedSolver {

    private final LaggedOptions lagged;
    private final NoiseSource noise;
    private final LaggedSum sum;
    private boolean planned;

    /**
     * A solver for one site of one study.
     *
     * @param options what is released, and at what cost
     */
    public DynamicReleaseSolver(LaggedOptions options) {
        this(options, DiscreteNoise.secure());
    }

    DynamicReleaseSolver(LaggedOptions options, NoiseSource noise) {
        this.lagged = options;
        this.noise = noise;
        this.sum = options.sum();
    }

    /**
     * Where everything is.
     *
     * @param options what is released
     * @return [(p + 1) d, d] without edges: the slice l d + i holds C_l[i, ·], that of i S[i, j] for j ≥ i
     */
    public static ParameterLayout layout(LaggedOptions options) {
        ParameterBlock products =
                new ParameterBlock("products", options.options().variables(), 0, 0);
        return ParameterLayout.of(options.columns(), List.of(products));
    }

    /** {@inheritDoc} Another one when sites share the noise, so that a site's policy must allow it by name. */
    @Override
    public String id() {
        return lagged.options().noiseSites() > 1 ? "dp-dynamic-gram-shared-noise" : "dp-dynamic-gram";
    }

    @Override
    public int sitesInSum() {
        return lagged.options().noiseSites();
    }

    @Override
    public boolean protectsPersons() {
        return true; // the options refuse single rows
    }

    @Override
    public Adjacency adjacency() {
        return lagged.options().adjacency();
    }

    @Override
    public MechanismEvent plan(Task task) {
        planned = false;
        if (task.round() != 0) {
            throw new IllegalArgumentException(
                    "this release has 1 round, was asked for round " + task.round() + ", counted from 0");
        }
        planned = true;
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
     * @throws IllegalArgumentException when the problem asks for the site's own mean to be subtracted, or the layout is
     *     not that of this release
     * @throws io.hedgerow.core.data.DataException when the records cannot be read or are not of as many persons as
     *     declared
     * @throws IllegalStateException when nothing was planned since the last call
     */
    @Override
    public LocalSolution solve(LocalProblem problem, DataView view) {
        if (!planned) {
            throw new IllegalStateException("plan must be called before each solve, was not");
        }
        planned = false;
        GramReleaseSolver.requireUncentred(problem);
        int q = lagged.columns();
        if (view.schema().size() != q
                || problem.layout().size() != layout(lagged).size()) {
            throw new IllegalArgumentException("data and layout must have the planned " + q + " columns, have "
                    + view.schema().size() + " and " + problem.layout().targets());
        }
        double[] released =
                GramReleaseSolver.released(view, lagged.options(), sum, lagged.centre(), new double[0], noise);
        return new LocalSolution(Parameters.takeOver(released), 1, true);
    }
}
