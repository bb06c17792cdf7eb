// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.acyclicity;

/** Positive weights, refilled for every evaluation: those of source i are at {@code start[i]}, …. Not thread-safe. */
final class SparseRows {

    private final Component component;
    private final int[] start;
    private final int[] target;
    private final double[] value;

    SparseRows(Component component) {
        this.component = component;
        this.start = new int[component.size() + 1];
        this.target = new int[component.edges()];
        this.value = new double[component.edges()];
    }

    /** Keeps the weights above 0. */
    void fill(double[] weights) {
        int[] from = component.start();
        int[] to = component.target();
        int kept = 0;
        for (int i = 0; i < component.size(); i++) {
            for (int e = from[i]; e < from[i + 1]; e++) {
                if (weights[e] > 0) {
                    target[kept] = to[e];
                    value[kept++] = weights[e];
                }
            }
            start[i + 1] = kept;
        }
    }

    int size() {
        return start[component.size()];
    }

    /** The start of each source's weights; n + 1 entries. Not to be modified, like the two below. */
    int[] start() {
        return start;
    }

    int[] target() {
        return target;
    }

    double[] value() {
        return value;
    }
}
