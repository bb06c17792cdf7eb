// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.missing;

import io.hedgerow.core.internal.linalg.SmallCholesky;
import io.hedgerow.core.protocol.encoding.ProtocolException;
import java.util.Arrays;

/**
 * The precisions of covariances that a coordinator announced.
 *
 * @param d columns
 * @param k K = S⁻¹: [d, d]
 * @param logDeterminant ln det S
 */
@SuppressWarnings("ArrayRecordComponent") // of one step
record Precisions(int d, double[] k, double logDeterminant) {

    static Precisions of(int d, double[] s) {
        double[] unit = new double[d];
        double logs = 0;
        for (int j = 0; j < d; j++) {
            unit[j] = Math.sqrt(s[j * (d + 1)]);
            logs += 2 * Math.log(unit[j]);
        }
        double[] factor = new double[d * d];
        Arrays.setAll(factor, at -> s[at] / unit[at / d] / unit[at % d]);
        requireFactor(SmallCholesky.factor(factor, d, CovarianceSteps.PIVOT));
        for (int j = 0; j < d; j++) {
            logs += 2 * Math.log(factor[j * (d + 1)]);
        }
        double[] k = new double[d * d];
        SmallCholesky.invert(factor, d, k);
        for (int at = 0; at < k.length; at++) {
            k[at] /= unit[at / d] * unit[at % d];
        }
        return new Precisions(d, k, logs);
    }

    MissingColumns without(int[] columns) {
        return new MissingColumns(this, columns);
    }

    /** Answers no covariances of which products would be lost in round-off. */
    static void requireFactor(boolean factored) {
        if (!factored) {
            throw new ProtocolException("covariances must be positive definite, and far from singular, were not");
        }
    }
}
