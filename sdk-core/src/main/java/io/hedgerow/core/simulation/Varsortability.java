package io.hedgerow.core.simulation;

import io.hedgerow.core.graph.WeightMatrix;
import java.util.BitSet;

/**
 * How far the causal order shows in the marginal variances (Reisach, Seiler and Weichwald 2021). Near 1 sorting by
 * variance nearly solves the problem, and success on such data proves little; on standardised data it is 1/2.
 *
 * <p>Definition, for a graph E with at least one edge: v = Σ_k Σ_{(i, j) ∈ E^k} increasing(σ_i², σ_j²) / Σ_k |E^k|, k =
 * 1 … d − 1, where (i, j) ∈ E^k ⇔ there is at least one directed path of exactly k edges from i to j (so a pair counts
 * once for each length, not for each path), and increasing(a, b) = 1 when b &gt; a, 1/2 when a = b, 0 otherwise.
 * Variances whose ratio is within 1e-9 of 1 count as equal, as in the authors' program.
 *
 * <p>Cost: O(d · pairs · d / 64) at worst.
 */
public final class Varsortability {

    private static final double TIE = 1e-9;

    private Varsortability() {}

    /**
     * Computes it.
     *
     * @param truth the graph; at least one edge
     * @param variances marginal variance of every variable: [d], &gt; 0
     * @return v, from 0 to 1
     * @throws IllegalArgumentException when the graph has no edge, since there is then no path to count
     */
    public static double of(WeightMatrix truth, double[] variances) {
        int d = truth.variables();
        if (variances.length != d) {
            throw new IllegalArgumentException("variances must have length " + d + ", was " + variances.length);
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
                    increasing += increasing(variances[i], variances[j]);
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
        double ratio = to / from;
        if (ratio > 1 + TIE) {
            return 1;
        }
        return ratio > 1 - TIE ? 0.5 : 0;
    }
}
