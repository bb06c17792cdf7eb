// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.greedy;

import io.hedgerow.core.privacy.MechanismEvent;

/** The limit of no noise: the highest score, lowest flat index first, and the sum itself. Counts calls. */
final class ExactSteps implements PrivateSteps {

    private boolean[] excluded = new boolean[0];
    private double[] scores = new double[0];
    int rounds;
    int selections;
    int updates;

    @Override
    public MechanismEvent event() {
        return new MechanismEvent.Gaussian(1, 1);
    }

    @Override
    public void begin(int columns, int rows, boolean[] noCandidate, int count) {
        excluded = noCandidate.clone();
        scores = new double[columns * rows];
        rounds++;
    }

    @Override
    public void scores(int j, double[] column) {
        System.arraycopy(column, 0, scores, j * column.length, column.length);
    }

    @Override
    public int select() {
        selections++;
        int best = -1;
        for (int k = 0; k < scores.length; k++) {
            if (!excluded[k] && (best < 0 || scores[k] > scores[best])) {
                best = k;
            }
        }
        return best;
    }

    @Override
    public double disturb(double sum) {
        updates++;
        return sum;
    }
}
