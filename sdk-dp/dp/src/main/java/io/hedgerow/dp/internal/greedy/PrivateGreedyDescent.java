// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.greedy;

import io.hedgerow.core.model.Diagonal;
import io.hedgerow.core.solver.LocalProblem;
import io.hedgerow.dp.internal.greedy.gradient.ClippedGradient;
import java.util.Arrays;

/**
 * Takes exactly K private steps of proximal greedy coordinate descent, whatever the data. The clipped sums of a column
 * are computed again only when its column of B or the clipping bounds changed, also from one round to the next.
 *
 * <p>Symbols as in {@link DpProximalGreedySolver}. Mutable workspace, as sensitive as the records; not thread-safe.
 */
final class PrivateGreedyDescent {

    private final ClippedGradient gradient;
    private final int d;
    private final int q;
    private final double[][] b;
    private final double[][] sums;
    /** The columns of B that the sums are of; null when there are none yet. */
    private final double[][] summed;

    private double[] scale;
    private double clip;
    private final double[] score;
    private final double[] dual;
    private final double[] consensus;
    private long columnsComputed;

    PrivateGreedyDescent(ClippedGradient gradient, int targets, int sliceLength) {
        this.gradient = gradient;
        this.d = targets;
        this.q = sliceLength;
        this.b = new double[d][q];
        this.sums = new double[d][q];
        this.summed = new double[d][];
        this.scale = new double[q];
        this.score = new double[q];
        this.dual = new double[d * q];
        this.consensus = new double[d * q];
    }

    boolean fits(LocalProblem problem) {
        return problem.layout().targets() == d && problem.layout().sliceLength() == q;
    }

    /** B, flat in the order of the layout, after K steps from the previous solution. */
    double[] run(LocalProblem problem, StepRule rule, PrivateSteps steps) {
        start(problem, rule, steps);
        for (int k = 0; k < rule.steps(); k++) {
            int at = steps.select();
            int j = at / q;
            int i = at % q;
            double noisy = steps.disturb(sums[j][i]);
            double g = rule.publicPart(b[j][i], dual[at], consensus[at]) + rule.perStep(i) * noisy;
            b[j][i] = rule.step(i, b[j][i], g);
            refresh(j);
            rescore(j, rule, steps);
        }
        double[] flat = new double[d * q];
        for (int j = 0; j < d; j++) {
            System.arraycopy(b[j], 0, flat, j * q, q);
        }
        return flat;
    }

    /** The entries that are never candidates, flat. */
    static boolean[] excluded(int targets, int sliceLength, Diagonal diagonal) {
        boolean[] excluded = new boolean[targets * sliceLength];
        for (int j = 0; j < targets; j++) {
            excluded[j * sliceLength + j] = diagonal == Diagonal.MASKED;
        }
        return excluded;
    }

    private void start(LocalProblem problem, StepRule rule, PrivateSteps steps) {
        problem.dual().copyTo(0, dual, 0, d * q);
        problem.consensus().copyTo(0, consensus, 0, d * q);
        boolean sameBounds = clip == rule.clip() && Arrays.equals(scale, rule.scale());
        clip = rule.clip();
        scale = rule.scale();
        for (int j = 0; j < d; j++) {
            if (!sameBounds) {
                summed[j] = null;
            }
            problem.previous().copyTo(j * q, b[j], 0, q);
            if (rule.diagonal() == Diagonal.MASKED) {
                b[j][j] = 0;
            }
            refresh(j);
            rescore(j, rule, steps);
        }
    }

    /**
     * Computes the sums of a column if needed. The saving shows in the time only, and depends on B, which is public.
     */
    private void refresh(int j) {
        if (summed[j] == null || !Arrays.equals(summed[j], b[j])) {
            gradient.column(j, b[j], scale, clip, sums[j]);
            summed[j] = b[j].clone();
            columnsComputed++;
        }
    }

    private void rescore(int j, StepRule rule, PrivateSteps steps) {
        for (int i = 0; i < q; i++) {
            double publicPart = rule.publicPart(b[j][i], dual[j * q + i], consensus[j * q + i]);
            score[i] = rule.score(i, b[j][i], publicPart, sums[j][i]);
        }
        steps.scores(j, score);
    }

    /** The number of columns of sums computed so far; for tests. */
    long columnsComputed() {
        return columnsComputed;
    }

    /** A copy of the sums of column j; for tests. */
    double[] sums(int j) {
        return sums[j].clone();
    }
}
