// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.release.moments;

import io.hedgerow.core.model.ParameterBlock;
import io.hedgerow.core.model.ParameterLayout;
import io.hedgerow.dp.internal.denoise.PrivateGram;
import io.hedgerow.dp.internal.release.GramOptions;
import io.hedgerow.dp.internal.release.scale.GramMeanSum;
import io.hedgerow.dp.internal.release.scale.ScaledRelease;
import io.hedgerow.dp.mechanism.DiscreteNoise;
import io.hedgerow.dp.mechanism.NoiseSource;
import java.util.List;

/**
 * Every round is differentially private towards everyone who sees its sum: a site's part in one private release of
 * second moments, from which the coordinator learns a network without further cost.
 *
 * <p>Symbols: d variables, n declared units, x a row; a units: [d], as the coordinator last announced them; c centre:
 * [d], public, or the site's own private mean as it released it, m.
 *
 * <pre>
 * scale:     Σ clamp((ln (x_j − c_j)² − middle) / half, −1, 1) + noise             for every j
 * mean:      m = m' + (aR / n) (Σ (z / aR) · min(1, R / ‖z / a‖) + noise), z = x − m', R = √(2d)
 *                                    only with a private mean: twice, first with m' = 0, then with the rough one as m'
 * products:  Σ u uᵀ + noise, u = y / ‖y‖, y_j = (x_j − c_j) / a_j                    the last round
 * </pre>
 *
 * <p>A release of covariances with Gaussian noise is that of Dwork et al. (2014), there of rows clipped to a norm; here
 * all rows are brought to norm 1, which spends none of the sensitivity on room for long rows and is undone by
 * {@link PrivateGram}. Layout: m; a; then the products.
 *
 * <p>Of a person with several rows, scale and mean rounds take the mean over the rows, and the last round the sum of
 * the rows' products clipped to Frobenius norm 1.
 *
 * <p><b>Private</b> for the unit and under the adjacency of the options, at the Gaussian events of {@link #roundPlan};
 * together one of μ. What the coordinator announces decides about accuracy, not about privacy. Proof notes:
 * {@code docs/privacy-proofs/scale-release.md} and {@code noisy-gram.md} beside it. Not thread-safe. A round costs
 * O(n·d²).
 */
public final class GramReleaseSolver extends ScaledRelease {

    private final int d;

    public GramReleaseSolver(GramOptions options) {
        this(options, DiscreteNoise.secure());
    }

    public GramReleaseSolver(GramOptions options, NoiseSource noise) {
        super(
                "dp-gram",
                options,
                options.steps(),
                multiplier -> products(options, multiplier),
                noise,
                options.variables(),
                layout(options.variables()));
        this.d = options.variables();
    }

    private static GramSum products(GramOptions options, double multiplier) {
        return new GramSum(
                options.variables(),
                options.rows(),
                options.adjacency(),
                options.zeroRowVanishes(),
                0,
                multiplier,
                options.noiseSites(),
                options.byPerson());
    }

    /** Standard deviation of one site's noise on a diagonal product. */
    static double sigma(GramOptions options) {
        GramOptions.Step last = options.steps().get(options.rounds() - 1);
        return products(options, options.noiseMultiplier(last)).sigma();
    }

    /** Standard deviation of a site's noise on its mean, of n rows, in the deviations by which it was taken. */
    static double sigmaOfMean(GramOptions options, double rows) {
        return options.steps().stream()
                .filter(step -> step.phase() == GramOptions.Phase.MEAN)
                .mapToDouble(step -> new GramMeanSum(options, options.noiseMultiplier(step), false).sigma())
                .map(sigma -> GramMeanSum.radius(options.variables()) * sigma / rows)
                .findFirst()
                .orElse(0);
    }

    /** A layout without edges, q = ⌊d/2⌋ + 3. */
    public static ParameterLayout layout(int variables) {
        return ParameterLayout.of(
                variables,
                List.of(
                        new ParameterBlock("centre", 1, 0, 0),
                        new ParameterBlock("unit", 1, 0, 0),
                        new ParameterBlock("products", variables / 2 + 1, 0, 0)));
    }

    /** Flat index of the product of two variables: the slice of j holds x_j x_{(j + s) mod d} for s = 0 … ⌊d/2⌋. */
    static int index(int variables, int i, int j) {
        int low = Math.min(i, j);
        int high = Math.max(i, j);
        int s = high - low;
        boolean near = s <= variables / 2;
        return (near ? low : high) * (variables / 2 + 3) + 2 + (near ? s : variables - s);
    }

    @Override
    public void place(double[] products, double[] flat) {
        int at = 0;
        for (int i = 0; i < d; i++) {
            for (int j = i; j < d; j++) {
                flat[index(d, i, j)] = products[at++];
            }
        }
    }
}
