// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.release.series;

import io.hedgerow.core.internal.text.BudgetRange;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.dp.internal.release.NoisySum;
import io.hedgerow.dp.internal.release.ReleaseOptions;
import io.hedgerow.dp.mechanism.GaussianMechanism;
import io.hedgerow.dp.mechanism.NoiseSource;
import io.hedgerow.dp.mechanism.Sensitivity;
import java.util.Arrays;
import java.util.List;

/**
 * Sums S and C_1 … C_p over realisations, each bounded by {@link LaggedProducts}, with Gaussian noise of σ on the
 * diagonal of S, σ/√2 beside it and σ/√w_l on every entry of C_l.
 *
 * <p>A realisation that is replaced moves (S, √w_1 C_1, …) by at most Δ = √2 r² steps² in Frobenius norm; the upper
 * triangle of S and all entries of C_l are released, so in units of the noise by Δ/σ = μ. Proof note:
 * {@code docs/privacy-proofs/noisy-series.md}.
 */
public final class LaggedSum extends NoisySum {

    private static final int COARSEST = 10;
    private static final double LARGEST_SIGMA = 0x1p40;

    private final int d;
    private final int lags;
    private final LaggedProducts products;
    private final double step;

    LaggedSum(UserSeriesDesign lagged, double multiplier) {
        this(lagged, multiplier, bits(multiplier));
    }

    private LaggedSum(UserSeriesDesign lagged, double multiplier, int bits) {
        super(
                mechanism(lagged.options(), multiplier, bits),
                lagged.options().variables(),
                lagged.columns() * lagged.options().variables(),
                Math.scalb(1.0, -2 * bits));
        ReleaseOptions options = lagged.options();
        this.d = options.variables();
        this.lags = lagged.lags();
        this.step = Math.scalb(1.0, -bits);
        fit(options.rows(), Adjacency.REPLACE_ONE, 1L << (2 * bits), options.noiseSites());
        this.products = new LaggedProducts(lagged, bits);
        if (!(sigma(sums.length - 1) <= LARGEST_SIGMA)) {
            throw BudgetRange.tooSmall("noiseMultiplier was " + multiplier + ", which makes the noise of " + lags
                    + " lags " + sigma(sums.length - 1) + " steps, and must make it at most 2^40");
        }
    }

    private static int bits(double multiplier) {
        return Math.max(COARSEST, Math.min(LaggedProducts.FINEST, (34 - Math.getExponent(multiplier)) / 2));
    }

    private static GaussianMechanism mechanism(ReleaseOptions options, double multiplier, int bits) {
        Sensitivity bound = Sensitivity.ofOuterProducts(Adjacency.REPLACE_ONE, 1L << bits);
        return new GaussianMechanism(bound, multiplier, options.noiseSites());
    }

    @Override
    public MechanismEvent event() {
        // η is that of σ² over the variance: d of 1 and d(d−1)/2 of 2 in S, d² of w_l in C_l, and Σ w_l = p
        return mechanism.event(1, (lags + 1) * d * d);
    }

    @Override
    public void add(double[] row) {
        throw new IllegalStateException("moments of series are of realisations, one row was added");
    }

    @Override
    public void addUser(List<double[]> rows) {
        products.addTo(sums, rows.toArray(new double[0][]), centre, units);
    }

    @Override
    public double[] sigmas() {
        double[] sigmas = new double[(lags + 1) * d * d - d * (d - 1) / 2];
        int next = 0;
        for (int at = 0; at < sums.length; at++) {
            if (isReleased(at)) {
                sigmas[next++] = sigma(at);
            }
        }
        return sigmas;
    }

    /** Whether an entry is released: of S the upper triangle, of C_l everything. */
    private boolean isReleased(int at) {
        return at >= d * d || at % d >= at / d;
    }

    private double sigma(int at) {
        int l = at / (d * d);
        if (at == (at / d) * (d + 1) && l == 0) {
            return mechanism.drawnSigma();
        }
        double weight = l == 0 ? 2 : UserSeriesDesign.weight(lags, l);
        // the weight, a root and a quotient, each correctly rounded: three steps up cover them
        return Math.nextUp(Math.nextUp(Math.nextUp(mechanism.drawnSigma() / Math.sqrt(weight))));
    }

    /** Returns the layout of {@link LaggedProducts}; 0 below the diagonal of S. */
    @Override
    public double[] finish(NoiseSource noise) {
        double[] result = new double[sums.length];
        for (int at = 0; at < sums.length; at++) {
            if (isReleased(at)) {
                result[at] = Math.addExact(sums[at], noise.gaussian(sigma(at))) * step * step;
            }
        }
        Arrays.fill(sums, 0);
        return result;
    }
}
