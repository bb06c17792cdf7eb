// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.solver.notears;

import io.hedgerow.core.internal.optimise.Objective;

/**
 * L(B) = ½ tr((E − B)ᵀ S (E − B)) with gradient −S (E − B): the least-squares loss ‖X − ZB‖²_F / (2n) for S = ZᵀZ / n
 * and X = ZE, the first d columns of Z (paper 001, eq. 2, where Z = X and B = W; DYNOTEARS, Pamfil et al. 2020, where Z
 * = [X | Y] and B is W above A). It depends on the data through S only.
 *
 * <p>B: [q, d]; B and the gradient are column by column, B[i, j] at j·q + i, so that each non-zero B[i, j] adds a
 * multiple of one column of S to one column of the gradient: O(q · non-zeros).
 */
final class SecondMomentLoss implements Objective {

    private final int d;
    private final int q;
    private final double[] moments;

    /** S: [q, q], symmetric; kept, not copied. */
    SecondMomentLoss(int targets, int columns, double[] moments) {
        this.d = targets;
        this.q = columns;
        this.moments = moments;
    }

    @Override
    public double evaluate(double[] w, double[] gradient) {
        double twice = 0;
        for (int j = 0; j < d; j++) {
            int column = j * q;
            for (int a = 0; a < q; a++) {
                gradient[column + a] = -moments[column + a];
            }
            for (int i = 0; i < q; i++) {
                double weight = w[column + i];
                if (weight != 0) {
                    int row = i * q;
                    for (int a = 0; a < q; a++) {
                        gradient[column + a] += weight * moments[row + a];
                    }
                }
            }
            // (e_j − w_j)ᵀ S (e_j − w_j), and S (e_j − w_j) is minus the gradient's column.
            twice -= gradient[column + j];
            for (int i = 0; i < q; i++) {
                twice += w[column + i] * gradient[column + i];
            }
        }
        return twice / 2;
    }
}
