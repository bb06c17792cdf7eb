// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.table;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.internal.random.RandomStream;

/** Rows sampled from a network, causes before effects. */
final class SampledRows implements RowSource {

    private final DiscreteNetwork network;
    private final long rows;
    private final long seed;

    SampledRows(DiscreteNetwork network, long rows, long seed) {
        if (rows < 0) {
            throw new IllegalArgumentException("rows must be >= 0, was " + rows);
        }
        this.network = network;
        this.rows = rows;
        this.seed = seed;
    }

    @Override
    public VariableSchema schema() {
        return network.schema();
    }

    @Override
    public boolean keepsOrder() {
        return true;
    }

    @Override
    public void forEachRow(RowConsumer consumer) {
        RandomStream random = new RandomStream(seed);
        int[] order = network.dag().topologicalOrder();
        int[] levels = new int[order.length];
        double[] row = new double[order.length];
        for (long r = 0; r < rows; r++) {
            for (int j : order) {
                ProbabilityTable table = network.table(j);
                levels[j] = drawn(table, network.configuration(j, levels), random.nextUniform());
                row[j] = levels[j];
            }
            consumer.accept(row);
        }
    }

    private static int drawn(ProbabilityTable table, int configuration, double uniform) {
        double left = uniform;
        int last = 0;
        for (int level = 0; level < table.levels(); level++) {
            double p = table.probability(configuration, level);
            if (p > 0) {
                last = level; // rounding must not draw a level that cannot be
                left -= p;
                if (left < 0) {
                    return level;
                }
            }
        }
        return last;
    }
}
