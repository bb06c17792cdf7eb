package io.hedgerow.core.internal.solver;

import io.hedgerow.core.internal.optimise.Objective;

/**
 * L(W) = ½ tr((I − W)ᵀ S (I − W)) with gradient −S (I − W): the least-squares loss ‖X − XW‖²_F / (2n) for S = XᵀX / n
 * (paper 001, eq. 2), which depends on the data through S only.
 *
 * <p>W and the gradient are column by column, W[i, j] at j·d + i, so that each non-zero W[i, j] adds a multiple of one
 * column of S to one column of the gradient: O(d · non-zeros).
 */
final class SecondMomentLoss implements Objective {

    private final int d;
    private final double[] moments;

    /** S: [d, d], symmetric; kept, not copied. */
    SecondMomentLoss(int variables, double[] moments) {
        this.d = variables;
        this.moments = moments;
    }

    @Override
    public double evaluate(double[] w, double[] gradient) {
        double twice = 0;
        for (int j = 0; j < d; j++) {
            int column = j * d;
            for (int a = 0; a < d; a++) {
                gradient[column + a] = -moments[column + a];
            }
            for (int i = 0; i < d; i++) {
                double weight = w[column + i];
                if (weight != 0) {
                    int row = i * d;
                    for (int a = 0; a < d; a++) {
                        gradient[column + a] += weight * moments[row + a];
                    }
                }
            }
            // (e_j − w_j)ᵀ S (e_j − w_j), and S (e_j − w_j) is minus the gradient's column.
            twice -= gradient[column + j];
            for (int i = 0; i < d; i++) {
                twice += w[column + i] * gradient[column + i];
            }
        }
        return twice / 2;
    }
}
