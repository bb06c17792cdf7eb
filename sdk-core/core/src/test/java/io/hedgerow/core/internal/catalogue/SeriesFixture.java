// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.catalogue;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.simulation.model.ErdosRenyi;
import io.hedgerow.core.internal.simulation.model.GraphGenerator.WeightRange;
import io.hedgerow.core.internal.simulation.model.Noise;
import io.hedgerow.core.internal.simulation.model.StructuralVar;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.method.NamedMethod;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;

/** Dynamic networks as in the papers' simulations, and series of them. */
final class SeriesFixture {

    private SeriesFixture() {}

    static StructuralVar model(int d, long seed) {
        WeightRange weights = new WeightRange(0.3, 0.5);
        double[] deviations = new double[d];
        Arrays.fill(deviations, 1);
        return StructuralVar.random(
                new ErdosRenyi(d, d, weights), 1, d, weights, 1.5, deviations, Noise.GAUSSIAN, seed);
    }

    /** One series for each site. */
    static List<RowSource> sites(StructuralVar model, int sites, int rows) {
        return LongStream.range(0, sites)
                .mapToObj(p -> model.series(1, rows + 1, 100 + p))
                .toList();
    }

    static NamedMethod named(String method) {
        return Method.named(method).with("realisation", "realisation").with("time", "time");
    }

    /** Pairs of columns that are joined differently. */
    static int distance(WeightMatrix truth, WeightMatrix found) {
        int wrong = 0;
        for (int i = 0; i < truth.variables(); i++) {
            for (int j = 0; j < i; j++) {
                boolean same = truth.hasEdge(i, j) == found.hasEdge(i, j) && truth.hasEdge(j, i) == found.hasEdge(j, i);
                wrong += same ? 0 : 1;
            }
        }
        return wrong;
    }
}
