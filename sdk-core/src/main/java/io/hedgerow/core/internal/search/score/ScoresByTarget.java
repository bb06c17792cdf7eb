// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.score;

import java.util.List;

/**
 * Scores of which each variable has its own, as where it was a target of interventions in some rows. They may differ
 * within a class of graphs: searches over classes must not use them. Not thread-safe.
 */
public final class ScoresByTarget implements SubsetScores {

    private final List<LocalScores> ofTarget;

    public ScoresByTarget(List<LocalScores> ofTarget) {
        this.ofTarget = List.copyOf(ofTarget);
    }

    @Override
    public int variables() {
        return ofTarget.size();
    }

    @Override
    public int[] targets() {
        return ofTarget.get(0).targets();
    }

    @Override
    public int[] required(int target) {
        return ofTarget.get(target).required(target);
    }

    @Override
    public double of(int target, int[] parents, int count) {
        return ofTarget.get(target).of(target, parents, count);
    }

    @Override
    public void toggled(int target, int[] parents, int count, double[] out) {
        ofTarget.get(target).toggled(target, parents, count, out);
    }

    @Override
    public double[] ofSubsets(int target, int[] candidates) {
        return ofTarget.get(target).ofSubsets(target, candidates);
    }
}
