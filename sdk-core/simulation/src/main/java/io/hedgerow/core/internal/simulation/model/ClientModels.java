// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.simulation.model;

import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.random.RandomStream;
import io.hedgerow.core.internal.simulation.model.GraphGenerator.WeightRange;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Models of clients that differ from a common one, as {@link StructuralVar.Difference} says. */
final class ClientModels {

    private static final double JITTER = 0.1;
    private static final double REWIRED = 0.2;
    /** The most tries: with changed weights some models are unstable, and others are drawn. */
    private static final int ATTEMPTS = 1000;

    private final StructuralVar common;
    private final int d;
    private final int q;
    private final WeightRange range;

    ClientModels(StructuralVar common) {
        this.common = common;
        this.d = common.slices().size();
        this.q = common.network().variables();
        double[] sizes = Arrays.stream(common.network().toRows())
                .map(Math::abs)
                .filter(weight -> weight > 0)
                .toArray();
        this.range = sizes.length == 0
                ? WeightRange.STANDARD
                : new WeightRange(
                        Arrays.stream(sizes).min().getAsDouble(),
                        Arrays.stream(sizes).max().getAsDouble());
    }

    StructuralVar draw(StructuralVar.Difference difference, long seed) {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            RandomStream random = new RandomStream(RandomStream.derive(seed, purpose(difference), attempt));
            double[] weights =
                    switch (difference) {
                        case NONE -> common.network().toRows();
                        case JITTERED -> jittered(random);
                        case SAME_GRAPH -> redrawn(random);
                        case REWIRED -> rewired(random);
                        case UNRELATED -> unrelated(random);
                    };
            StructuralVar drawn = common.unchecked(WeightMatrix.ofRows(q, weights));
            if (drawn.settles()) {
                return drawn;
            }
        }
        throw new IllegalArgumentException("clients of " + common.network() + " must settle, " + ATTEMPTS
                + " drawn ones did not: use smaller weights");
    }

    /** Part of the meaning of a seed, so never to be changed. */
    private static long purpose(StructuralVar.Difference difference) {
        return switch (difference) {
            case NONE -> 0;
            case JITTERED -> 1;
            case SAME_GRAPH -> 2;
            case REWIRED -> 3;
            case UNRELATED -> 4;
        };
    }

    private double[] jittered(RandomStream random) {
        double[] weights = common.network().toRows();
        for (int k = 0; k < weights.length; k++) {
            weights[k] += weights[k] == 0 ? 0 : JITTER * random.nextGaussian();
        }
        return weights;
    }

    private double[] redrawn(RandomStream random) {
        double[] weights = common.network().toRows();
        for (int k = 0; k < weights.length; k++) {
            weights[k] = weights[k] == 0 ? 0 : range.draw(random);
        }
        return weights;
    }

    /** Moves each edge with a fifth chance, within a step along the same order of causes. */
    private double[] rewired(RandomStream random) {
        double[] weights = common.network().toRows();
        int[] order = common.order();
        for (int k = 0; k < weights.length; k++) {
            if (weights[k] != 0 && random.nextUniform() < REWIRED) {
                int free = k / q < d ? freeWithin(weights, order, random) : freeLagged(weights, random);
                double weight = weights[k];
                weights[k] = 0;
                weights[free < 0 ? k : free] = weight;
            }
        }
        return weights;
    }

    private int freeWithin(double[] weights, int[] order, RandomStream random) {
        List<Integer> free = new ArrayList<>();
        for (int early = 0; early < d; early++) {
            for (int late = early + 1; late < d; late++) {
                int at = order[early] * q + order[late];
                if (weights[at] == 0) {
                    free.add(at);
                }
            }
        }
        return free.isEmpty() ? -1 : free.get(random.nextInt(free.size()));
    }

    private int freeLagged(double[] weights, RandomStream random) {
        List<Integer> free = new ArrayList<>();
        for (int i = d; i < q; i++) {
            for (int j = 0; j < d; j++) {
                if (weights[i * q + j] == 0) {
                    free.add(i * q + j);
                }
            }
        }
        return free.isEmpty() ? -1 : free.get(random.nextInt(free.size()));
    }

    /** As many edges of each kind, anywhere, along another order of causes. */
    private double[] unrelated(RandomStream random) {
        double[] old = common.network().toRows();
        double[] weights = new double[q * q];
        int[] order = random.nextPermutation(d);
        for (int k = 0; k < old.length; k++) {
            if (old[k] != 0) {
                int at = k / q < d ? freeWithin(weights, order, random) : freeLagged(weights, random);
                weights[at] = range.draw(random);
            }
        }
        return weights;
    }
}
