// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.reproduce.rows;

import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.samples.learn.sites.NamedSite;

/**
 * Measures how often clipping changes a gradient: the share of entries x_ki r_kj, i ≠ j, over all rows k of all sites,
 * whose size is above the bound c_i = κ√M_i. The residuals r = x − Wᵀx are those of the true network, where a method
 * that works ends; before, at W = 0, they are larger and more is clipped.
 */
final class ClippedShare {

    private ClippedShare() {}

    /** Counts, at the clip C of 002 §5.3, so that κ = C / √(Σ_i M_i), and ρ2 of M_i = S_ii + ρ2. */
    static double of(RowsData data, double clipping, double rho2) {
        WeightMatrix truth = data.truth();
        int d = truth.variables();
        double factor = clipping / Math.sqrt(PrivateMethodRun.curvature(data, rho2));
        long[] counts = new long[2];
        for (NamedSite site : data.sites().all()) {
            double[] bounds = new double[d];
            double[] moments = PrivateMethodRun.moments(site, d);
            for (int i = 0; i < d; i++) {
                bounds[i] = factor * Math.sqrt(moments[i] + rho2);
            }
            double[] residual = new double[d];
            site.rows().forEachRow(row -> {
                for (int j = 0; j < d; j++) {
                    residual[j] = row[j];
                    for (int i = 0; i < d; i++) {
                        residual[j] -= truth.get(i, j) * row[i];
                    }
                }
                for (int i = 0; i < d; i++) {
                    for (int j = 0; j < d; j++) {
                        counts[0] += i != j && Math.abs(row[i] * residual[j]) > bounds[i] ? 1 : 0;
                        counts[1] += i != j ? 1 : 0;
                    }
                }
            });
        }
        return (double) counts[0] / counts[1];
    }
}
