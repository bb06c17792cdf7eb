// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.climb;

import io.hedgerow.core.internal.search.graph.ParentSets;
import io.hedgerow.core.internal.search.score.FamilyScores;
import java.util.Arrays;

/**
 * Best order score search (BOSS: Andrews and others 2023): each variable in turn goes to the place at which the score
 * of the order's graph is highest, until none moves. {@link GrowShrinkTree} gives each variable parents among those
 * before it. Variables that are parents only come before all. A sweep looks up 3 d² sets of parents. Not thread-safe.
 */
public final class BestOrder {

    private static final int MOST_SWEEPS = 30;
    private static final double LEAD = 1e-9;

    private final int d;
    private final GrowShrinkTree[] trees;
    private final boolean[] always;
    private int[] order = {};

    /** Takes scores without required parents; what one search learns of sets of parents the next one knows. */
    public BestOrder(FamilyScores scores) {
        this.d = scores.variables();
        this.trees = new GrowShrinkTree[d];
        this.always = new boolean[d];
        Arrays.fill(always, true);
        for (int j : scores.targets()) {
            trees[j] = new GrowShrinkTree(scores, j);
            always[j] = false;
        }
    }

    /** The graph of the best order that moves of single variables lead to from the order {@code start}. */
    public ParentSets search(int[] start) {
        order = start.clone();
        boolean moved = true;
        for (int sweep = 0; sweep < MOST_SWEEPS && moved; sweep++) {
            moved = false;
            for (int v : start) {
                moved |= move(v);
            }
        }
        return graph();
    }

    private boolean move(int v) {
        int now = 0;
        while (order[now] != v) {
            now++;
        }
        int m = order.length - 1;
        System.arraycopy(order, now + 1, order, now, m - now);
        boolean[] before = always.clone();
        double[] own = new double[m + 1];
        double[] change = new double[m]; // of each other when v comes before it
        for (int k = 0; k < m; k++) {
            int w = order[k];
            own[k] = trees[v].score(before);
            double without = trees[w].score(before);
            before[v] = true;
            change[k] = trees[w].score(before) - without;
            before[v] = false;
            before[w] = true;
        }
        own[m] = trees[v].score(before);
        double after = 0;
        double[] total = new double[m + 1];
        for (int k = m; k >= 0; k--) {
            after += k < m ? change[k] : 0;
            total[k] = own[k] + after;
        }
        int best = now;
        for (int k = 0; k <= m; k++) {
            best = total[k] > total[best] + LEAD ? k : best;
        }
        System.arraycopy(order, best, order, best + 1, m - best);
        order[best] = v;
        return best != now;
    }

    private ParentSets graph() {
        ParentSets graph = ParentSets.empty(d);
        boolean[] before = always.clone();
        for (int v : order) {
            for (int parent : trees[v].parents(before)) {
                graph.add(v, parent);
            }
            before[v] = true;
        }
        return graph;
    }
}
