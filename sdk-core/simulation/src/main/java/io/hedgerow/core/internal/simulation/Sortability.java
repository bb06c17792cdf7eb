// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.simulation;

import io.hedgerow.core.graph.WeightMatrix;
import java.util.BitSet;

/**
 * Measures how far a number per variable reveals the causal order: varsortability where that is its variance (Reisach,
 * Seiler and Weichwald 2021), R²-sortability where it is the share that all others explain (Reisach et al. 2023). For a
 * graph E with at least one edge and scores τ: v = Σ_k Σ_{(i, j) ∈ E^k} increasing(τ_i, τ_j) / Σ_k |E^k|, k = 1 … d −
 * 1, where (i, j) ∈ E^k ⇔ there is at least one directed path of exactly k edges from i to j (so a pair counts once for
 * each length, not for each path), and increasing(a, b) = 1 when b &gt; a, 1/2 when a = b, 0 otherwise. Scores whose
 * ratio is within 1e-9 of 1 count as equal, as in the authors' program. Cost: O(d · pairs · d / 64) at worst.
 */
public final class Sortability {

    private static final double TIE = 1e-9;

    private Sortability() {}

    /** From 0 to 1, of scores at least 0; refuses a graph without edges, which has no path to count. */
    public static double of(WeightMatrix truth, double[] scores) {
        int d = truth.variables();
        if (scores.length != d) {
            throw new IllegalArgumentException("scores must have length " + d + ", was " + scores.length);
        }
        BitSet[] edges = new BitSet[d];
        BitSet[] paths = new BitSet[d];
        for (int i = 0; i < d; i++) {
            edges[i] = new BitSet(d);
            for (int j = 0; j < d; j++) {
                edges[i].set(j, truth.hasEdge(i, j));
            }
            paths[i] = edges[i];
        }
        double increasing = 0;
        long count = 0;
        for (int length = 1; length < d; length++) {
            long before = count;
            for (int i = 0; i < d; i++) {
                BitSet longer = new BitSet(d);
                for (int j = paths[i].nextSetBit(0); j >= 0; j = paths[i].nextSetBit(j + 1)) {
                    increasing += increasing(scores[i], scores[j]);
                    count++;
                    longer.or(edges[j]);
                }
                paths[i] = longer;
            }
            if (count == before) {
                break;
            }
        }
        if (count == 0) {
            throw new IllegalArgumentException("truth must have at least one edge, has none");
        }
        return increasing / count;
    }

    private static double increasing(double from, double to) {
        if (to > from * (1 + TIE)) {
            return 1;
        }
        return to >= from * (1 - TIE) ? 0.5 : 0;
    }
}
