// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.picture.layout;

import java.util.Arrays;

/** Layers an acyclic graph, edges down: longest paths, then moves that shorten edges (problem: Gansner et al. 1993). */
final class Layering {

    private static final int PASSES = 30;

    private final int[][] up;
    private final int[][] down;
    private final int[] layer;

    private Layering(int[][] up, int[][] down) {
        this.up = up;
        this.down = down;
        this.layer = new int[up.length];
    }

    /** Layer of every vertex, 0 at the top, from its neighbours above and below; every edge is forward in the order. */
    static int[] of(int[][] up, int[][] down, int[] order) {
        Layering layering = new Layering(up, down);
        for (int v : order) {
            layering.layer[v] = layering.lowestAllowed(v);
        }
        int last = Arrays.stream(layering.layer).max().orElse(0);
        int[] crowd = new int[last + 1];
        for (int l : layering.layer) {
            crowd[l]++;
        }
        boolean moved = true;
        for (int pass = 0; moved && pass < PASSES; pass++) {
            moved = false;
            for (int k = order.length - 1; k >= 0; k--) {
                moved |= layering.improve(order[k], last, crowd);
            }
        }
        return layering.layer;
    }

    private int lowestAllowed(int v) {
        int lowest = 0;
        for (int u : up[v]) {
            lowest = Math.max(lowest, layer[u] + 1);
        }
        return lowest;
    }

    /** Moves a vertex to the side where it has more edges; where that makes no difference, to the emptiest layer. */
    private boolean improve(int v, int last, int[] crowd) {
        int lowest = lowestAllowed(v);
        int highest = last;
        for (int u : down[v]) {
            highest = Math.min(highest, layer[u] - 1);
        }
        int best = layer[v];
        if (down[v].length > up[v].length) {
            best = highest;
        } else if (down[v].length < up[v].length) {
            best = lowest;
        } else {
            for (int l = lowest; l <= highest; l++) {
                best = crowd[l] + 1 < crowd[best] ? l : best;
            }
        }
        boolean moves = best != layer[v];
        crowd[layer[v]]--;
        crowd[best]++;
        layer[v] = best;
        return moves;
    }
}
