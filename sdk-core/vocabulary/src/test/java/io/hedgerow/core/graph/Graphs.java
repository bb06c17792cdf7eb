// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.graph;

import io.hedgerow.core.graph.AncestralMarks.End;
import java.util.Optional;
import java.util.Random;

/** Small random graphs for tests. */
public final class Graphs {

    private Graphs() {}

    /** Each ordered pair is an edge with the given chance; weights are distinct with near certainty. */
    public static WeightMatrix cyclic(int d, double chance, long seed) {
        Random random = new Random(seed);
        double[] w = new double[d * d];
        for (int i = 0; i < d; i++) {
            for (int j = 0; j < d; j++) {
                if (i != j && random.nextDouble() < chance) {
                    w[i * d + j] = (random.nextBoolean() ? 1 : -1) * (0.3 + random.nextDouble());
                }
            }
        }
        return WeightMatrix.ofRows(d, w);
    }

    /** Acyclic along a random order of the variables. */
    public static WeightMatrix acyclic(int d, double chance, long seed) {
        Random random = new Random(seed);
        int[] key = random.ints(d).toArray();
        double[] w = cyclic(d, chance, seed + 1).toRows();
        for (int i = 0; i < d; i++) {
            for (int j = 0; j < d; j++) {
                if (key[i] > key[j] || (key[i] == key[j] && i >= j)) {
                    w[i * d + j] = 0;
                }
            }
        }
        return WeightMatrix.ofRows(d, w);
    }

    /** Edges given as pairs, all of weight 1. */
    public static WeightMatrix of(int d, int[]... edges) {
        double[] w = new double[d * d];
        for (int[] edge : edges) {
            w[edge[0] * d + edge[1]] = 1;
        }
        return WeightMatrix.ofRows(d, w);
    }

    /** Marks 0 o-> 1 <-> 2 o-o 3; no others are joined. */
    public static AncestralMarks marks(double gain) {
        End[][] at = new End[4][4];
        at[0][1] = End.ARROW;
        at[1][0] = End.CIRCLE;
        at[1][2] = End.ARROW;
        at[2][1] = End.ARROW;
        at[2][3] = End.CIRCLE;
        at[3][2] = End.CIRCLE;
        return AncestralMarks.of(4, (i, j) -> Optional.ofNullable(at[i][j]), (i, j) -> false, Optional.empty(), gain);
    }
}
