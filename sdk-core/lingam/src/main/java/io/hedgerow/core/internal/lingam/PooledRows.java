// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.lingam;

import io.hedgerow.core.internal.lingam.contrast.Contrasts;
import io.hedgerow.core.internal.search.regression.MomentMatrix;
import io.hedgerow.core.internal.search.sums.WithinSites;

/**
 * The coordinator's moments of all rows, and its access to the sites. Where correlations differ between sites, a row is
 * worth 1 / φ, see {@link WithinSites#disagreement}. Covariances are about the sites' own means, with divisor n:
 * standardised by them, rows have a mean square of exactly 1.
 */
public final class PooledRows {

    private final int variables;
    private final double[] covariance;
    private final double worth;
    private final Contrasts contrasts;

    private PooledRows(int variables, double[] covariance, double worth, Contrasts contrasts) {
        this.variables = variables;
        this.covariance = covariance;
        this.worth = worth;
        this.contrasts = contrasts;
    }

    public static PooledRows of(WithinSites moments, Contrasts contrasts) {
        int d = moments.variables();
        double[] covariance = moments.covariance();
        double factor = (double) (moments.rows() - moments.sites()) / moments.rows();
        for (int k = 0; k < covariance.length; k++) {
            covariance[k] *= factor;
        }
        MomentMatrix.smallestVariance(d, covariance);
        double worth = moments.rows() / Math.max(1, moments.disagreement().orElse(1));
        return new PooledRows(d, covariance, worth, contrasts);
    }

    /** S: [d, d], divisor n; not a copy. */
    public double[] covariance() {
        return covariance;
    }

    double worth() {
        return worth;
    }

    Contrasts contrasts() {
        return contrasts;
    }

    public NoiseFamilies scores() {
        return new NoiseFamilies(variables, covariance, worth, contrasts);
    }
}
