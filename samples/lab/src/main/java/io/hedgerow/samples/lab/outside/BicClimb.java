// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.outside;

import io.hedgerow.core.graph.Dag;
import io.hedgerow.core.graph.WeightMatrix;

/**
 * A plain hill climb for comparison: starts from the empty graph and applies the addition, deletion or reversal that
 * raises the Bayesian information criterion most, until none does. One start, no way out of a local optimum, nothing
 * shared with the search that it is compared with.
 *
 * <p>Symbols: C: [d, d] covariances; n rows; r the residual variance of a variable given its k parents:
 *
 * <pre>Σ −(n ln r + k ln n) / 2</pre>
 *
 * <p>Not thread-safe.
 */
final class BicClimb {

    /** The least lead that counts; a smaller one is round-off. */
    private static final double LEAD = 1e-9;

    private final int d;
    private final double[] covariance;
    private final double rows;
    /** [i, j]: i → j. */
    private final boolean[][] edge;

    private final double[] own;
    /** [j, i]: the score of j when i → j is toggled. */
    private final double[][] toggled;

    private BicClimb(int variables, double[] covariance, double rows) {
        this.d = variables;
        this.covariance = covariance;
        this.rows = rows;
        this.edge = new boolean[d][d];
        this.own = new double[d];
        this.toggled = new double[d][d];
        for (int j = 0; j < d; j++) {
            refresh(j);
        }
    }

    static Dag climb(int variables, double[] covariance, double rows) {
        BicClimb climb = new BicClimb(variables, covariance, rows);
        while (climb.step()) {
            // each step raises the score, so this ends
        }
        double[] weights = new double[variables * variables];
        for (int k = 0; k < weights.length; k++) {
            weights[k] = climb.edge[k / variables][k % variables] ? 1 : 0;
        }
        return Dag.of(WeightMatrix.ofRows(variables, weights));
    }

    private boolean step() {
        double best = LEAD;
        int from = -1;
        int to = -1;
        boolean reversed = false;
        for (int i = 0; i < d; i++) {
            for (int j = 0; j < d; j++) {
                if (i == j || edge[j][i]) {
                    continue;
                }
                double gain = toggled[j][i] - own[j];
                if (gain > best && (edge[i][j] || !leads(j, i))) {
                    best = gain;
                    from = i;
                    to = j;
                    reversed = false;
                }
                double turned = gain + toggled[i][j] - own[i];
                if (edge[i][j] && turned > best && !leadsOtherwise(i, j)) {
                    best = turned;
                    from = i;
                    to = j;
                    reversed = true;
                }
            }
        }
        if (from < 0) {
            return false;
        }
        edge[from][to] ^= true;
        refresh(to);
        if (reversed) {
            edge[to][from] = true;
            refresh(from);
        }
        return true;
    }

    private boolean leadsOtherwise(int from, int to) {
        edge[from][to] = false;
        boolean leads = leads(from, to);
        edge[from][to] = true;
        return leads;
    }

    private boolean leads(int from, int to) {
        boolean[] seen = new boolean[d];
        int[] open = new int[d];
        int count = 0;
        open[count++] = from;
        seen[from] = true;
        while (count > 0) {
            int at = open[--count];
            for (int next = 0; next < d; next++) {
                if (edge[at][next] && !seen[next]) {
                    seen[next] = true;
                    open[count++] = next;
                }
            }
        }
        return seen[to];
    }

    private void refresh(int j) {
        own[j] = score(j);
        for (int i = 0; i < d; i++) {
            if (i != j) {
                edge[i][j] ^= true;
                toggled[j][i] = score(j);
                edge[i][j] ^= true;
            }
        }
    }

    private double score(int j) {
        int[] chosen = new int[d];
        int k = 0;
        for (int i = 0; i < d; i++) {
            if (edge[i][j]) {
                chosen[k++] = i;
            }
        }
        chosen[k] = j;
        double residual = lastPivot(chosen, k + 1);
        return residual > 0
                ? -(rows * Math.log(residual) + k * Math.log(rows)) / 2
                : Double.NEGATIVE_INFINITY; // a combination of others
    }

    /** The variance of the last of some variables given the others, by Cholesky; 0 when round-off hides it. */
    private double lastPivot(int[] chosen, int count) {
        double[][] factor = new double[count][count];
        double pivot = 0;
        for (int a = 0; a < count; a++) {
            double variance = covariance[chosen[a] * (d + 1)];
            for (int b = 0; b <= a; b++) {
                double sum = covariance[chosen[a] * d + chosen[b]];
                for (int c = 0; c < b; c++) {
                    sum -= factor[a][c] * factor[b][c];
                }
                if (b < a) {
                    factor[a][b] = sum / factor[b][b];
                } else if (sum <= variance * 1e-10) {
                    return 0;
                } else {
                    pivot = sum;
                    factor[a][a] = Math.sqrt(sum);
                }
            }
        }
        return pivot;
    }
}
