// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.climb;

import io.hedgerow.core.internal.search.graph.ParentSets;
import io.hedgerow.core.internal.search.graph.Pdag;
import io.hedgerow.core.internal.search.score.FamilyScores;
import java.util.Arrays;

/**
 * Greedy search over equivalence classes (GES, Chickering 2002): the best insertion as long as one raises the score,
 * then the best deletion, again until neither does. An insertion directs at most {@value #MOST_DIRECTED} open edges
 * into its target; all sets of them are tried. For scores that know equivalence classes only. Others can raise a family
 * by an insertion and another one by its deletion, so the search ends where both together no longer raise the score of
 * a member. A step: O(d²) local scores on sparse classes.
 */
public final class EquivalenceSearch {

    private static final int MOST_DIRECTED = 3;
    private static final double LEAD = 1e-9;

    private final FamilyScores scores;
    private final int d;
    private final Pdag graph;
    private final int[] set;

    /** The best change of a step: from, to, and the edges that it directs (insertion) or frees (deletion). */
    private double best;

    private int from;
    private int to;
    private int[] turned = new int[0];

    EquivalenceSearch(FamilyScores scores, ParentSets start) {
        this.scores = scores;
        this.d = scores.variables();
        this.graph = Pdag.of(start);
        this.set = new int[d];
    }

    public static ParentSets search(FamilyScores scores, ParentSets start) {
        EquivalenceSearch search = new EquivalenceSearch(scores, start);
        ParentSets best = search.member();
        double most = new GraphClimb(scores, best).score();
        while (search.changes()) {
            ParentSets member = search.member();
            double score = new GraphClimb(scores, member).score();
            if (!(score > most)) {
                return best;
            }
            best = member;
            most = score;
        }
        return best;
    }

    /** Inserts, then deletes, as long as each raises the score; false when there was nothing to do. */
    private boolean changes() {
        boolean changed = false;
        for (boolean insert : new boolean[] {true, false}) {
            while (step(insert)) {
                changed = true;
            }
        }
        return changed;
    }

    double gain() {
        return best;
    }

    ParentSets member() {
        return graph.extension();
    }

    /** Takes the best insertion or deletion; false when there is none. */
    boolean step(boolean insert) {
        best = LEAD;
        for (int y = 0; y < d; y++) {
            for (int x = 0; x < d; x++) {
                if (x != y && insert && !graph.joined(x, y)) {
                    insertions(x, y);
                } else if (x != y && !insert && graph.leads(x, y)) {
                    deletions(x, y);
                }
            }
        }
        if (best == LEAD) {
            return false;
        }
        if (insert) {
            graph.direct(from, to);
            for (int t : turned) {
                graph.direct(t, to);
            }
        } else {
            graph.cut(from, to);
            for (int h : turned) {
                graph.direct(to, h);
                if (graph.open(from, h)) {
                    graph.direct(from, h);
                }
            }
        }
        graph.complete();
        return true;
    }

    private void insertions(int x, int y) {
        int[] shared = graph.openAround(y, x, true);
        int[] others = graph.openAround(y, x, false);
        for (int pick = 0; pick < 1 << Math.min(others.length, 20); pick++) {
            if (Integer.bitCount(pick) > MOST_DIRECTED) {
                continue;
            }
            int[] chosen = picked(others, pick);
            int count = union(shared, chosen);
            if (!graph.isClique(set, count)) {
                continue;
            }
            int around = count;
            count = addParents(y, count, -1);
            double before = scores.of(y, set, count);
            int[] with = Arrays.copyOf(set, count + 1);
            with[count] = x;
            double gain = scores.of(y, with, count + 1) - before;
            if (gain > best && !graph.reachesAround(y, x, Arrays.copyOf(set, around))) {
                keep(gain, x, y, chosen);
            }
        }
    }

    private void deletions(int x, int y) {
        int[] shared = graph.openAround(y, x, true);
        for (int pick = 0; pick < 1 << Math.min(shared.length, 20); pick++) {
            int[] stay = picked(shared, ~pick);
            int count = union(stay, new int[0]);
            if (!graph.isClique(set, count)) {
                continue;
            }
            count = addParents(y, count, x);
            double without = scores.of(y, set, count);
            int[] with = Arrays.copyOf(set, count + 1);
            with[count] = x;
            double gain = without - scores.of(y, with, count + 1);
            if (gain > best) {
                keep(gain, x, y, picked(shared, pick));
            }
        }
    }

    private void keep(double gain, int x, int y, int[] which) {
        best = gain;
        from = x;
        to = y;
        turned = which;
    }

    private static int[] picked(int[] all, int pick) {
        int[] chosen = new int[all.length];
        int count = 0;
        for (int b = 0; b < all.length; b++) {
            if ((pick >> b & 1) != 0) {
                chosen[count++] = all[b];
            }
        }
        return Arrays.copyOf(chosen, count);
    }

    private int union(int[] first, int[] second) {
        System.arraycopy(first, 0, set, 0, first.length);
        System.arraycopy(second, 0, set, first.length, second.length);
        return first.length + second.length;
    }

    private int addParents(int y, int count, int left) {
        int next = count;
        for (int p = 0; p < d; p++) {
            if (p != left && graph.leads(p, y) && !graph.leads(y, p)) {
                set[next++] = p;
            }
        }
        return next;
    }
}
