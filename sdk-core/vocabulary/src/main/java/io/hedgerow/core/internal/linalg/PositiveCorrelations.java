// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.linalg;

import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.EigenDecomposition_F64;

/** Corrects correlations that were estimated pair by pair, and so may belong to no joint distribution. */
public final class PositiveCorrelations {

    private PositiveCorrelations() {}

    /**
     * Correlations, [d, d] row by row, positive definite, near to given ones, finite with 1 on the diagonal:
     * eigenvalues below {@code least}, above 0, are raised to it, and the diagonal is scaled back to 1.
     *
     * @throws ArithmeticException if the eigenvalues do not converge, as of correlations that are not finite
     */
    public static double[] nearest(int variables, double[] given, double least) {
        int d = variables;
        EigenDecomposition_F64<DMatrixRMaj> eigen = DecompositionFactory_DDRM.eig(d, true, true);
        if (!eigen.decompose(DMatrixRMaj.wrap(d, d, given.clone()))) {
            throw new ArithmeticException("eigenvalues of " + d + " variables did not converge");
        }
        double[] raised = given.clone();
        for (int e = 0; e < d; e++) {
            double lacking = least - eigen.getEigenvalue(e).getReal();
            DMatrixRMaj vector = eigen.getEigenVector(e);
            for (int k = 0; lacking > 0 && k < d * d; k++) {
                raised[k] += lacking * vector.get(k / d) * vector.get(k % d);
            }
        }
        double[] scaled = new double[d * d];
        for (int k = 0; k < d * d; k++) {
            int i = k / d;
            int j = k % d;
            scaled[k] = i == j ? 1 : raised[k] / Math.sqrt(raised[i * d + i] * raised[j * d + j]);
        }
        return scaled;
    }
}
