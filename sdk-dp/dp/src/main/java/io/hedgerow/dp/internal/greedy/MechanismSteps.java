// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.greedy;

import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.dp.internal.greedy.gradient.ClippedGradient;
import io.hedgerow.dp.internal.greedy.settings.GreedyOptions.GreedyCost;
import io.hedgerow.dp.internal.greedy.settings.ProtectedUnits;
import io.hedgerow.dp.mechanism.ColumnSelection;
import io.hedgerow.dp.mechanism.ExponentialMechanism;
import io.hedgerow.dp.mechanism.GaussianMechanism;
import io.hedgerow.dp.mechanism.NoiseSource;
import io.hedgerow.dp.mechanism.SecureBits;
import io.hedgerow.dp.mechanism.Sensitivity;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Takes each step with one call of the exponential mechanism and one Gaussian call. Scores come in units of their
 * sensitivity and sums in lattice steps of one sensitivity, so one mechanism of each kind serves all candidates of all
 * rounds.
 */
final class MechanismSteps implements PrivateSteps {

    private final ExponentialMechanism selection;
    private final GaussianMechanism update;
    private final NoiseSource noise;
    private final SecureBits bits;
    private @Nullable ColumnSelection columns;
    private boolean[] excluded = new boolean[0];
    private long[] drawn = new long[0];
    private int used;

    MechanismSteps(ProtectedUnits units, GreedyCost cost, NoiseSource noise, SecureBits bits) {
        this.selection = ExponentialMechanism.ofBoundedRange(1, StepRule.SCORE_ERROR, cost.selectionRange());
        this.update = new GaussianMechanism(
                Sensitivity.ofClippedSum(units.adjacency(), (long) ClippedGradient.BOUND),
                GreedyCost.multiplier(cost.mu()));
        this.noise = noise;
        this.bits = bits;
    }

    @Override
    public MechanismEvent event() {
        return new MechanismEvent.Sequence(List.of(selection.event(1), update.event(1)));
    }

    /**
     * Draws the noise of all updates of the round: every sum has the same lattice and sensitivity, whichever is chosen.
     */
    @Override
    public void begin(int targets, int rows, boolean[] noCandidate, int count) {
        bits.refresh();
        if (columns == null || !Arrays.equals(noCandidate, excluded)) {
            columns = selection.columns(rows, targets, noCandidate, bits);
            excluded = noCandidate.clone();
        }
        drawn = new long[count];
        update.addTo(drawn, noise);
        used = 0;
    }

    @Override
    public void scores(int j, double[] scores) {
        started().update(j, scores);
    }

    @Override
    public int select() {
        return started().select();
    }

    @Override
    public double disturb(double sum) {
        return sum + drawn[used++];
    }

    private ColumnSelection started() {
        ColumnSelection current = columns;
        if (current == null) {
            throw new IllegalStateException("a round must begin before its first selection");
        }
        return current;
    }
}
