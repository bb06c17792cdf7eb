// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.greedy;

import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.dp.internal.greedy.gradient.ClippedGradient;
import io.hedgerow.dp.internal.greedy.settings.GreedyOptions.GreedyCost;
import io.hedgerow.dp.internal.greedy.settings.ProtectedUnits;
import io.hedgerow.dp.mechanism.LaplaceMechanism;
import io.hedgerow.dp.mechanism.NoiseSource;
import io.hedgerow.dp.mechanism.Sensitivity;
import java.util.List;

/**
 * Selects by report-noisy-max with Laplace noise on every score, then adds Laplace noise to the chosen sum. Costs d·q
 * draws a step.
 *
 * <p>Scores are rounded to 2⁻²² of their sensitivity; two computed scores of neighbours differ by at most 1 + 2·2⁻¹⁸ of
 * it, after rounding by at most Δ = 2²² + 33 steps. Of noisy scores with discrete Laplace noise of scale t the largest
 * is reported: given the noise of all others, i wins when its own noise reaches a threshold, which moves by at most 2Δ,
 * so the chance changes by at most e^{2Δ/t}. Equal ones go to the lowest index.
 */
final class LaplaceSteps implements PrivateSteps {

    private static final double STEPS = 0x1p22;
    private static final long MOVED = (1L << 22) + 33;

    private final LaplaceMechanism selection;
    private final LaplaceMechanism update;
    private final double selectionEpsilon;
    private final NoiseSource noise;
    private boolean[] excluded = new boolean[0];
    private long[] scores = new long[0];
    private long[] drawn = new long[0];
    private int used;

    LaplaceSteps(ProtectedUnits units, GreedyCost cost, NoiseSource noise) {
        this.noise = noise;
        this.selection = new LaplaceMechanism(
                new Sensitivity(units.adjacency(), MOVED), 2 * GreedyCost.multiplier(cost.selectionRange()));
        this.update = new LaplaceMechanism(
                Sensitivity.ofClippedSum(units.adjacency(), (long) ClippedGradient.BOUND),
                GreedyCost.multiplier(cost.mu()));
        this.selectionEpsilon = Math.nextUp(2 * Math.nextUp(MOVED / selection.scaleSteps()));
    }

    @Override
    public MechanismEvent event() {
        return new MechanismEvent.Sequence(List.of(new MechanismEvent.PureDp(selectionEpsilon, 1), update.event(1)));
    }

    /** Draws the noise of all updates of the round. That of scores, d·q for each step, is drawn with them. */
    @Override
    public void begin(int columns, int rows, boolean[] noCandidate, int count) {
        excluded = noCandidate.clone();
        scores = new long[columns * rows];
        drawn = new long[count];
        update.addTo(drawn, noise);
        used = 0;
    }

    @Override
    public void scores(int j, double[] column) {
        for (int i = 0; i < column.length; i++) {
            scores[j * column.length + i] = (long) Math.rint(column[i] * STEPS);
        }
    }

    @Override
    public int select() {
        int best = 0;
        long highest = Long.MIN_VALUE;
        for (int k = 0; k < scores.length; k++) {
            long noisy = selection.add(scores[k], noise);
            if (!excluded[k] && noisy > highest) {
                highest = noisy;
                best = k;
            }
        }
        return best;
    }

    @Override
    public double disturb(double sum) {
        return sum + drawn[used++];
    }
}
