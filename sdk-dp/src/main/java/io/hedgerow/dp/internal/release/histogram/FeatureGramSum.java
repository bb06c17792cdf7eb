// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.release.histogram;

import io.hedgerow.core.internal.feature.moments.FeatureMap;
import io.hedgerow.dp.internal.release.moments.GramSum;
import io.hedgerow.dp.internal.release.moments.MappedGramSum;

/**
 * A {@link GramSum} of rows [½, w_k φ_i[k]], the columns of a {@link FeatureMap} with weights w_k = 1 / √k for k = 1 …
 * m of every variable, with radius R: a longer row is shortened to R.
 */
final class FeatureGramSum extends MappedGramSum {

    private final FeatureMap map;
    private final double[] columns;

    FeatureGramSum(FeatureOptions options, FeatureMap map) {
        super(options.options(), options.columns() + 1, options.radius(), FeatureOptions.GRAM_SHARE);
        this.map = map;
        this.columns = new double[options.columns()];
    }

    @Override
    public void map(double[] values, double[] row) {
        map.expand(values, columns);
        row[0] = FeatureOptions.CONSTANT;
        for (int a = 0; a < columns.length; a++) {
            row[a + 1] = columns[a] * FeatureOptions.weight(a);
        }
    }
}
