// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.block;

import io.hedgerow.core.internal.search.graph.EdgeKnowledge;
import io.hedgerow.core.internal.search.graph.ParentSets;
import io.hedgerow.core.internal.search.score.SubsetScores;
import java.util.Arrays;
import java.util.Optional;

/**
 * Scores of variables and their parents by a {@link SetScore}, with log odds of edges: M(P ∪ T) − M(P) + Σ odds. A set
 * of parents of which M is not known scores −∞, or is judged by another evidence that knows all sets: with the largest
 * first part P_0 of P of which M is known, M(P_0 ∪ T) − M(P_0) + [G(P ∪ T) − G(P)] − [G(P_0 ∪ T) − G(P_0)]. The latter
 * is for a look at what else could be asked for, and not the same for all graphs of a class. A set without a required
 * parent or with a forbidden one scores −∞. Not thread-safe.
 */
public final class SetScores implements SubsetScores {

    private final int variables;
    private final int[][] required;
    private final int[] targets;
    /** The log odds of i → j at [i · d + j]; none where an edge is required. */
    private final double[] logOdds;

    private final SetMemo known;
    private final Optional<SetMemo> guess;

    private SetScores(EdgeKnowledge knowledge, SetMemo known, Optional<SetMemo> guess, double logOdds) {
        this.variables = knowledge.variables();
        this.required = knowledge.requiredOfEach();
        this.targets = knowledge.targets();
        this.logOdds = knowledge.logOdds(logOdds, logOdds);
        this.known = known;
        this.guess = guess;
        for (int j = 0; j < variables; j++) {
            for (int i : required[j]) {
                this.logOdds[i * variables + j] = 0;
            }
        }
    }

    /** Scores −∞ where the evidence is not known. */
    public static SetScores of(EdgeKnowledge knowledge, SetScore evidence, double logOdds) {
        return new SetScores(knowledge, new SetMemo(evidence), Optional.empty(), logOdds);
    }

    /** Scores sets of which the evidence is not known by a guess. */
    public static SetScores guessing(EdgeKnowledge knowledge, SetScore evidence, SetScore guess, double logOdds) {
        return new SetScores(knowledge, new SetMemo(evidence), Optional.of(new SetMemo(guess)), logOdds);
    }

    /** The same evidence, and what was computed of it, with other log odds of every edge. */
    public SetScores with(EdgeKnowledge knowledge, double odds) {
        return new SetScores(knowledge, known, guess, odds);
    }

    public boolean knows(int target, int[] parents) {
        return !Double.isNaN(known.of(parents, parents.length, target));
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
    public double caution() {
        return known.caution();
    }

    @Override
    public double of(int target, int[] parents, int count) {
        if (count > ParentSets.MOST) {
            return Double.NEGATIVE_INFINITY;
        }
        double odds = 0;
        for (int p = 0; p < count; p++) {
            odds += logOdds[parents[p] * variables + target];
        }
        for (int needed : required[target]) {
            odds = has(parents, count, needed) ? odds : Double.NEGATIVE_INFINITY;
        }
        return odds == Double.NEGATIVE_INFINITY ? odds : evidence(target, parents, count) + odds;
    }

    private static boolean has(int[] parents, int count, int wanted) {
        for (int p = 0; p < count; p++) {
            if (parents[p] == wanted) {
                return true;
            }
        }
        return false;
    }

    private double evidence(int target, int[] parents, int count) {
        double of = conditional(known, target, parents, count);
        if (!Double.isNaN(of)) {
            return of;
        }
        if (guess.isEmpty()) {
            return Double.NEGATIVE_INFINITY;
        }
        int[] part = new int[count];
        int size = 0;
        double best = conditional(known, target, part, 0);
        for (int p = 0; p < count; p++) {
            part[size] = parents[p];
            double more = conditional(known, target, part, size + 1);
            if (!Double.isNaN(more)) {
                best = more;
                size++;
            }
        }
        return best + conditional(guess.get(), target, parents, count) - conditional(guess.get(), target, part, size);
    }

    private static double conditional(SetMemo memo, int target, int[] parents, int count) {
        double together = memo.of(parents, count, target);
        return Double.isNaN(together) ? together : together - memo.of(parents, count, -1);
    }

    @Override
    public void toggled(int target, int[] parents, int count, double[] out) {
        int[] set = new int[count + 1];
        for (int i = 0; i < variables; i++) {
            int size = 0;
            for (int p = 0; p < count; p++) {
                if (parents[p] != i) {
                    set[size++] = parents[p];
                }
            }
            if (size == count) {
                set[size++] = i;
            }
            out[i] = i == target ? Double.NEGATIVE_INFINITY : of(target, set, size);
        }
    }

    @Override
    public double[] ofSubsets(int target, int[] candidates) {
        double[] scores = new double[1 << candidates.length];
        Arrays.fill(scores, Double.NEGATIVE_INFINITY);
        int[] set = Arrays.copyOf(required[target], required[target].length + candidates.length);
        descend(target, candidates, 0, 0, set, required[target].length, scores);
        return scores;
    }

    /** Sets that have one without a score have none. */
    private void descend(int target, int[] candidates, int from, int mask, int[] set, int count, double[] scores) {
        scores[mask] = of(target, set, count);
        if (scores[mask] == Double.NEGATIVE_INFINITY) {
            return;
        }
        for (int c = from; c < candidates.length; c++) {
            set[count] = candidates[c];
            descend(target, candidates, c + 1, mask | 1 << c, set, count + 1, scores);
        }
    }
}
