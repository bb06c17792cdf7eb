// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.graph.export;

import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.design.TimeSlices;
import io.hedgerow.core.graph.NamedNetwork;
import io.hedgerow.core.graph.PairProbabilities;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.simulation.model.ErdosRenyi;
import io.hedgerow.core.internal.simulation.model.GraphGenerator.WeightRange;
import io.hedgerow.core.internal.simulation.model.Noise;
import io.hedgerow.core.internal.simulation.model.StructuralVar;
import java.util.Arrays;
import java.util.Optional;

/** Dynamic networks to show. */
public final class Dynamic {

    /** a → "b, c" within a step, a's own past, "b, c" from a two steps back; d has no edges. */
    public static final NamedNetwork SMALL = NamedNetwork.of(
            new TimeSlices(VariableSchema.of("a", "b, c", "d"), 2).stacked(), stacked(9, new double[][] {
                {0, 1, 0.5}, {3, 0, -0.9}, {6, 1, 0.25}
            }));

    private Dynamic() {}

    /** From entries {from, to, weight}. */
    static WeightMatrix stacked(int columns, double[][] entries) {
        double[] all = new double[columns * columns];
        for (double[] entry : entries) {
            all[((int) entry[0]) * columns + (int) entry[1]] = entry[2];
        }
        return WeightMatrix.ofRows(columns, all);
    }

    /** As {@link #SMALL}, every edge with probability 0.96 (shown as 0.9), the reverse of a → "b, c" with 0.04. */
    static NamedNetwork withProbabilities() {
        WeightMatrix p = stacked(9, new double[][] {{0, 1, 0.96}, {1, 0, 0.04}, {3, 0, 0.96}, {6, 1, 0.5}});
        return SMALL.withPairs(new PairProbabilities(Optional.empty(), Optional.of(p), 0.9));
    }

    /** About d edges within a step and d of every lag. */
    static NamedNetwork random(int d, int lags, long seed) {
        double[] deviations = new double[d];
        Arrays.fill(deviations, 1);
        WeightRange weights = new WeightRange(0.2, 0.6);
        StructuralVar model = StructuralVar.random(
                new ErdosRenyi(d, Math.min(d, d * (d - 1) / 2), weights),
                lags,
                d,
                weights,
                1.5,
                deviations,
                Noise.GAUSSIAN,
                seed);
        return NamedNetwork.of(model.slices().stacked(), model.network());
    }

    /** Beside the truth of another seed, so that edges of every status but reversed occur in all lags. */
    static NamedNetwork judged(int d, int lags, long seed) {
        return random(d, lags, seed).withTruth(random(d, lags, seed + 1).weights());
    }
}
