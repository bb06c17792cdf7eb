// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.solver.notears;

import io.hedgerow.core.internal.acyclicity.AcyclicityConstraint;
import io.hedgerow.core.internal.optimise.Objective;
import java.util.Arrays;

/**
 * The smooth part of a linear problem whose W is to become acyclic,
 *
 * <pre>½ tr((E − B)ᵀ S (E − B)) + μ‖B − C‖²_F + α h(W) + ρ/2 h(W)²</pre>
 *
 * <p>with B = W above A, [q, d] column by column (NOTEARS and DYNOTEARS with μ = 0; paper 004, eq. 10, with C = W̃
 * above Ã). Not thread-safe.
 */
public final class AcyclicLeastSquares extends AcyclicObjective {

    private final SecondMomentLoss loss;
    private final double pull;
    private final double[] centre;

    AcyclicLeastSquares(AcyclicityConstraint constraint, int targets, int columns, double[] moments) {
        this(constraint, targets, columns, moments, 0, new double[targets * columns]);
    }

    /** Keeps S: [q, q] and C: [q, d] column by column without a copy. */
    public AcyclicLeastSquares(
            AcyclicityConstraint constraint, int targets, int columns, double[] moments, double pull, double[] centre) {
        super(new SupportAcyclicity(constraint, targets, columns));
        this.loss = new SecondMomentLoss(targets, columns, moments);
        this.pull = pull;
        this.centre = centre;
    }

    /** True where B is held at 0: the diagonal of W. */
    public static boolean[] selfEdges(int targets, int columns) {
        boolean[] held = new boolean[targets * columns];
        for (int j = 0; j < targets; j++) {
            held[j * columns + j] = true;
        }
        return held;
    }

    /** ℓ1 penalties of W and A. */
    public static double[] l1(int targets, int columns, double lambdaW, double lambdaA) {
        double[] l1 = new double[targets * columns];
        for (int j = 0; j < targets; j++) {
            Arrays.fill(l1, j * columns, j * columns + targets, lambdaW);
            Arrays.fill(l1, j * columns + targets, (j + 1) * columns, lambdaA);
        }
        return l1;
    }

    @Override
    protected double withoutAcyclicity(double[] b, double[] gradient) {
        double value = loss.evaluate(b, gradient);
        for (int k = 0; pull > 0 && k < b.length; k++) {
            double away = b[k] - centre[k];
            value += pull * away * away;
            gradient[k] += 2 * pull * away;
        }
        return value;
    }

    /**
     * L(B) = ½ tr((E − B)ᵀ S (E − B)) with gradient −S (E − B): the least-squares loss ‖X − ZB‖²_F / (2n) for S = ZᵀZ /
     * n and X = ZE, the first d columns of Z (paper 001, eq. 2, where Z = X and B = W; DYNOTEARS, Pamfil et al. 2020,
     * where Z = [X | Y] and B is W above A). B and the gradient are [q, d] column by column, B[i, j] at j·q + i, so
     * that each non-zero B[i, j] adds a multiple of one column of S: O(q · non-zeros).
     */
    static final class SecondMomentLoss implements Objective {

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
}
