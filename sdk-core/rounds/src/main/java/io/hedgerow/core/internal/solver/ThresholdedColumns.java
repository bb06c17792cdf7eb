// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.solver;

import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.model.ParameterLayout;
import io.hedgerow.core.model.Parameters;

/**
 * Thresholds W and A of a linear model whose columns are targets first, and lists their edges. Immutable;
 * post-processing.
 */
public record ThresholdedColumns(ParameterLayout layout, int columns, double threshold, double lagThreshold) {
    public ThresholdedColumns {
        if (!(threshold >= 0) || !(lagThreshold >= 0)) {
            throw new IllegalArgumentException(
                    "thresholds must be >= 0, were " + threshold + " and " + lagThreshold + " of lags");
        }
    }

    /** The edges of parameters, over the columns; may have cycles among the targets. */
    public WeightMatrix of(Parameters parameters) {
        int d = layout.targets();
        if (columns == d) {
            return layout.edgeWeights(parameters).threshold(threshold);
        }
        double[] weights = layout.columnWeights(parameters, columns).toRows();
        for (int k = 0; k < weights.length; k++) {
            weights[k] = Math.abs(weights[k]) < (k < d * columns ? threshold : lagThreshold) ? 0 : weights[k];
        }
        return WeightMatrix.ofRows(columns, weights);
    }
}
