package io.hedgerow.core.acyclicity;

import java.util.Arrays;

/**
 * The trace and the needed entries of e^A = Σ_k T_k, T_k = A T_{k−1} / k, on one component, by sums of dense rows.
 *
 * <p>Columns of T_k do not interact, so they are taken in blocks that stay in cache, and only the entries (j, i) of the
 * edges i → j are summed. {@link TermPlan} tells which rows of which terms can matter at all. Nothing cancels, because
 * A ≥ 0.
 *
 * <p>Cost: at most n · nnz(A) multiplications per term. Not thread-safe; allocates nothing after construction unless a
 * heavier matrix than ever before needs more terms.
 */
final class SparseTaylor {

    /** Widest block of columns: two blocks of 500 rows fit a second-level cache of 2 MiB. */
    private static final int MAX_WIDTH = 256;

    private final Component component;
    private final int blocks;
    private final int width;
    private double[][] current;
    private double[][] next;
    private boolean[] currentUsed;
    private boolean[] nextUsed;
    /** The edges whose weight is not 0, sorted by source as in the component. */
    private final int[] start;

    private final int[] target;
    private final double[] value;
    private final double[] weight;
    private final double[][] rows;

    SparseTaylor(Component component) {
        this.component = component;
        int n = component.size();
        this.blocks = (n + MAX_WIDTH - 1) / MAX_WIDTH;
        this.width = ((n + blocks - 1) / blocks + 7) / 8 * 8;
        this.current = new double[n][width];
        this.next = new double[n][width];
        this.currentUsed = new boolean[n];
        this.nextUsed = new boolean[n];
        this.start = new int[n + 1];
        this.target = new int[component.edges()];
        this.value = new double[component.edges()];
        this.weight = new double[n];
        this.rows = new double[n][];
    }

    /**
     * Sums the terms.
     *
     * @param a weight of each edge of the component
     * @param plan made for these weights
     * @param sums receives (e^A)_ji for each edge of the component
     * @return tr(e^A) − n
     */
    double evaluate(double[] a, TermPlan plan, double[] sums) {
        Arrays.fill(sums, 0, component.edges(), 0);
        keepPositive(a);
        double trace = 0;
        int n = component.size();
        for (int first = 0; first < n; first += width) {
            int last = Math.min(first + width, n);
            firstTerm(first, last);
            collect(first, last, sums);
            int terms = plan.terms(first, last);
            for (int k = 2; k <= terms; k++) {
                if (!nextTerm(k, plan)) {
                    break;
                }
                trace += collect(first, last, sums);
            }
        }
        return trace;
    }

    private void keepPositive(double[] a) {
        int[] from = component.start();
        int kept = 0;
        for (int i = 0; i < component.size(); i++) {
            for (int e = from[i]; e < from[i + 1]; e++) {
                if (a[e] > 0) {
                    target[kept] = component.target()[e];
                    value[kept++] = a[e];
                }
            }
            start[i + 1] = kept;
        }
    }

    /** T_1 = A in the columns of the block. */
    private void firstTerm(int first, int last) {
        for (int i = 0; i < component.size(); i++) {
            boolean used = false;
            for (int e = start[i]; e < start[i + 1]; e++) {
                int column = target[e] - first;
                if (column >= 0 && column < last - first) {
                    if (!used) {
                        Arrays.fill(current[i], 0);
                        used = true;
                    }
                    current[i][column] = value[e];
                }
            }
            currentUsed[i] = used;
        }
    }

    /** Replaces T_{k−1} by T_k; false when it is 0. */
    private boolean nextTerm(int k, TermPlan plan) {
        double scale = 1.0 / k;
        boolean any = false;
        for (int i = 0; i < component.size(); i++) {
            int count = 0;
            if (plan.matters(k, i)) {
                for (int e = start[i]; e < start[i + 1]; e++) {
                    int j = target[e];
                    if (currentUsed[j]) {
                        weight[count] = scale * value[e];
                        rows[count++] = current[j];
                    }
                }
            }
            nextUsed[i] = count > 0;
            if (count > 0) {
                RowCombination.set(count, weight, rows, next[i], width);
                any = true;
            }
        }
        double[][] matrix = current;
        current = next;
        next = matrix;
        boolean[] used = currentUsed;
        currentUsed = nextUsed;
        nextUsed = used;
        return any;
    }

    /** Adds the entries of the current term that lie in the block; returns the block's part of its trace. */
    private double collect(int first, int last, double[] sums) {
        int[] from = component.start();
        int[] to = component.target();
        double trace = 0;
        for (int i = first; i < last; i++) {
            for (int e = from[i]; e < from[i + 1]; e++) {
                if (currentUsed[to[e]]) {
                    sums[e] += current[to[e]][i - first];
                }
            }
            if (currentUsed[i]) {
                trace += current[i][i - first];
            }
        }
        return trace;
    }
}
