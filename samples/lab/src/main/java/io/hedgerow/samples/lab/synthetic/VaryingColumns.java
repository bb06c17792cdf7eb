// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.synthetic;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.graph.WeightMatrix;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The columns of a table that have more than one value, from which alone a network can be learned.
 *
 * @param kept their positions
 */
@SuppressWarnings("ArrayRecordComponent") // of one run
record VaryingColumns(RowSource all, int[] kept) implements RowSource {

    static VaryingColumns of(RowSource all) {
        int d = all.schema().size();
        double[] first = new double[d];
        Arrays.fill(first, Double.NaN);
        boolean[] varies = new boolean[d];
        all.forEachRow(row -> {
            for (int j = 0; j < d; j++) {
                varies[j] |= !Double.isNaN(first[j]) && row[j] != first[j];
                first[j] = row[j];
            }
        });
        return new VaryingColumns(
                all, IntStream.range(0, d).filter(j -> varies[j]).toArray());
    }

    @Override
    public VariableSchema schema() {
        return new VariableSchema(
                IntStream.of(kept).mapToObj(all.schema().names()::get).toList(),
                IntStream.of(kept).mapToObj(all.schema()::kind).toList());
    }

    @Override
    public void forEachRow(RowConsumer consumer) {
        double[] own = new double[kept.length];
        all.forEachRow(row -> {
            Arrays.setAll(own, k -> row[kept[k]]);
            consumer.accept(own);
        });
    }

    /** A network of these columns as one of all, in which the others have no edges. */
    WeightMatrix ofAll(WeightMatrix own) {
        int d = all.schema().size();
        double[] weights = new double[d * d];
        for (int a = 0; a < kept.length; a++) {
            for (int b = 0; b < kept.length; b++) {
                weights[kept[a] * d + kept[b]] = own.get(a, b);
            }
        }
        return WeightMatrix.ofRows(d, weights);
    }
}
