// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.simulation;

import io.hedgerow.core.design.TimeSlices;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.simulation.model.StructuralVar;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.EigenDecomposition_F64;

/** The companion matrix of the reduced form x_t = Σ x_{t−i} A_i (I − W)⁻¹ + … of a {@link StructuralVar}. */
public final class CompanionMatrix {

    private CompanionMatrix() {}

    /** The factor of a shock in every step, in the long run: a series is stable when it is below 1. */
    public static double largestEigenvalue(TimeSlices slices, WeightMatrix stacked, CausalOrder order) {
        int d = slices.size();
        int m = d * slices.lags();
        if (m == 0) {
            return 0;
        }
        DMatrixRMaj companion = new DMatrixRMaj(m, m);
        for (int i = 0; i < m; i++) {
            double[] effect = new double[d];
            for (int j = 0; j < d; j++) {
                effect[j] = stacked.get(d + i, j);
            }
            order.propagate(effect);
            for (int j = 0; j < d; j++) {
                companion.set(i, j, effect[j]);
            }
            if (i + d < m) {
                companion.set(i, i + d, 1);
            }
        }
        EigenDecomposition_F64<DMatrixRMaj> eigen = DecompositionFactory_DDRM.eig(m, false);
        if (!eigen.decompose(companion)) {
            return Double.POSITIVE_INFINITY;
        }
        double largest = 0;
        for (int k = 0; k < m; k++) {
            largest = Math.max(largest, eigen.getEigenvalue(k).getMagnitude());
        }
        return largest;
    }
}
