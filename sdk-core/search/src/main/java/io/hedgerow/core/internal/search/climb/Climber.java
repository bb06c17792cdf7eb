// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.climb;

import io.hedgerow.core.internal.search.graph.ParentSets;
import io.hedgerow.core.internal.search.graph.Reachability;
import io.hedgerow.core.internal.search.regression.TargetRegression;
import io.hedgerow.core.internal.search.score.DecomposableScore;

/**
 * Improves a directed acyclic graph one edge at a time. For every target its term of the score, the smaller the better,
 * after adding each candidate and after dropping each parent is cached; a move recomputes its one or two targets only.
 * A reversal i → j to j → i is a drop at j and an addition at i, so its gain is the sum of two cached ones. A move: O(d
 * k + edges), plus O(d² / 64) for the reachability that keeps the graph acyclic. A step that is no {@link Improvement}
 * of the terms computed anew is undone, and what it led to is known then instead of foretold, so climbs end. Not
 * thread-safe.
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
    /** The term of each target: its fit, and the prices of its edges. */
    private final double[] term;
    /** The term of j with i → j at {@code with[j][i]}; infinite when it cannot be added to any graph. */
    private final double[][] with;
    /** The term without the parent at a position. */
    private final double[][] without;
    /** Smallest gain at a target that cannot be round-off. */
    private final double[] least;

    private final int[] bestCandidate;
    private final double[] residuals;
    private int moves;

    /** The chosen move; its edge is at {@code position} among the parents of {@code to}, or not there. */
    private int from;

    private int to;
    private int position;
    private boolean reverse;

    Climber(int variables, double[] s, DecomposableScore score, int maxParents) {
        this.variables = variables;
        this.s = s;
        this.score = score;
        int room = Math.min(maxParents, variables - 1);
        this.parents = new ParentSets(variables, room);
        this.reachability = new Reachability(variables);
        this.regressions = new TargetRegression[variables];
        this.term = new double[variables];
        this.with = new double[variables][variables];
        this.without = new double[variables][room];
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

    double score() {
        double sum = 0;
        for (double one : term) {
            sum += one;
        }
        return sum;
    }

    private double gainWith(int target, int candidate) {
        return term[target] - with[target][candidate];
    }

    private double gainWithout(int target, int position) {
        return term[target] - without[target][position];
    }

    /** Whether a sum of terms, the smaller the better, surely falls. */
    private static boolean falls(double before, double after) {
        return Improvement.isSure(-before, -after);
    }

    /** Ends: at most d² steps are undone between two that are kept, and {@link Improvement} says why these end. */
    void climb() {
        boolean improved = true;
        while (improved) {
            improved = step();
        }
    }

    /** Takes the best move; false when none improves the score. */
    boolean step() {
        while (choose()) {
            if (position == NONE ? kept(from, to) : reverse ? keptReversed(to, position) : keptWithout(to, position)) {
                moves++;
                return true;
            }
        }
        return false;
    }

    /** Chooses the move that is foretold to be best; false when there is none. */
    private boolean choose() {
        double best = 0;
        from = NONE;
        for (int j = 0; j < variables; j++) {
            int i = bestCandidate[j];
            if (i != NONE && gainWith(j, i) > best * LEAD) {
                best = gainWith(j, i);
                choose(i, j, NONE, false);
            }
            for (int a = 0; a < parents.count(j); a++) {
                int parent = parents.parent(j, a);
                double drop = gainWithout(j, a);
                if (drop > best * LEAD && drop > least[j] && falls(term[j], without[j][a])) {
                    best = drop;
                    choose(parent, j, a, false);
                }
                double turn = drop + gainWith(parent, j);
                if (turn > best * LEAD
                        && turn > least[j] + least[parent]
                        && falls(term[j] + term[parent], without[j][a] + with[parent][j])
                        && reversible(parent, j)) {
                    best = turn;
                    choose(parent, j, a, true);
                }
            }
        }
        return from != NONE;
    }

    private void choose(int cause, int effect, int place, boolean turned) {
        from = cause;
        to = effect;
        position = place;
        reverse = turned;
    }

    private boolean kept(int from, int to) {
        parents.add(to, from);
        regressions[to].add(from);
        double found = found(to);
        if (!falls(term[to], found)) {
            parents.removeAt(to, parents.count(to) - 1);
            regress(to);
            with[to][from] = found;
            rescan(to);
            return false;
        }
        refresh(to);
        reachability.addEdge(from, to);
        for (int j = 0; j < variables; j++) {
            int i = bestCandidate[j];
            if (j == to || (i != NONE && reachability.closesCycle(i, j))) {
                rescan(j);
            }
        }
        return true;
    }

    private boolean keptWithout(int target, int position) {
        int[] before = parents.of(target);
        parents.removeAt(target, position);
        regress(target);
        double found = found(target);
        if (!falls(term[target], found)) {
            parents.set(target, before);
            regress(target);
            without[target][position] = found;
            return false;
        }
        refresh(target);
        rescan(target);
        relink();
        return true;
    }

    private boolean keptReversed(int target, int position) {
        int[] before = parents.of(target);
        int from = turn(target, position);
        double effect = found(target);
        double cause = found(from);
        if (!falls(term[target] + term[from], effect + cause)) {
            parents.set(target, before);
            parents.removeAt(from, parents.count(from) - 1);
            regress(target);
            regress(from);
            without[target][position] = effect;
            with[from][target] = cause;
            rescan(from);
            return false;
        }
        settle(target, from);
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

    /** Reverses the edge from the parent at a position; it must be reversible and usable. */
    void reverse(int target, int position) {
        settle(target, turn(target, position));
    }

    private int turn(int target, int position) {
        int from = parents.parent(target, position);
        parents.removeAt(target, position);
        parents.add(from, target);
        regress(target);
        regressions[from].add(target);
        return from;
    }

    private void settle(int target, int from) {
        refresh(target);
        rescan(target);
        refresh(from);
        relink();
    }

    boolean canAdd(int from, int to) {
        return gainWith(to, from) > Double.NEGATIVE_INFINITY;
    }

    /** Goes to another acyclic graph, recomputing the targets whose parents differ. */
    void moveTo(ParentSets other) {
        for (int j = 0; j < variables; j++) {
            if (!parents.sameAs(other, j)) {
                parents.set(j, other);
                regress(j);
                refresh(j);
                rescan(j);
            }
        }
        relink();
    }

    private void regress(int target) {
        TargetRegression regression = regressions[target];
        regression.clear();
        for (int a = 0; a < parents.count(target); a++) {
            // Its pivot is positive: it was when the parent was added, and with fewer parents before it, it is larger.
            if (!regression.add(parents.parent(target, a))) {
                throw new IllegalStateException("a parent's pivot is no longer positive");
            }
        }
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

    private double prices(int target) {
        double prices = 0;
        for (int a = 0; a < parents.count(target); a++) {
            prices += score.penalty(parents.parent(target, a), target);
        }
        return prices;
    }

    /** The term of a target's parents, computed anew. */
    private double found(int target) {
        double found = score.fit(target, regressions[target].residualVariance()) + prices(target);
        return -Improvement.checked(target, -found);
    }

    private void refresh(int target) {
        TargetRegression regression = regressions[target];
        double residual = regression.residualVariance();
        double fit = score.fit(target, residual);
        double roundOff = 1e-12 * s[target * variables + target];
        least[target] = Math.abs(score.fit(target, residual + roundOff) - fit) + 1e-14 * Math.abs(fit);
        double prices = prices(target);
        term[target] = found(target);
        double[] more = with[target];
        for (int i = 0; i < variables; i++) {
            more[i] = i == target || !regression.usable(i)
                    ? Double.POSITIVE_INFINITY
                    : score.fit(target, regression.residualVarianceWith(i)) + prices + score.penalty(i, target);
        }
        regression.coefficients(residuals);
        for (int a = 0; a < parents.count(target); a++) {
            int parent = parents.parent(target, a);
            more[parent] = Double.POSITIVE_INFINITY;
            without[target][a] = score.fit(target, residuals[a]) + prices - score.penalty(parent, target);
        }
    }

    private void rescan(int target) {
        bestCandidate[target] = NONE;
        if (parents.full(target)) {
            return;
        }
        double best = least[target];
        for (int i = 0; i < variables; i++) {
            double gain = gainWith(target, i);
            if (gain > best * LEAD && falls(term[target], with[target][i]) && !reachability.closesCycle(i, target)) {
                best = gain;
                bestCandidate[target] = i;
            }
        }
    }
}
