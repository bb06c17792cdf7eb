// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.picture.layout;

/**
 * Places items in a row as near as possible to their wanted places, in a given order and with given distances: the
 * exact minimiser of Σ w_k (x_k − t_k)² subject to x_{k+1} − x_k ≥ s_k, by pooling adjacent violators. O(n).
 */
final class Spacing {

    /** Between the ends of edges at one side of a node. */
    private static final double PORT_GAP = 11;

    private Spacing() {}

    /** x of t, w &gt; 0 and s, [n] each: s_k is from k to k + 1, and the last is not used. */
    static double[] solve(double[] wanted, double[] weight, double[] distance) {
        int n = wanted.length;
        double[] mean = new double[n];
        double[] mass = new double[n];
        int[] size = new int[n];
        int blocks = 0;
        double offset = 0;
        for (int k = 0; k < n; k++) {
            mean[blocks] = wanted[k] - offset;
            mass[blocks] = weight[k];
            size[blocks++] = 1;
            while (blocks > 1 && mean[blocks - 2] > mean[blocks - 1]) {
                blocks--;
                double total = mass[blocks - 1] + mass[blocks];
                mean[blocks - 1] = (mean[blocks - 1] * mass[blocks - 1] + mean[blocks] * mass[blocks]) / total;
                mass[blocks - 1] = total;
                size[blocks - 1] += size[blocks];
            }
            offset += distance[k];
        }
        double[] x = new double[n];
        int k = 0;
        offset = 0;
        for (int b = 0; b < blocks; b++) {
            for (int end = k + size[b]; k < end; k++) {
                x[k] = mean[b] + offset;
                offset += distance[k];
            }
        }
        return x;
    }

    /**
     * Spreads the ends of edges over one side of a node, none too near to another: distances from the middle, at most
     * {@code reach}, near those wanted, which are in order; weights are &gt; 0.
     */
    static double[] ports(double[] wanted, double[] weight, double reach) {
        int n = wanted.length;
        double gap = n < 2 ? 0 : Math.min(PORT_GAP, 2 * reach / (n - 1));
        double[] limited = new double[n];
        double[] distance = new double[n];
        for (int k = 0; k < n; k++) {
            // Limits that leave room for the ports on either side.
            limited[k] = Math.max(-reach + k * gap, Math.min(reach - (n - 1 - k) * gap, wanted[k]));
            distance[k] = gap;
        }
        return solve(limited, weight, distance);
    }
}
