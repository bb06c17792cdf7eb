// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.predict;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.internal.predict.simulation.SeededDraws;

/**
 * Rows drawn from a fitted network, in which variables may be set. Every variable is drawn after its parents: a level
 * by its probabilities, a number by the normal distribution of its equation. Immutable. As private as the network.
 *
 * <p>With the same seed, numbers and categories beside numbers that do not follow from those that are set have the same
 * values as without.
 */
final class FittedRows implements RowSource {

    private interface Mechanism {
        double draw(int variable, double[] row, SeededDraws draws);
    }

    private final FittedNetwork network;
    private final Intervention set;
    private final long rows;
    private final long seed;

    /**
     * Draws nothing yet.
     *
     * @param set variables of the network, or none
     * @param rows how many; above 0
     * @param seed any number
     */
    FittedRows(FittedNetwork network, Intervention set, long rows, long seed) {
        if (rows < 1) {
            throw new IllegalArgumentException("rows must be > 0, was " + rows);
        }
        this.network = network;
        this.set = set;
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
    public String description() {
        return "rows drawn from " + network.source();
    }

    @Override
    public void forEachRow(RowConsumer consumer) {
        if (network.tables().isPresent()) {
            set.in(network.tables().get()).sample(rows, seed).forEachRow(consumer);
        } else {
            forEachRow(mechanism(), consumer);
        }
    }

    private void forEachRow(Mechanism mechanism, RowConsumer consumer) {
        SeededDraws draws = new SeededDraws(seed);
        int[] order = network.order();
        double[] row = new double[order.length];
        for (long r = 0; r < rows; r++) {
            for (int j : order) {
                double drawn = mechanism.draw(j, row, draws);
                row[j] = set.values().getOrDefault(j, drawn);
            }
            consumer.accept(row);
        }
    }

    private Mechanism mechanism() {
        if (network.mixed().isEmpty()) {
            LinearNetwork linear = network.linear().orElseThrow();
            return (j, row, draws) -> linear.fromParents(j, row) + Math.sqrt(linear.noiseVariance(j)) * draws.normal();
        }
        MixedModel mixed = network.mixed().get();
        return (j, row, draws) -> mixed.isCategory(j)
                ? draws.level(mixed.levelsFromParents(j, row))
                : mixed.fromParents(j, row) + Math.sqrt(mixed.noiseVariance(j)) * draws.normal();
    }
}
