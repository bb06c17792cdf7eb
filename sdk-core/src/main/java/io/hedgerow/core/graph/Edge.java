package io.hedgerow.core.graph;

/**
 * One edge from → to and its weight.
 *
 * @param from i, the cause
 * @param to j, the effect
 * @param weight W[i, j]
 */
public record Edge(int from, int to, double weight) {
    @Override
    public String toString() {
        return from + " -> " + to + " (" + weight + ")";
    }
}
