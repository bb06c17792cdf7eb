// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.solver;

import io.hedgerow.core.data.DataView;
import io.hedgerow.core.model.ParameterBlock;
import io.hedgerow.core.model.ParameterLayout;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.solver.LocalProblem;
import io.hedgerow.dp.mechanism.DiscreteNoise;
import io.hedgerow.dp.mechanism.NoiseSource;
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
public final class DynamicReleaseSolver extends PlannedRelease {

    private final LaggedOptions lagged;
    private final LaggedSum sum;

    /**
     * A solver for one site of one study.
     *
     * @param options what is released, and at what cost
     */
    public DynamicReleaseSolver(LaggedOptions options) {
        this(options, DiscreteNoise.secure());
    }

    DynamicReleaseSolver(LaggedOptions options, NoiseSource noise) {
        super(
                "dp-dynamic-gram",
                options.options(),
                noise,
                options.columns(),
                layout(options).size());
        this.lagged = options;
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

    @Override
    List<MechanismEvent> costs() {
        return List.of(sum.event());
    }

    @Override
    Parameters answer(int round, LocalProblem problem, DataView view) {
        return Parameters.takeOver(released(view, sum, lagged.centre(), new double[0]));
    }
}
