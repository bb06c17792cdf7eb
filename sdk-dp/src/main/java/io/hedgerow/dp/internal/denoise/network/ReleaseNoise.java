// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.denoise.network;

import io.hedgerow.core.internal.search.posterior.MomentNoise;
import io.hedgerow.dp.internal.release.series.SeriesMoments;

/**
 * The noise of released moments of series, in which an entry of C_l is as often as columns are l steps apart
 * ({@link SeriesMoments}), so that with the symbols of {@link MomentNoise}
 *
 * <pre>V(u, v) = Σ_e τ_e² (Σ_ab u_a v_b)²,   the inner sum over all places (a, b) of the entry e</pre>
 */
final class ReleaseNoise {

    private ReleaseNoise() {}

    /** The noise of d targets in the present. */
    static MomentNoise of(SeriesMoments moments) {
        int d = moments.variables();
        return new MomentNoise(d, d * (moments.lags() + 1), (u, v) -> variance(moments, u, v));
    }

    private static double variance(SeriesMoments moments, double[] u, double[] v) {
        int q = u.length;
        int d = moments.variables();
        double[] sums = new double[q * d];
        for (int a = 0; a < q; a++) {
            for (int b = 0; u[a] != 0 && b < q; b++) {
                sums[SeriesMoments.entry(d, a, b)] += u[a] * v[b];
            }
        }
        double variance = 0;
        for (int e = 0; e < sums.length; e++) {
            variance += sums[e] == 0 ? 0 : sums[e] * sums[e] * moments.noise(e) * moments.noise(e);
        }
        return variance;
    }
}
