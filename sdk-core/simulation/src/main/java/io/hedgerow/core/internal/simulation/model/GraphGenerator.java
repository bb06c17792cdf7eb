// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.simulation.model;

import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.random.RandomStream;

/**
 * Draws weighted directed acyclic graphs. The same seed gives the same graph, bit for bit, on every Java release.
 * Extension point; implementations are immutable and thread-safe.
 */
public interface GraphGenerator {

    /**
     * Random graphs with a few causes of many effects (Barabási and Albert 1999): variables arrive one after another,
     * each an effect of m distinct earlier ones, chosen with probability proportional to 1 + their number of edges.
     * Weights in ±[0.5, 2].
     *
     * @param variables d; at least 1
     * @param edgesPerVariable m; at least 1; a graph has m d − m (m + 1) / 2 edges when m &lt; d
     */
    static GraphGenerator scaleFree(int variables, int edgesPerVariable) {
        return scaleFree(variables, edgesPerVariable, WeightRange.STANDARD);
    }

    /**
     * The same with other weights.
     *
     * @param variables d; at least 1
     * @param edgesPerVariable m; at least 1
     * @param weights distribution of the weights
     */
    static GraphGenerator scaleFree(int variables, int edgesPerVariable, WeightRange weights) {
        return new ScaleFree(variables, edgesPerVariable, weights);
    }

    /**
     * {@return a generator of one long path through all variables in a random order, d − 1 edges} Weights in ±[0.5,
     * 0.8], under which variances hardly grow along it, so they do not give the order away.
     *
     * @param variables d; at least 1
     */
    static GraphGenerator weakChain(int variables) {
        return weakChain(variables, WeakChain.WEIGHTS);
    }

    /**
     * {@return the same with other weights: the generator; a graph has d − 1 edges}
     *
     * @param variables d; at least 1
     * @param weights distribution of the weights
     */
    static GraphGenerator weakChain(int variables, WeightRange weights) {
        return new WeakChain(variables, weights);
    }

    /** {@return d, the number of variables of every graph} */
    int variables();

    /** {@return the distribution of the weights of every graph, ±[0.5, 2] unless overridden} */
    default WeightRange weights() {
        return WeightRange.STANDARD;
    }

    /**
     * {@return an acyclic graph of a seed; W[i, j] ≠ 0 ⇔ i → j}
     *
     * @param seed any number
     */
    WeightMatrix generate(long seed);

    /**
     * The distribution of simulated edge weights: the magnitude is uniform between two bounds, the sign is fair.
     *
     * @param smallest least magnitude; finite and &gt; 0
     * @param largest greatest magnitude; finite, at least {@code smallest}
     */
    record WeightRange(double smallest, double largest) {

        /** ±[0.5, 2], the range that the literature on linear networks uses. */
        public static final WeightRange STANDARD = new WeightRange(0.5, 2);

        public WeightRange {
            if (!(smallest > 0 && largest >= smallest && largest < Double.POSITIVE_INFINITY)) {
                throw new IllegalArgumentException("weight range must satisfy 0 < smallest <= largest < infinity, was "
                        + smallest + ", " + largest);
            }
        }

        double draw(RandomStream random) {
            double magnitude = smallest + (largest - smallest) * random.nextUniform();
            return random.nextInt(2) == 0 ? magnitude : -magnitude;
        }
    }
}
