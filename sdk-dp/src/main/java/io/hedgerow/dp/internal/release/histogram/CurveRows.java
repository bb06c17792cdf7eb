// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.release.histogram;

import io.hedgerow.core.internal.feature.moments.FeatureMap;
import io.hedgerow.dp.internal.release.moments.RowMap;

/**
 * Rows [½, w_k φ_i[k]], the columns of a {@link FeatureMap} with weights w_k = 1 / √k for k = 1 … m of every variable.
 */
final class CurveRows implements RowMap {

    private static final long serialVersionUID = 1;

    private final FeatureMap map;
    private final double[] columns;

    /** Takes as many columns as were agreed on, whatever map was announced. */
    CurveRows(CurveDesign design, FeatureMap map) {
        this.map = map;
        this.columns = new double[design.made()];
    }

    @Override
    public int columns() {
        return columns.length + 1;
    }

    @Override
    public void map(double[] values, double[] made) {
        map.expand(values, columns);
        made[0] = CurveDesign.CONSTANT;
        for (int a = 0; a < columns.length; a++) {
            made[a + 1] = columns[a] * CurveDesign.weight(a);
        }
    }
}
