// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.regression;

import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.search.graph.ParentSets;
import java.util.function.IntFunction;

public final class ParentFit {

    private ParentFit() {}

    public static WeightMatrix weights(int variables, double[] s, ParentSets parents) {
        return weights(variables, j -> s, parents);
    }

    /** Each variable on its parents, in its own rows. */
    public static WeightMatrix weights(FamilyMoments moments, ParentSets parents) {
        return weights(moments.variables(), j -> moments.of(j).covariance(), parents);
    }

    private static WeightMatrix weights(int variables, IntFunction<double[]> covariance, ParentSets parents) {
        double[] weights = new double[variables * variables];
        for (int j = 0; j < variables; j++) {
            int k = parents.count(j);
            TargetRegression regression = new TargetRegression(variables, covariance.apply(j), j, k);
            int[] added = new int[k];
            int count = 0;
            for (int a = 0; a < k; a++) {
                if (regression.add(parents.parent(j, a))) {
                    added[count++] = parents.parent(j, a);
                }
            }
            double[] b = regression.coefficients(new double[k]);
            for (int a = 0; a < count; a++) {
                weights[added[a] * variables + j] = b[a];
            }
        }
        return WeightMatrix.ofRows(variables, weights);
    }
}
