// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.release.series;

import io.hedgerow.core.model.ParameterBlock;
import io.hedgerow.core.model.ParameterLayout;
import io.hedgerow.dp.internal.release.scale.ScaleSum;
import io.hedgerow.dp.internal.release.scale.ScaledRelease;
import io.hedgerow.dp.mechanism.DiscreteNoise;
import io.hedgerow.dp.mechanism.NoiseSource;
import java.util.List;

/**
 * A site's part in one private release of the moments of series, from which the coordinator learns a dynamic network
 * x_t = x_t W + Σ_{i = 1..p} x_{t−i} A_i + u_t without further cost.
 *
 * <p>Symbols: d variables, p lags, M declared realisations; a units: [d], as the coordinator last announced them, 1
 * where they are known; c centre: [d], public. Where scales are not known, first rounds release them as
 * {@link ScaleSum} says, of a realisation the mean over its rows. The last round releases Σ S and Σ C_l of (x − c) / a
 * over realisations, in units of R, as {@link LaggedSum} says. A person is a realisation: all rows of a person are one
 * series, in the order in which {@link SeriesOfPersons} gives them, and of each row only x_t is read.
 *
 * <p><b>Private</b> for persons under replace-one adjacency at the Gaussian events of {@link #roundPlan}, together one
 * of μ, whatever the rows are, however many a person has and in which order they come. Proof note:
 * {@code docs/privacy-proofs/noisy-series.md}. Not thread-safe. O(rows · p d²).
 */
public final class DynamicReleaseSolver extends ScaledRelease {

    private final int d;

    public DynamicReleaseSolver(LaggedOptions options) {
        this(options, DiscreteNoise.secure());
    }

    public DynamicReleaseSolver(LaggedOptions options, NoiseSource noise) {
        super(
                "dp-dynamic-gram",
                options.options(),
                options.steps(),
                options::sum,
                noise,
                options.columns(),
                layout(options));
        this.d = options.options().variables();
    }

    /**
     * [(p + 1) d, d + 2] without edges: after the places of mean and unit, the slice l d + i holds C_l[i, ·], that of i
     * S[i, j] for j ≥ i.
     */
    public static ParameterLayout layout(LaggedOptions options) {
        return ParameterLayout.of(
                options.columns(),
                List.of(
                        new ParameterBlock("centre", 1, 0, 0),
                        new ParameterBlock("unit", 1, 0, 0),
                        new ParameterBlock("products", options.options().variables(), 0, 0)));
    }

    /** Flat index of C_l[i, j], or S[i, j]. */
    static int index(int variables, int lag, int i, int j) {
        return (lag * variables + i) * (variables + 2) + 2 + j;
    }

    @Override
    public void place(double[] products, double[] flat) {
        for (int at = 0; at < products.length; at++) {
            flat[index(d, at / (d * d), at / d % d, at % d)] = products[at];
        }
    }
}
