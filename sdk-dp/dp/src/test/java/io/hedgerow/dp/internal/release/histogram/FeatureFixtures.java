// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.release.histogram;

import io.hedgerow.core.internal.feature.moments.FeatureMap;
import io.hedgerow.core.internal.feature.moments.Marginal;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.dp.internal.release.ReleaseOptions;
import io.hedgerow.dp.internal.release.ReleaseOptions.ReleaseCentre;
import io.hedgerow.dp.internal.release.histogram.CurveDesign.NoisyMarginals;
import io.hedgerow.dp.internal.release.moments.GramFixtures;
import io.hedgerow.dp.internal.release.moments.GramSum;
import java.util.Collections;

/** Releases of curves for tests. */
public final class FeatureFixtures {

    private FeatureFixtures() {}

    /** Of n = 100 rows about 0. */
    public static CurveDesign options(int d, double mu) {
        return new CurveDesign(
                new ReleaseOptions(d, 100, Adjacency.REPLACE_ONE, 0.02, 3000, true, ReleaseCentre.none(d), mu));
    }

    /** Of variables that are about normal with deviation 1. */
    public static FeatureMap map(int d) {
        Marginal normal = Marginal.of(0, 1, NoisyMarginals.bins(new double[HistogramSum.CELLS], 1));
        return new FeatureMap(Collections.nCopies(d, normal), CurveDesign.WIDTH, new int[0][]);
    }

    /** What rows release in the last round, by the layout, without noise. */
    public static Parameters exact(CurveDesign options, FeatureMap map, double[][] rows) {
        GramSum sum = options.products(map);
        sum.begin(new double[0], new double[0]);
        for (double[] row : rows) {
            sum.add(row);
        }
        double[] products = sum.finish(GramFixtures.SILENT);
        double[] all = new double[options.layout().size()];
        System.arraycopy(products, 0, all, options.parts().get(2), products.length);
        return Parameters.takeOver(all);
    }
}
