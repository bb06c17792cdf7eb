// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.acyclicity;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Random;

/** Random patterns and weights, and slow but obvious answers about them. */
final class RandomGraphs {

    private RandomGraphs() {}

    /** Each of the d(d − 1) edges is a candidate with the given probability, in random order. */
    static EdgePattern pattern(int d, double probability, Random random) {
        int[] from = new int[d * d];
        int[] to = new int[d * d];
        int m = 0;
        for (int i = 0; i < d; i++) {
            for (int j = 0; j < d; j++) {
                if (i != j && random.nextDouble() < probability) {
                    int at = random.nextInt(m + 1);
                    from[m] = from[at];
                    to[m] = to[at];
                    from[at] = i;
                    to[at] = j;
                    m++;
                }
            }
        }
        return EdgePattern.of(d, Arrays.copyOf(from, m), Arrays.copyOf(to, m));
    }

    /** Weights of which some are 0, scaled so that no column sums to more than the norm. */
    static double[] weights(EdgePattern pattern, double zeros, double norm, Random random) {
        double[] a = new double[pattern.size()];
        double[] columns = new double[pattern.variables()];
        double largest = 0;
        for (int e = 0; e < a.length; e++) {
            a[e] = random.nextDouble() < zeros ? 0 : 0.1 + random.nextDouble();
            columns[pattern.to(e)] += a[e];
            largest = Math.max(largest, columns[pattern.to(e)]);
        }
        for (int e = 0; e < a.length; e++) {
            a[e] *= largest == 0 ? 0 : norm / largest;
        }
        return a;
    }

    /** Whether the edges with a positive weight lead from one vertex to another. */
    static boolean reaches(EdgePattern pattern, double[] weights, int source, int goal) {
        boolean[] seen = new boolean[pattern.variables()];
        ArrayDeque<Integer> open = new ArrayDeque<>();
        open.add(source);
        seen[source] = true;
        while (!open.isEmpty()) {
            int v = open.remove();
            if (v == goal) {
                return true;
            }
            for (int e = 0; e < pattern.size(); e++) {
                if (weights[e] > 0 && pattern.from(e) == v && !seen[pattern.to(e)]) {
                    seen[pattern.to(e)] = true;
                    open.add(pattern.to(e));
                }
            }
        }
        return false;
    }

    static boolean cyclic(EdgePattern pattern, double[] weights) {
        for (int e = 0; e < pattern.size(); e++) {
            if (weights[e] > 0 && reaches(pattern, weights, pattern.to(e), pattern.from(e))) {
                return true;
            }
        }
        return false;
    }

    /** The cycle 0 → 1 → … → n − 1 → 0. */
    static EdgePattern cycle(int n) {
        int[] from = new int[n];
        int[] to = new int[n];
        for (int i = 0; i < n; i++) {
            from[i] = i;
            to[i] = (i + 1) % n;
        }
        return EdgePattern.of(n, from, to);
    }
}
