// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.solver;

import java.util.Arrays;

/** Keeps the largest of n numbers while single ones change: O(log n) a change. Among equals the lowest index wins. */
final class WinnerTree {

    private final int leaves;
    private final double[] values;
    private final int[] winner;

    WinnerTree(int size) {
        int power = 1;
        while (power < size) {
            power *= 2;
        }
        this.leaves = power;
        this.values = new double[power];
        Arrays.fill(values, Double.NEGATIVE_INFINITY);
        this.winner = new int[2 * power];
        for (int i = 0; i < power; i++) {
            winner[power + i] = i;
        }
        rebuild();
    }

    void put(int index, double value) {
        values[index] = value;
    }

    void rebuild() {
        for (int node = leaves - 1; node >= 1; node--) {
            play(node);
        }
    }

    void update(int index, double value) {
        values[index] = value;
        for (int node = (leaves + index) >> 1; node >= 1; node >>= 1) {
            play(node);
        }
    }

    int best() {
        return winner[1];
    }

    double bestValue() {
        return values[winner[1]];
    }

    private void play(int node) {
        int left = winner[2 * node];
        int right = winner[2 * node + 1];
        winner[node] = values[left] >= values[right] ? left : right;
    }
}
