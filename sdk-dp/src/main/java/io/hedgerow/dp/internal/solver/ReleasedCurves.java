package io.hedgerow.dp.internal.solver;

import io.hedgerow.core.internal.feature.FeatureFinding;
import io.hedgerow.core.internal.feature.FeatureLearner;
import io.hedgerow.core.internal.feature.FeaturePrior;
import io.hedgerow.core.internal.search.EdgeKnowledge;
import io.hedgerow.core.search.Misfit;
import io.hedgerow.core.search.Trust;
import java.util.EnumSet;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * The network of curves of moments that were released with noise, and what to believe of it.
 *
 * <p>Symbols: G, σ as in {@link NoisyFeatures}; s = σ / √2 the noise beside the diagonal; m columns of a variable.
 * Eigenvalues of G are raised to {@value #FLOOR}; then 3 s √(2m) is added to the diagonal of all columns that are
 * regressors; then as many rows count as the noise leaves,
 *
 * <pre>1 / n_eff = 1 / n + s² / median w²</pre>
 *
 * <p>An edge costs 20 times ln n_eff / 2: what bends remain beside the columns is no edge.
 *
 * <p>Post-processing: costs no budget.
 */
public final class ReleasedCurves {

    private static final double FLOOR = 0.02;
    private static final double RIDGE = 3;
    private static final FeaturePrior PRIOR = new FeaturePrior(false, true, 20, 0);
    private static final double LEAST_ROWS = 10;
    private static final long SEED = 1;
    private static final double BURIED = 0.5;

    private final NoisyFeatures features;
    private final GramSpectrum spectrum;
    private final int size;
    private final double beside;

    /**
     * Of a release.
     *
     * @param features what was released
     */
    public ReleasedCurves(NoisyFeatures features) {
        this.features = features;
        this.size = features.map().size();
        this.beside = features.sigma() / Math.sqrt(2);
        this.spectrum = GramSpectrum.ofMoments(size, features.covariance());
    }

    /**
     * Searches.
     *
     * @param knowledge of edges
     * @return the network
     */
    public FeatureLearner.Found search(EdgeKnowledge knowledge) {
        return FeatureFinding.search(
                features.with(regularised()),
                knowledge,
                rows(),
                PRIOR,
                SEED,
                fit -> new Trust(
                        fit.assumption(),
                        fit.margin(),
                        Math.round(features.rows()),
                        rows(),
                        OptionalDouble.empty(),
                        OptionalDouble.empty(),
                        OptionalDouble.empty(),
                        OptionalDouble.empty(),
                        fit.varianceRatio(),
                        0,
                        0,
                        flags()));
    }

    double[] regularised() {
        double[] raised = spectrum.raised(FLOOR);
        double ridge = RIDGE * beside * Math.sqrt(2.0 * FeatureOptions.WIDTH);
        for (int a = 0; a < size; a++) {
            raised[a * (size + 1)] += a % FeatureOptions.WIDTH == 0 ? 0 : ridge;
        }
        return raised;
    }

    /** n_eff. */
    double rows() {
        double middle = FeatureOptions.WIDTH / 2.0;
        double median = (1 / middle + 1 / (middle + 1)) / 2;
        return Math.max(LEAST_ROWS, 1 / (1 / features.rows() + beside * beside / median));
    }

    private Set<Misfit> flags() {
        return EnumSet.noneOf(Misfit.class);
    }
}
