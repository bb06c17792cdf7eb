// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.solver.notears;

import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.acyclicity.AcyclicityConstraint;
import io.hedgerow.core.internal.solver.notears.AugmentedLagrangian.NotearsOptions;

/**
 * Centralised NOTEARS (Zheng, Aragam, Ravikumar and Xing 2018; paper 001, eq. 2): a stationary point of
 *
 * <pre>min_W ½ tr((I − W)ᵀ S (I − W)) + λ‖W‖₁   subject to h(W∘W) = 0,   diagonal of W = 0</pre>
 *
 * <p>and DYNOTEARS (Pamfil et al. 2020, eq. 4), the same for X = XW + YA with λ_W‖W‖₁ + λ_A‖A‖₁, where S is that of [X
 * | Y]; by the {@linkplain AugmentedLagrangian augmented Lagrangian}. It needs S = XᵀX / n only. W: [d, d], W[i, j] ≠ 0
 * ⇔ i → j.
 *
 * <p>The result is a local optimum, and is not acyclic before a threshold is applied. Not private. Thread-safe. An
 * evaluation costs O(d · non-zeros of W) and one h. With a {@linkplain ColumnCurvature known curvature} 700 to 3,700
 * evaluations are usual, where plain L-BFGS takes 4,000 to 130,000.
 */
public final class Notears {

    private final AcyclicityConstraint constraint;
    private final NotearsOptions options;

    public Notears(AcyclicityConstraint constraint) {
        this(constraint, NotearsOptions.defaults());
    }

    Notears(AcyclicityConstraint constraint, NotearsOptions options) {
        this.constraint = constraint;
        this.options = options;
    }

    /**
     * Learns a graph, without threshold, over q columns, of which d targets come first and the others, such as lags,
     * only explain. S: [q, q] row by row, finite and symmetric, positive semi-definite; not modified.
     */
    public AugmentedLagrangian.Found fit(
            int targets, int columns, double[] secondMoments, double lambdaW, double lambdaA) {
        requireMoments(columns, secondMoments);
        if (!(lambdaW >= 0 && lambdaA >= 0) || !Double.isFinite(lambdaW + lambdaA)) {
            throw new IllegalArgumentException("lambda must be finite and >= 0, was " + lambdaW
                    + (columns == targets ? "" : " for W and " + lambdaA + " for A"));
        }
        boolean[] diagonal = AcyclicLeastSquares.selfEdges(targets, columns);
        double[] l1 = AcyclicLeastSquares.l1(targets, columns, lambdaW, lambdaA);
        AcyclicLeastSquares lagrangian = new AcyclicLeastSquares(constraint, targets, columns, secondMoments);
        return AugmentedLagrangian.minimise(
                lagrangian,
                new double[targets * columns],
                l1,
                diagonal,
                point -> weights(columns, point),
                options,
                new ColumnCurvature(lagrangian, targets, columns, secondMoments));
    }

    private static WeightMatrix weights(int q, double[] columns) {
        double[] rows = new double[q * q];
        for (int k = 0; k < columns.length; k++) {
            rows[k % q * q + k / q] = columns[k];
        }
        return WeightMatrix.ofRows(q, rows);
    }

    private static void requireMoments(int d, double[] moments) {
        if (d < 1 || moments.length != d * d) {
            throw new IllegalArgumentException(
                    "secondMoments must be [" + d + ", " + d + "], was " + moments.length + " numbers");
        }
        for (int i = 0; i < d; i++) {
            for (int j = 0; j <= i; j++) {
                double a = moments[i * d + j];
                double b = moments[j * d + i];
                if (!Double.isFinite(a)
                        || !Double.isFinite(b)
                        || !(Math.abs(a - b) <= 1e-8 * Math.max(Math.abs(a), Math.abs(b)))) {
                    throw new IllegalArgumentException(
                            "secondMoments must be finite and symmetric, was not at [" + i + ", " + j + "]");
                }
            }
        }
    }
}
