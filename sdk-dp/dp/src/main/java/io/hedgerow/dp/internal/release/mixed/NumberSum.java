// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.release.mixed;

import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.dp.internal.release.NoisyRound;
import io.hedgerow.dp.mechanism.NoiseSource;
import java.util.List;

/**
 * A sum over the numbers of rows that have categories, too: it sees no other column, and its bound, noise and cost are
 * those of the sum within.
 */
final class NumberSum implements NoisyRound {

    private final NoisyRound within;
    private final int[] numbers;
    private final double[] row;

    /** Takes a sum over rows of the columns at these positions, ascending. */
    NumberSum(NoisyRound within, int[] numbers) {
        this.within = within;
        this.numbers = numbers.clone();
        this.row = new double[numbers.length];
    }

    @Override
    public MechanismEvent event() {
        return within.event();
    }

    @Override
    public void begin(double[] centre, double[] units) {
        within.begin(centre, units);
    }

    @Override
    public void add(double[] values) {
        chosen(values, row);
        within.add(row);
    }

    @Override
    public void addUser(List<double[]> rows) {
        within.addUser(rows.stream()
                .map(values -> {
                    double[] own = new double[numbers.length];
                    chosen(values, own);
                    return own;
                })
                .toList());
    }

    private void chosen(double[] values, double[] chosen) {
        for (int x = 0; x < numbers.length; x++) {
            chosen[x] = values[numbers[x]];
        }
    }

    @Override
    public long[] sums() {
        return within.sums();
    }

    @Override
    public void saturate() {
        within.saturate();
    }

    @Override
    public double[] sigmas() {
        return within.sigmas();
    }

    @Override
    public double[] finish(NoiseSource noise) {
        return within.finish(noise);
    }
}
