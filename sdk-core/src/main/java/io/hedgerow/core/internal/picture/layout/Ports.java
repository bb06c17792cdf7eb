// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.picture.layout;

/** Spreads the ends of edges over one side of a node, each near its wanted place, none too near to another. */
final class Ports {

    private static final double GAP = 11;

    private Ports() {}

    /** Distances from the middle, at most {@code reach}, near those wanted, which are in order; weights are &gt; 0. */
    static double[] spread(double[] wanted, double[] weight, double reach) {
        int n = wanted.length;
        double gap = n < 2 ? 0 : Math.min(GAP, 2 * reach / (n - 1));
        double[] limited = new double[n];
        double[] distance = new double[n];
        for (int k = 0; k < n; k++) {
            // Limits that leave room for the ports on either side.
            limited[k] = Math.max(-reach + k * gap, Math.min(reach - (n - 1 - k) * gap, wanted[k]));
            distance[k] = gap;
        }
        return Spacing.solve(limited, weight, distance);
    }
}
