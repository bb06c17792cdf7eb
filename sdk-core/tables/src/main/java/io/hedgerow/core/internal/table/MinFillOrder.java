// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.table;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * The order in which variables are eliminated: always the one whose neighbours lack the fewest edges among each other
 * (min-fill; Kjærulff 1990), of equals the one with the smallest factor, then the first. {@code largest} counts the
 * cells of the largest factor that is made on the way, exact up to rounding, never too small by overflow.
 */
record MinFillOrder(List<Integer> variables, double largest) {

    /** Plans, without computing, to eliminate all but {@code kept} from factors over variables without evidence. */
    static MinFillOrder of(int[] sizes, List<Factor> factors, BitSet kept) {
        BitSet[] neighbours = new BitSet[sizes.length];
        BitSet left = new BitSet();
        for (Factor factor : factors) {
            for (int v : factor.variables()) {
                left.set(v);
                neighbours[v] = neighbours[v] == null ? new BitSet() : neighbours[v];
                for (int w : factor.variables()) {
                    neighbours[v].set(w);
                }
                neighbours[v].clear(v);
            }
        }
        double largest = cells(sizes, kept);
        left.andNot(kept);
        List<Integer> order = new ArrayList<>();
        while (!left.isEmpty()) {
            int best = -1;
            long fewest = Long.MAX_VALUE;
            double smallest = Double.POSITIVE_INFINITY;
            for (int v = left.nextSetBit(0); v >= 0; v = left.nextSetBit(v + 1)) {
                long fill = fill(neighbours, v);
                double cells = sizes[v] * cells(sizes, neighbours[v]);
                if (fill < fewest || (fill == fewest && cells < smallest)) {
                    best = v;
                    fewest = fill;
                    smallest = cells;
                }
            }
            largest = Math.max(largest, smallest);
            order.add(best);
            left.clear(best);
            BitSet around = neighbours[best];
            for (int v = around.nextSetBit(0); v >= 0; v = around.nextSetBit(v + 1)) {
                neighbours[v].or(around);
                neighbours[v].clear(v);
                neighbours[v].clear(best);
            }
        }
        return new MinFillOrder(List.copyOf(order), largest);
    }

    private static double cells(int[] sizes, BitSet variables) {
        return variables.stream().mapToDouble(v -> sizes[v]).reduce(1, (a, b) -> a * b);
    }

    /** Pairs of neighbours without an edge, both ways. */
    private static long fill(BitSet[] neighbours, int variable) {
        BitSet around = neighbours[variable];
        long missing = 0;
        for (int v = around.nextSetBit(0); v >= 0; v = around.nextSetBit(v + 1)) {
            BitSet apart = (BitSet) around.clone();
            apart.andNot(neighbours[v]);
            missing += apart.cardinality() - 1; // v itself
        }
        return missing;
    }
}
