// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.score;

import io.hedgerow.core.internal.search.graph.EdgeKnowledge;
import io.hedgerow.core.internal.search.graph.ParentSets;
import java.util.Arrays;

/**
 * Scores of single variables under a {@link StructureScore} and log odds of edges, −∞ of a forbidden one. A set of
 * parents that nearly determine each other scores −∞, and so do a target that they determine and a set without a
 * required parent. The required parents alone always have a finite score: one that the others determine adds no
 * explanation. Not thread-safe.
 */
public final class LocalScores implements SubsetScores {

    /** A pivot below this share of its diagonal entry is a combination of the others. */
    private static final double PIVOT = 1e-9;

    private final int variables;
    private final StructureScore score;
    private final double[] a;
    /** The log odds of i → j at [j, i]: edges into one target are read together. */
    private final double[] logOdds;

    private final int[][] required;
    private final int[] targets;
    /** Rows of the factor, one for each parent, of ParentSets.MOST + 1 numbers: the last is the target's. */
    private final double[][] factor = new double[ParentSets.MOST + 1][ParentSets.MOST + 1];

    private final double[] explained = new double[ParentSets.MOST + 1];
    private final int[] chosen = new int[ParentSets.MOST + 1];
    private double residual;

    private double logDeterminant;
    private double odds;

    /** [parent in the factor, i]: the row of the factor that i would have. */
    private double[][] rows = new double[0][];

    private final double[] diagonal;
    private final double[] pivots;
    private final double[] own;

    /** Takes at most {@link ParentSets#MOST} required parents of a variable; the prior on their edges is left out. */
    public LocalScores(EdgeKnowledge knowledge, StructureScore score, double[] logOdds) {
        this.variables = knowledge.variables();
        this.score = score;
        this.a = score.matrix();
        this.logOdds = transposed(variables, logOdds);
        this.required = knowledge.requiredOfEach();
        this.targets = knowledge.targets();
        this.diagonal = new double[variables];
        this.pivots = new double[variables];
        this.own = new double[variables];
        Arrays.setAll(diagonal, i -> a[i * (variables + 1)]);
    }

    private static double[] transposed(int variables, double[] matrix) {
        double[] turned = new double[matrix.length];
        for (int i = 0; i < variables; i++) {
            for (int j = 0; j < variables; j++) {
                turned[j * variables + i] = matrix[i * variables + j];
            }
        }
        return turned;
    }

    @Override
    public int variables() {
        return variables;
    }

    @Override
    public int[] targets() {
        return targets;
    }

    @Override
    public int[] required(int target) {
        return required[target];
    }

    @Override
    public double of(int target, int[] parents, int count) {
        if (count > ParentSets.MOST || requiredAmong(target, parents, count) < required[target].length) {
            return Double.NEGATIVE_INFINITY;
        }
        int at = begin(target);
        for (int p = 0; p < count; p++) {
            if (isRequired(parents[p], target)) {
                continue;
            }
            double pivot = push(at, parents[p], target);
            if (!(pivot > 0)) {
                return Double.NEGATIVE_INFINITY;
            }
            residual -= explained[at] * explained[at];
            logDeterminant += Math.log(pivot);
            odds += logOdds[target * variables + parents[p]];
            at++;
        }
        return value(target, at, residual, logDeterminant) + odds;
    }

    private boolean isRequired(int parent, int target) {
        for (int known : required[target]) {
            if (known == parent) {
                return true;
            }
        }
        return false;
    }

    private int requiredAmong(int target, int[] parents, int count) {
        int found = 0;
        for (int p = 0; required[target].length > 0 && p < count; p++) {
            found += isRequired(parents[p], target) ? 1 : 0;
        }
        return found;
    }

    /** Starts the factor with the required parents; returns their number. */
    private int begin(int target) {
        residual = a[target * (variables + 1)] - score.shift();
        logDeterminant = 0;
        odds = 0;
        int[] known = required[target];
        for (int p = 0; p < known.length; p++) {
            double pivot = push(p, known[p], target);
            if (pivot > 0) {
                residual -= explained[p] * explained[p];
                logDeterminant += Math.log(pivot);
            } else {
                // a row that takes nothing from those after it
                factor[p][p] = Double.POSITIVE_INFINITY;
                explained[p] = 0;
            }
        }
        if (known.length > 0) {
            // required parents may determine their child, as they cannot be chosen otherwise
            residual = Math.max(residual, 2 * PIVOT * a[target * (variables + 1)]);
        }
        return known.length;
    }

    /** Adds a row to the factor; returns its pivot, or 0 when it is negligible. */
    private double push(int at, int parent, int target) {
        chosen[at] = parent;
        double[] row = factor[at];
        int base = parent * variables;
        double pivot = a[base + parent];
        double limit = PIVOT * pivot;
        double own = a[base + target];
        for (int b = 0; b < at; b++) {
            double entry = a[base + chosen[b]];
            double[] other = factor[b];
            for (int c = 0; c < b; c++) {
                entry -= row[c] * other[c];
            }
            entry /= other[b];
            row[b] = entry;
            pivot -= entry * entry;
            own -= entry * explained[b];
        }
        if (!(pivot > limit)) {
            return 0;
        }
        row[at] = Math.sqrt(pivot);
        explained[at] = own / row[at];
        return pivot;
    }

    private double value(int target, int count, double left, double determinant) {
        return left > PIVOT * a[target * (variables + 1)]
                ? score.of(count, left, determinant)
                : Double.NEGATIVE_INFINITY;
    }

    @Override
    public void toggled(int target, int[] parents, int count, double[] out) {
        for (int p = 0; p < count; p++) {
            int[] set = new int[count - 1];
            System.arraycopy(parents, 0, set, 0, p);
            System.arraycopy(parents, p + 1, set, p, count - p - 1);
            out[parents[p]] = of(target, set, count - 1);
        }
        double base = of(target, parents, count);
        boolean room = count < ParentSets.MOST && base > Double.NEGATIVE_INFINITY;
        if (room) {
            extend(target, count);
        }
        boolean[] isParent = new boolean[variables];
        for (int p = 0; p < count; p++) {
            isParent[parents[p]] = true;
        }
        for (int i = 0; i < variables; i++) {
            if (!isParent[i]) {
                boolean can = room && i != target && pivots[i] > PIVOT * diagonal[i];
                out[i] = can ? with(target, i, count) : Double.NEGATIVE_INFINITY;
            }
        }
    }

    @Override
    public double caution() {
        return score.caution();
    }

    /** The score of the parents in the factor and one more. */
    private double with(int target, int more, int count) {
        double share = own[more] / Math.sqrt(pivots[more]);
        double determinant = logDeterminant + Math.log(pivots[more]);
        return value(target, count + 1, residual - share * share, determinant)
                + odds
                + logOdds[target * variables + more];
    }

    /** {@link #push} for all variables, along rows of the matrix: pivots and residual covariances with the target. */
    private void extend(int target, int count) {
        if (rows.length < count) {
            rows = new double[ParentSets.MOST][variables];
        }
        System.arraycopy(diagonal, 0, pivots, 0, variables);
        System.arraycopy(a, target * variables, own, 0, variables);
        for (int b = 0; b < count; b++) {
            double[] row = rows[b];
            System.arraycopy(a, chosen[b] * variables, row, 0, variables);
            for (int c = 0; c < b; c++) {
                subtract(row, factor[b][c], rows[c]);
            }
            eliminate(row, factor[b][b], explained[b]);
        }
    }

    private static void subtract(double[] from, double times, double[] what) {
        for (int i = 0; i < from.length; i++) {
            from[i] -= what[i] * times;
        }
    }

    private void eliminate(double[] row, double pivot, double share) {
        for (int i = 0; i < variables; i++) {
            double entry = row[i] / pivot;
            row[i] = entry;
            pivots[i] -= entry * entry;
            own[i] -= entry * share;
        }
    }

    /** O(k) for a subset of k, since it shares a row with the subset it extends. */
    @Override
    public double[] ofSubsets(int target, int[] candidates) {
        double[] scores = new double[1 << candidates.length];
        int count = begin(target);
        Extensions waiting = new Extensions(target, candidates);
        for (int b = 0; b < count; b++) {
            for (int c = 0; c < candidates.length; c++) {
                waiting.extend(c, b, factor[b], chosen[b], explained[b]);
            }
        }
        descend(waiting, 0, 0, count, residual, logDeterminant, 0, scores);
        return scores;
    }

    /** The row of the factor of every candidate, by parents before it: {@link #push} in steps, with the same sums. */
    private final class Extensions {
        private final int target;
        private final int[] candidates;
        /** [candidate, parent in the factor]. */
        private final double[][] row;
        /** [candidate, parents in the factor]. */
        private final double[][] pivot;

        private final double[][] own;
        private final double[] share = new double[ParentSets.MOST + 1];

        Extensions(int target, int[] candidates) {
            this.target = target;
            this.candidates = candidates;
            this.row = new double[candidates.length][ParentSets.MOST + 1];
            this.pivot = new double[candidates.length][ParentSets.MOST + 1];
            this.own = new double[candidates.length][ParentSets.MOST + 1];
            for (int c = 0; c < candidates.length; c++) {
                int base = candidates[c] * variables;
                pivot[c][0] = a[base + candidates[c]];
                own[c][0] = a[base + target];
            }
        }

        /** Extends by the parent at a place, whose row is given. */
        void extend(int c, int at, double[] other, int parent, double explains) {
            double[] mine = row[c];
            double entry = a[candidates[c] * variables + parent];
            for (int b = 0; b < at; b++) {
                entry -= mine[b] * other[b];
            }
            entry /= other[at];
            mine[at] = entry;
            pivot[c][at + 1] = pivot[c][at] - entry * entry;
            own[c][at + 1] = own[c][at] - entry * explains;
        }

        /** Makes a candidate the parent at a place, for those after it; returns its pivot, or 0 when negligible. */
        double push(int c, int at) {
            double left = pivot[c][at];
            if (!(left > PIVOT * pivot[c][0])) {
                return 0;
            }
            row[c][at] = Math.sqrt(left);
            share[at] = own[c][at] / row[c][at];
            for (int later = c + 1; later < candidates.length; later++) {
                extend(later, at, row[c], candidates[c], share[at]);
            }
            return left;
        }
    }

    private void descend(
            Extensions waiting,
            int from,
            int mask,
            int count,
            double left,
            double determinant,
            double prior,
            double[] scores) {
        int target = waiting.target;
        int[] candidates = waiting.candidates;
        scores[mask] = value(target, count, left, determinant) + prior;
        for (int c = from; c < candidates.length; c++) {
            int wider = mask | 1 << c;
            double pivot = count < ParentSets.MOST ? waiting.push(c, count) : 0;
            if (pivot > 0) {
                double share = waiting.share[count];
                descend(
                        waiting,
                        c + 1,
                        wider,
                        count + 1,
                        left - share * share,
                        determinant + Math.log(pivot),
                        prior + logOdds[target * variables + candidates[c]],
                        scores);
            } else {
                exclude(candidates.length, c + 1, wider, scores);
            }
        }
    }

    /** Excludes all subsets that have these and later candidates. */
    private static void exclude(int candidates, int from, int mask, double[] scores) {
        scores[mask] = Double.NEGATIVE_INFINITY;
        for (int c = from; c < candidates; c++) {
            exclude(candidates, c + 1, mask | 1 << c, scores);
        }
    }
}
