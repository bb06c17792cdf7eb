package io.hedgerow.core.solver;

/**
 * The one dense kernel of this package: target += Σ_k c_k · row_k, eight rows at a time. The rows are separate arrays
 * read at one common index, which is what C2 turns into vector code; no fused multiply-add, so results do not depend on
 * the processor. 2·n·q floating-point operations for n rows of length q.
 */
final class RowCombination {

    /** Columns handled in one go when many targets share the rows: 8 · 256 doubles stay in the first-level cache. */
    private static final int CHUNK = 256;

    private RowCombination() {}

    /** target[from..to) += Σ_{k < 8} c[k0 + k] · rows[k0 + k][from..to). */
    private static void addEight(double[] target, double[] c, double[][] rows, int k0, int from, int to) {
        add8(
                target, from, to, c[k0], c[k0 + 1], c[k0 + 2], c[k0 + 3], c[k0 + 4], c[k0 + 5], c[k0 + 6], c[k0 + 7],
                rows[k0], rows[k0 + 1], rows[k0 + 2], rows[k0 + 3], rows[k0 + 4], rows[k0 + 5], rows[k0 + 6],
                rows[k0 + 7]);
    }

    private static void add8(
            double[] target,
            int from,
            int to,
            double c0,
            double c1,
            double c2,
            double c3,
            double c4,
            double c5,
            double c6,
            double c7,
            double[] r0,
            double[] r1,
            double[] r2,
            double[] r3,
            double[] r4,
            double[] r5,
            double[] r6,
            double[] r7) {
        for (int i = from; i < to; i++) {
            target[i] = target[i]
                    + ((c0 * r0[i] + c1 * r1[i]) + (c2 * r2[i] + c3 * r3[i]))
                    + ((c4 * r4[i] + c5 * r5[i]) + (c6 * r6[i] + c7 * r7[i]));
        }
    }

    private static void add1(double[] target, double c, double[] row, int from, int to) {
        for (int i = from; i < to; i++) {
            target[i] += c * row[i];
        }
    }

    /** target += Σ_{k < n} c[k] · rows[k], over the first {@code length} columns. */
    static void add(double[] target, double[] c, double[][] rows, int n, int length) {
        add(target, c, rows, 0, n, 0, length);
    }

    private static void add(double[] target, double[] c, double[][] rows, int k0, int k1, int from, int to) {
        int k = k0;
        for (; k + 8 <= k1; k += 8) {
            addEight(target, c, rows, k, from, to);
        }
        for (; k < k1; k++) {
            if (c[k] != 0) {
                add1(target, c[k], rows[k], from, to);
            }
        }
    }

    /**
     * targets[t] += Σ_k c[t][k] · rows[k] for all t: a matrix product, 2·T·n·q operations, in blocks that stay in the
     * caches.
     */
    static void addToAll(double[][] targets, double[][] c, double[][] rows, int length) {
        int n = rows.length;
        for (int from = 0; from < length; from += CHUNK) {
            int to = Math.min(length, from + CHUNK);
            for (int k = 0; k < n; k += 64) {
                int k1 = Math.min(n, k + 64);
                for (int t = 0; t < targets.length; t++) {
                    add(targets[t], c[t], rows, k, k1, from, to);
                }
            }
        }
    }
}
