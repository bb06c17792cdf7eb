// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.climb;

import io.hedgerow.core.internal.random.SearchRandom;
import io.hedgerow.core.internal.search.graph.ParentSets;
import io.hedgerow.core.internal.search.graph.Reachability;
import io.hedgerow.core.internal.search.score.FamilyScores;
import java.util.Arrays;

/**
 * An acyclic graph and the scores of all graphs that differ from it by one edge. Not thread-safe. After a change of j's
 * parents: O(d c²) for c parents; a step: O(d) for each target that may have the best change and for each that lost a
 * descendant.
 */
public final class GraphClimb {

    /** A lead within round-off is no lead. */
    private static final double LEAD = 1e-9;

    private final int d;
    private final FamilyScores scores;
    private final int[] targets;
    /** Of each target; not a number while it is unknown. */
    private final double[] own;
    /** [target, other]: the target's score when the edge other → target is toggled, as foretold or found. */
    private final double[][] toggled;

    /** [target]: its parents and the variables that would raise its score; edges from others are never worth a step. */
    private final int[][] worthwhile;

    /** [target]: the largest gain of a toggled edge into it, except from its descendants, which would close a cycle. */
    private final double[] largest;
    /** Whether edges from a former descendant may have become legal. */
    private final boolean[] looseBound;

    /** Whether a target's scores with toggled edges are unknown. */
    private final boolean[] stale;
    /** Whether there is an edge, at index to·d + from. */
    private final boolean[] edge;

    private final int[] found;
    private ParentSets parents;
    private final Reachability reach;
    private boolean stalePaths;

    public GraphClimb(FamilyScores scores, ParentSets start) {
        this.d = scores.variables();
        this.scores = scores;
        this.targets = scores.targets();
        this.own = new double[d];
        Arrays.fill(own, Double.NaN);
        this.toggled = new double[d][d];
        this.worthwhile = new int[d][];
        this.largest = new double[d];
        this.looseBound = new boolean[d];
        this.stale = new boolean[d];
        this.edge = new boolean[d * d];
        this.found = new int[d];
        this.parents = start;
        this.reach = new Reachability(d);
        Arrays.fill(stale, true);
        moveTo(start);
    }

    public ParentSets parents() {
        return parents;
    }

    public void moveTo(ParentSets graph) {
        for (int j = 0; j < d; j++) {
            if (!graph.sameAs(parents, j)) {
                own[j] = Double.NaN;
                stale[j] = true;
            }
        }
        parents = graph.copy();
        stalePaths = true;
        Arrays.fill(looseBound, true);
        for (int j = 0; j < d; j++) {
            markEdges(j);
        }
    }

    private void markEdges(int j) {
        Arrays.fill(edge, j * d, (j + 1) * d, false);
        for (int p = 0; p < parents.count(j); p++) {
            edge[j * d + parents.parent(j, p)] = true;
        }
    }

    public double score() {
        double sum = 0;
        for (int j : targets) {
            sum += own(j);
        }
        return sum;
    }

    private double own(int j) {
        if (Double.isNaN(own[j])) {
            own[j] = Improvement.checked(j, scores.of(j, parents.of(j), parents.count(j)));
        }
        return own[j];
    }

    private void refresh(int j) {
        if (stale[j]) {
            own(j);
            scores.toggled(j, parents.of(j), parents.count(j), toggled[j]);
            for (double foretold : toggled[j]) {
                Improvement.checked(j, foretold);
            }
            stale[j] = false;
            look(j);
        }
    }

    /** Finds the edges into j that are worth a look. */
    private void look(int j) {
        looseBound[j] = true;
        int count = 0;
        for (int i = 0; i < d; i++) {
            if (edge[j * d + i] || gain(j, i) > LEAD) {
                found[count++] = i;
            }
        }
        worthwhile[j] = Arrays.copyOf(found, count);
    }

    private double largest(int j) {
        if (looseBound[j]) {
            looseBound[j] = false;
            largest[j] = Double.NEGATIVE_INFINITY;
            for (int i : worthwhile[j]) {
                if (gain(j, i) > largest[j] && !paths().reaches(j, i)) {
                    largest[j] = gain(j, i);
                }
            }
        }
        return largest[j];
    }

    private double gain(int target, int other) {
        double to = toggled[target][other];
        return own[target] == Double.NEGATIVE_INFINITY && to > own[target] ? Double.MAX_VALUE : to - own[target];
    }

    /**
     * Climbs until no change of one edge is an {@link Improvement}. A step is chosen by what was foretold, and tried;
     * one that improves nothing is undone. What it would have led to is then known instead of foretold, so it is not
     * chosen again before the parents of its variables change. So at most d² steps are undone between two that are
     * kept, and these end.
     *
     * @throws IllegalArgumentException when a score is neither a number nor −∞
     */
    public void climb() {
        while (step()) {
            // ends: see above
        }
    }

    /** Tries the step that is foretold to be best; false when there is none. */
    private boolean step() {
        for (int j : targets) {
            refresh(j);
        }
        double best = LEAD;
        int from = -1;
        int to = -1;
        boolean reverse = false;
        for (int j : targets) {
            if (!mayExceed(best, j)) {
                continue;
            }
            for (int i : worthwhile[j]) {
                double gain = gain(j, i);
                if (edge[j * d + i]) {
                    double turned = turned(i, j);
                    if (turned > best && turned > gain && surelyTurned(i, j) && reversible(i, j)) {
                        best = turned;
                        from = i;
                        to = j;
                        reverse = true;
                    }
                    if (gain > best && surelyToggled(i, j)) {
                        best = gain;
                        from = i;
                        to = j;
                        reverse = false;
                    }
                } else if (gain > best
                        && surelyToggled(i, j)
                        && !edge[i * d + j]
                        && !parents.full(j)
                        && !paths().closesCycle(i, j)) {
                    best = gain;
                    from = i;
                    to = j;
                    reverse = false;
                }
            }
        }
        if (from < 0) {
            return false;
        }
        if (reverse) {
            tryTurning(from, to);
        } else {
            tryToggling(from, to);
        }
        return true;
    }

    private boolean surelyToggled(int from, int to) {
        return Improvement.isSure(own[to], toggled[to][from]);
    }

    private boolean surelyTurned(int from, int to) {
        return Improvement.isSure(own[to] + own[from], toggled[to][from] + toggled[from][to]);
    }

    private void tryToggling(int from, int to) {
        int[] before = parents.of(to);
        double score = own[to];
        toggle(from, to);
        double after = own(to);
        if (!Improvement.isSure(score, after)) {
            undo(to, before, score, from, after);
        }
    }

    private void tryTurning(int from, int to) {
        int[] ofEffect = parents.of(to);
        int[] ofCause = parents.of(from);
        double effect = own[to];
        double cause = own[from];
        toggle(from, to);
        toggle(to, from);
        double effectAfter = own(to);
        double causeAfter = own(from);
        if (!Improvement.isSure(effect + cause, effectAfter + causeAfter)) {
            undo(to, ofEffect, effect, from, effectAfter);
            undo(from, ofCause, cause, to, causeAfter);
        }
    }

    /** Gives j its parents and its score back, and keeps that with the edge from {@code other} toggled. */
    private void undo(int j, int[] before, double score, int other, double after) {
        parents.set(j, before);
        markEdges(j);
        stalePaths = true;
        own[j] = score;
        toggled[j][other] = after;
        stale[j] = false;
        look(j);
    }

    /** The gain of j → i instead of i → j. */
    private double turned(int i, int j) {
        // a variable without a term has no parents, so an edge from it is never turned
        return gain(j, i) + (stale[i] ? Double.NEGATIVE_INFINITY : gain(i, j));
    }

    /** Whether some change of an edge into j may gain more. */
    private boolean mayExceed(double best, int j) {
        boolean may = largest(j) > best;
        for (int p = 0; !may && p < parents.count(j); p++) {
            may = turned(parents.parent(j, p), j) > best;
        }
        return may;
    }

    /** Whether i → j is the only path from i to j, and i has room for a parent. */
    boolean reversible(int i, int j) {
        if (parents.full(i)) {
            return false;
        }
        for (int p = 0; p < parents.count(j); p++) {
            int other = parents.parent(j, p);
            if (other != i && paths().reaches(i, other)) {
                return false;
            }
        }
        return true;
    }

    private Reachability paths() {
        if (stalePaths) {
            reach.rebuild(parents);
            stalePaths = false;
        }
        return reach;
    }

    private void toggle(int from, int to) {
        if (edge[to * d + from]) {
            for (int a = 0; a < d; a++) {
                looseBound[a] |= stalePaths || a == from || reach.reaches(a, from);
            }
            parents.removeAt(to, parents.positionOf(to, from));
            stalePaths = true;
        } else {
            parents.add(to, from);
            if (!stalePaths) {
                reach.addEdge(from, to);
            }
        }
        edge[to * d + from] ^= true;
        own[to] = Double.NaN;
        stale[to] = true;
    }

    /** Toggles random edges, as long as the graph stays acyclic and its score finite. */
    public void kick(SearchRandom random, int count) {
        for (int done = 0; done < count; done++) {
            int i = random.nextInt(d);
            int j = targets[random.nextInt(targets.length)];
            if (i == j || edge[i * d + j]) {
                continue;
            }
            refresh(j);
            boolean legal = edge[j * d + i] || (!parents.full(j) && !paths().closesCycle(i, j));
            if (legal && toggled[j][i] > Double.NEGATIVE_INFINITY) {
                toggle(i, j);
            }
        }
    }

    /** Reverses random covered edges, which changes no score that knows equivalence classes only (Chickering 1995). */
    void walk(SearchRandom random, int steps) {
        int edges = parents.edgeCount(); // as many after a step as before
        for (int done = 0; edges > 0 && done < steps; done++) {
            int chosen = random.nextInt(edges);
            int j = 0;
            while (chosen >= parents.count(j)) {
                chosen -= parents.count(j++);
            }
            int i = parents.parent(j, chosen);
            if (isCovered(i, j) && !parents.full(i) && canTurn(i, j)) {
                toggle(i, j);
                toggle(j, i);
            }
        }
    }

    /** Reverses random edges, except those that would close a cycle or leave a score infinite. */
    void reverse(SearchRandom random, int count) {
        int edges = parents.edgeCount(); // as many after a reversal as before
        for (int done = 0; edges > 0 && done < count; done++) {
            int chosen = random.nextInt(edges);
            int j = 0;
            while (chosen >= parents.count(j)) {
                chosen -= parents.count(j++);
            }
            int i = parents.parent(j, chosen);
            if (reversible(i, j) && canTurn(i, j)) {
                toggle(i, j);
                toggle(j, i);
            }
        }
    }

    /** Whether both variables keep a finite score when i → j is reversed. */
    private boolean canTurn(int i, int j) {
        int[] left = parents.of(j);
        int at = parents.positionOf(j, i);
        System.arraycopy(left, at + 1, left, at, left.length - at - 1);
        int[] more = Arrays.copyOf(parents.of(i), parents.count(i) + 1);
        more[parents.count(i)] = j;
        return scores.of(j, left, left.length - 1) > Double.NEGATIVE_INFINITY
                && scores.of(i, more, more.length) > Double.NEGATIVE_INFINITY;
    }

    /** Whether j's parents are i and those of i. */
    private boolean isCovered(int i, int j) {
        if (parents.count(j) != parents.count(i) + 1) {
            return false;
        }
        for (int p = 0; p < parents.count(i); p++) {
            if (!edge[j * d + parents.parent(i, p)]) {
                return false;
            }
        }
        return true;
    }
}
