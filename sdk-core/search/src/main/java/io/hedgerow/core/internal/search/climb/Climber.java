// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.climb;

import io.hedgerow.core.internal.search.graph.ParentSets;
import io.hedgerow.core.internal.search.graph.Reachability;
import io.hedgerow.core.internal.search.regression.TargetRegression;
import io.hedgerow.core.internal.search.score.DecomposableScore;

/**
 * Improves a directed acyclic graph one edge at a time. For every target the gain of adding each candidate and of
 * dropping each parent is cached; a move recomputes its one or two targets only. A reversal i → j to j → i is a drop at
 * j and an addition at i, so its gain is the sum of two cached ones. A move: O(d k + edges), plus O(d² / 64) for the
 * reachability that keeps the graph acyclic. Not thread-safe.
 */
final class Climber {

    private static final int NONE = -1;

    private static final double LEAD = 1 + 1e-10;

    private final int variables;
    private final double[] s;
    private final DecomposableScore score;
    private final ParentSets parents;
    private final Reachability reachability;
    private final TargetRegression[] regressions;
    /** Gain of i → j at {@code addGain[j][i]}; negative infinity when it cannot be added to any graph. */
    private final double[][] addGain;
    /** Gain of dropping the parent at a position. */
    private final double[][] dropGain;
    /** Smallest gain at a target that cannot be round-off. */
    private final double[] least;

    private final int[] bestCandidate;
    private final double[] residuals;
    private int moves;

    Climber(int variables, double[] s, DecomposableScore score, int maxParents) {
        this.variables = variables;
        this.s = s;
        this.score = score;
        int room = Math.min(maxParents, variables - 1);
        this.parents = new ParentSets(variables, room);
        this.reachability = new Reachability(variables);
        this.regressions = new TargetRegression[variables];
        this.addGain = new double[variables][variables];
        this.dropGain = new double[variables][room];
        this.least = new double[variables];
        this.bestCandidate = new int[variables];
        this.residuals = new double[room];
        for (int j = 0; j < variables; j++) {
            regressions[j] = new TargetRegression(variables, s, j, room);
            refresh(j);
            rescan(j);
        }
    }

    ParentSets parents() {
        return parents;
    }

    int moves() {
        return moves;
    }

    /** The score of the graph, summed afresh. */
    double score() {
        double sum = 0;
        for (int j = 0; j < variables; j++) {
            sum += score.fit(j, regressions[j].residualVariance());
            for (int a = 0; a < parents.count(j); a++) {
                sum += score.penalty(parents.parent(j, a), j);
            }
        }
        return sum;
    }

    void climb() {
        boolean improved = true;
        while (improved) {
            improved = step();
        }
    }

    /** Takes the best move; false when none improves the score. */
    boolean step() {
        double best = 0;
        int from = NONE;
        int to = NONE;
        int position = NONE;
        boolean reverse = false;
        for (int j = 0; j < variables; j++) {
            int i = bestCandidate[j];
            if (i != NONE && addGain[j][i] > best * LEAD) {
                best = addGain[j][i];
                from = i;
                to = j;
                position = NONE;
                reverse = false;
            }
            for (int a = 0; a < parents.count(j); a++) {
                int parent = parents.parent(j, a);
                double drop = dropGain[j][a];
                if (drop > best * LEAD && drop > least[j]) {
                    best = drop;
                    from = parent;
                    to = j;
                    position = a;
                    reverse = false;
                }
                double turn = drop + addGain[parent][j];
                if (turn > best * LEAD && turn > least[j] + least[parent] && reversible(parent, j)) {
                    best = turn;
                    from = parent;
                    to = j;
                    position = a;
                    reverse = true;
                }
            }
        }
        if (from == NONE) {
            return false;
        }
        moves++;
        if (position == NONE) {
            insert(from, to);
        } else if (reverse) {
            reverse(to, position);
        } else {
            remove(to, position);
        }
        return true;
    }

    /** Whether no other path leads from … → to, and there is room at from. */
    boolean reversible(int from, int to) {
        if (parents.full(from)) {
            return false;
        }
        for (int j = 0; j < variables; j++) {
            if (j != to && reachability.reaches(j, to) && parents.positionOf(j, from) >= 0) {
                return false;
            }
        }
        return true;
    }

    private void insert(int from, int to) {
        parents.add(to, from);
        regressions[to].add(from);
        refresh(to);
        reachability.addEdge(from, to);
        for (int j = 0; j < variables; j++) {
            int i = bestCandidate[j];
            if (j == to || (i != NONE && reachability.closesCycle(i, j))) {
                rescan(j);
            }
        }
    }

    private void remove(int target, int position) {
        parents.removeAt(target, position);
        rebuild(target);
        relink();
    }

    /** Reverses the edge from the parent at a position; it must be reversible and usable. */
    void reverse(int target, int position) {
        int from = parents.parent(target, position);
        parents.removeAt(target, position);
        parents.add(from, target);
        rebuild(target);
        regressions[from].add(target);
        refresh(from);
        relink();
    }

    boolean canAdd(int from, int to) {
        return addGain[to][from] > Double.NEGATIVE_INFINITY;
    }

    /** Goes to another acyclic graph, recomputing the targets whose parents differ. */
    void moveTo(ParentSets other) {
        for (int j = 0; j < variables; j++) {
            if (!parents.sameAs(other, j)) {
                parents.set(j, other);
                rebuild(j);
            }
        }
        relink();
    }

    private void rebuild(int target) {
        TargetRegression regression = regressions[target];
        regression.clear();
        for (int a = 0; a < parents.count(target); a++) {
            // Its pivot is positive: it was when the parent was added, and with fewer parents before it, it is larger.
            if (!regression.add(parents.parent(target, a))) {
                throw new IllegalStateException("a parent's pivot is no longer positive");
            }
        }
        refresh(target);
        rescan(target);
    }

    private void relink() {
        reachability.rebuild(parents);
        for (int j = 0; j < variables; j++) {
            int i = bestCandidate[j];
            if ((i != NONE && reachability.closesCycle(i, j)) || reachability.lostDescendants(j)) {
                rescan(j);
            }
        }
    }

    private void refresh(int target) {
        TargetRegression regression = regressions[target];
        double residual = regression.residualVariance();
        double fit = score.fit(target, residual);
        double roundOff = 1e-12 * s[target * variables + target];
        least[target] = Math.abs(score.fit(target, residual + roundOff) - fit) + 1e-14 * Math.abs(fit);
        double[] gains = addGain[target];
        for (int i = 0; i < variables; i++) {
            if (i == target || !regression.usable(i)) {
                gains[i] = Double.NEGATIVE_INFINITY;
            } else {
                gains[i] = fit - score.fit(target, regression.residualVarianceWith(i)) - score.penalty(i, target);
            }
        }
        regression.coefficients(residuals);
        for (int a = 0; a < parents.count(target); a++) {
            int parent = parents.parent(target, a);
            gains[parent] = Double.NEGATIVE_INFINITY;
            dropGain[target][a] = fit - score.fit(target, residuals[a]) + score.penalty(parent, target);
        }
    }

    private void rescan(int target) {
        bestCandidate[target] = NONE;
        if (parents.full(target)) {
            return;
        }
        double best = least[target];
        double[] gains = addGain[target];
        for (int i = 0; i < variables; i++) {
            if (gains[i] > best * LEAD && !reachability.closesCycle(i, target)) {
                best = gains[i];
                bestCandidate[target] = i;
            }
        }
    }
}
