// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.mlp;

import io.hedgerow.contract.OpenedMoments;
import io.hedgerow.core.data.Centring;
import io.hedgerow.core.data.DataView;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.internal.optimise.Objective;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Rows, points and difference quotients for tests of neural networks. */
final class MlpFixtures {

    private MlpFixtures() {}

    static double[][] gaussian(int rows, int variables, long seed) {
        Random random = new Random(seed);
        double[][] x = new double[rows][variables];
        for (double[] row : x) {
            for (int j = 0; j < variables; j++) {
                row[j] = random.nextGaussian() + 0.3 * j;
            }
        }
        return x;
    }

    static RowBlocks blocks(double[][] rows) {
        try (DataView view = OpenedMoments.ofRows(rows).open()) {
            return RowBlocks.of(view, Centring.NONE, 1);
        }
    }

    static RowBlocks blocks(RowSource rows) {
        return blocks(rows(rows));
    }

    static double[][] rows(RowSource rows) {
        List<double[]> all = new ArrayList<>();
        rows.forEachRow(row -> all.add(row.clone()));
        return all.toArray(double[][]::new);
    }

    /** A point with no self-edges. */
    static double[] point(MlpShape shape, long seed) {
        double[] theta = new Random(seed).doubles(shape.size(), -1, 1).toArray();
        boolean[] held = shape.selfEdges();
        for (int k = 0; k < theta.length; k++) {
            theta[k] = held[k] ? 0 : theta[k];
        }
        return theta;
    }

    /** Central differences, whose error with this step is about 1e-9 of a function whose values are about 1. */
    static double difference(Objective function, double[] at, int k) {
        double[] moved = at.clone();
        double[] unused = new double[at.length];
        moved[k] = at[k] + 1e-5;
        double above = function.evaluate(moved, unused);
        moved[k] = at[k] - 1e-5;
        return (above - function.evaluate(moved, unused)) / 2e-5;
    }
}
