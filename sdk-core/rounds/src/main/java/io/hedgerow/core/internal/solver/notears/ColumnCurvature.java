// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.solver.notears;

import io.hedgerow.core.internal.linalg.SmallCholesky;
import io.hedgerow.core.internal.optimise.Objective.Preconditioner;
import java.util.Arrays;

/**
 * The Hessian estimate of {@link AcyclicLeastSquares} without a pull: for each column of B that of the loss, S, and of
 * h the diagonal 2 m G with m = α + ρ h and G = ∂h/∂A, and ρ ∇h ∇hᵀ over all columns. It leaves out m · 4 w_e w_f
 * ∂²h/∂A_e ∂A_f, as {@code CyclicEdges} does, and adds a small part of S's diagonal, as few rows make S singular. The
 * diagonal of h spans from 0 to 2 m, sixteen decimal digits late in a run, so that without the estimate a minimisation
 * takes thousands of steps. A step costs k³ / 3 for the k weights of a column that may move, at most 100. Edges that
 * are 0 may move, so h is evaluated with the pattern of all edges. Not thread-safe.
 */
final class ColumnCurvature implements Preconditioner {

    /** The part of S's diagonal that is added. */
    private static final double RIDGE = 1e-3;
    /** Weights of a column that may move at once and have its matrix factored; more have the diagonal alone. */
    private static final int MOST = 100;
    /** Added to the diagonal, for variables that are always 0. */
    private static final double LEAST = 1e-12;

    private final AcyclicObjective objective;
    private final int d;
    private final int q;
    private final double[] moments;
    private final double[] slopes;
    private final double[] diagonal;
    private final double[] along;
    private final double[] stiff;
    private final double[] factored;
    private final double[][] factors;
    private final int[][] moving;
    private final double[] right;

    ColumnCurvature(AcyclicObjective objective, int targets, int columns, double[] moments) {
        this.objective = objective;
        this.d = targets;
        this.q = columns;
        this.moments = moments;
        int n = targets * columns;
        this.slopes = new double[n];
        this.diagonal = new double[n];
        this.along = new double[n];
        this.stiff = new double[n];
        this.factored = new double[n];
        this.factors = new double[targets][0];
        this.moving = new int[targets][0];
        this.right = new double[columns];
        objective.constraint().coverAll();
    }

    @Override
    public boolean accepted() {
        double[] b = objective.point();
        objective.constraint().slopes(slopes);
        double multiplier = 2 * objective.multiplier();
        for (int k = 0; k < slopes.length; k++) {
            double s = moments[k % q * q + k % q];
            diagonal[k] = s * (1 + RIDGE) + multiplier * slopes[k] + LEAST;
            along[k] = 2 * slopes[k] * b[k];
        }
        Arrays.fill(factored, -1);
        return true;
    }

    @Override
    public double diagonal(int variable) {
        return diagonal[variable];
    }

    @Override
    public void solve(double[] vector, double[] mask) {
        double product = 0;
        double stiffness = 0;
        for (int j = 0; j < d; j++) {
            if (factor(j, mask)) {
                solveColumn(j, along, stiff);
            }
            solveColumn(j, vector, vector);
            for (int i : moving[j]) {
                product += along[j * q + i] * vector[j * q + i];
                stiffness += along[j * q + i] * stiff[j * q + i];
            }
        }
        double correction = objective.rho * product / (1 + objective.rho * stiffness);
        for (int j = 0; j < d; j++) {
            for (int i : moving[j]) {
                vector[j * q + i] -= correction * stiff[j * q + i];
            }
        }
    }

    /** Factors a column's matrix on the weights that move; false when they are those of the last time at this point. */
    private boolean factor(int j, double[] mask) {
        int column = j * q;
        boolean same = true;
        int k = 0;
        for (int i = 0; i < q; i++) {
            same &= factored[column + i] == mask[column + i];
            k += mask[column + i] != 0 ? 1 : 0;
        }
        if (same) {
            return false;
        }
        System.arraycopy(mask, column, factored, column, q);
        int[] free = new int[k];
        k = 0;
        for (int i = 0; i < q; i++) {
            if (mask[column + i] != 0) {
                free[k++] = i;
            }
        }
        moving[j] = free;
        if (k > MOST) {
            return true;
        }
        if (factors[j].length < k * k) {
            factors[j] = new double[k * k];
        }
        double[] a = factors[j];
        for (int u = 0; u < k; u++) {
            for (int v = 0; v < u; v++) {
                a[u * k + v] = moments[free[u] * q + free[v]];
            }
            a[u * k + u] = diagonal[column + free[u]];
        }
        if (!SmallCholesky.factor(a, k, 0)) {
            Arrays.fill(a, 0, k * k, 0);
            for (int u = 0; u < k; u++) {
                a[u * k + u] = Math.sqrt(diagonal[column + free[u]]);
            }
        }
        return true;
    }

    private void solveColumn(int j, double[] from, double[] to) {
        int[] free = moving[j];
        if (free.length > MOST) {
            for (int i : free) {
                to[j * q + i] = from[j * q + i] / diagonal[j * q + i];
            }
            return;
        }
        for (int u = 0; u < free.length; u++) {
            right[u] = from[j * q + free[u]];
        }
        SmallCholesky.solve(factors[j], free.length, right);
        for (int u = 0; u < free.length; u++) {
            to[j * q + free[u]] = right[u];
        }
    }
}
