// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.denoise;

import io.hedgerow.core.internal.search.regression.MomentMatrix;
import java.util.Arrays;
import java.util.stream.IntStream;

/** Covariances of pairs behind noise as those of a distribution. Post-processing: costs no budget. */
public final class RaisedMoments {

    /** Eigenvalues of correlations are raised to it. */
    private static final double FLOOR = 0.02;

    private RaisedMoments() {}

    /** The same covariances, [r, r], with correlations that are positive definite. */
    public static double[] of(double[] covariance) {
        double[] deviations = deviations(covariance);
        int r = deviations.length;
        double[] raised = NormalisationCorrection.ofMoments(r, MomentMatrix.correlation(r, covariance))
                .raised(FLOOR);
        Arrays.setAll(raised, k -> raised[k] * deviations[k / r] * deviations[k % r]);
        return raised;
    }

    /** The deviation of each column: [r]. */
    public static double[] deviations(double[] covariance) {
        int r = (int) Math.round(Math.sqrt(covariance.length));
        return IntStream.range(0, r)
                .mapToDouble(a -> Math.sqrt(covariance[a * (r + 1)]))
                .toArray();
    }
}
