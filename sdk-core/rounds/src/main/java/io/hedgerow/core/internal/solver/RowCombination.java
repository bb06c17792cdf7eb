// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.solver;

/**
 * The dense kernel of this package, a linear combination of rows: target += Σ_k c_k · row_k, four rows at a time. The
 * rows are separate arrays read at one common index, which C2 turns into vector code; six or more rows stay scalar,
 * three times slower (JDK 17). No fused multiply-add, so results do not depend on the processor. 2·n·q operations for n
 * rows of length q.
 */
final class RowCombination {

    /** Of the product: ROWS · COLUMNS doubles, 64 KiB, stay in the cache while all targets pass over them. */
    private static final int ROWS = 32;

    private static final int COLUMNS = 256;

    private RowCombination() {}

    /** target += Σ_{k &lt; n} c[k] · rows[k], over the first {@code length} columns. */
    static void add(double[] target, double[] c, double[][] rows, int n, int length) {
        add(target, c, rows, 0, n, 0, length);
    }

    /** targets[t] += Σ_k c[t][k] · rows[k] for all t: a matrix product, 2·T·n·q operations. */
    static void addToAll(double[][] targets, double[][] c, double[][] rows, int length) {
        int n = rows.length;
        for (int from = 0; from < length; from += COLUMNS) {
            int to = Math.min(length, from + COLUMNS);
            for (int k = 0; k < n; k += ROWS) {
                int k1 = Math.min(n, k + ROWS);
                for (int t = 0; t < targets.length; t++) {
                    add(targets[t], c[t], rows, k, k1, from, to);
                }
            }
        }
    }

    private static void add(double[] target, double[] c, double[][] rows, int k0, int k1, int from, int to) {
        int k = k0;
        for (; k + 4 <= k1; k += 4) {
            addFour(
                    target,
                    from,
                    to,
                    c[k],
                    rows[k],
                    c[k + 1],
                    rows[k + 1],
                    c[k + 2],
                    rows[k + 2],
                    c[k + 3],
                    rows[k + 3]);
        }
        for (; k < k1; k++) {
            addOne(target, from, to, c[k], rows[k]);
        }
    }

    private static void addFour(
            double[] target,
            int from,
            int to,
            double c0,
            double[] r0,
            double c1,
            double[] r1,
            double c2,
            double[] r2,
            double c3,
            double[] r3) {
        for (int i = from; i < to; i++) {
            target[i] = target[i] + ((c0 * r0[i] + c1 * r1[i]) + (c2 * r2[i] + c3 * r3[i]));
        }
    }

    private static void addOne(double[] target, int from, int to, double c, double[] row) {
        for (int i = from; i < to; i++) {
            target[i] += c * row[i];
        }
    }
}
