package io.hedgerow.core.simulation;

import io.hedgerow.core.graph.WeightMatrix;

/**
 * Draws weighted directed acyclic graphs. The same seed gives the same graph, bit for bit, on every Java release.
 * Extension point; implementations are immutable and thread-safe.
 */
public interface GraphGenerator {

    /**
     * Number of variables of every graph.
     *
     * @return d
     */
    int variables();

    /**
     * Draws a graph.
     *
     * @param seed any number
     * @return acyclic; W[i, j] ≠ 0 ⇔ i → j
     */
    WeightMatrix generate(long seed);
}
