// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.solver;

import io.hedgerow.core.model.ParameterLayout;
import io.hedgerow.core.solver.LocalProblem;

/**
 * A linear site problem, ready to be solved column by column (paper 002, eq. 4): column j minimises
 *
 * <pre>½w (b − e_j)ᵀ S (b − e_j) + ⟨β_j, b − W_j⟩ + ρ2/2 ‖b − W_j‖² + Σ_s λ_s |b_s|,   λ_s = λ · l1Weight(s)</pre>
 *
 * <p>M_s = w·S_ss + ρ2 is the second derivative in entry (s, j): it depends on the row s, although paper 002, A.3
 * prints the column. Mutable workspace; not thread-safe.
 */
final class LinearSubproblem {

    private final LocalProblem problem;
    private final double[][] s;
    private final int q;
    private final double[] l1;
    private final double[] curvature;
    private final double[] dual;
    private final double[] consensus;
    private final double[] coefficients;
    private final double[][] usedRows;

    LinearSubproblem(LocalProblem problem, double[][] secondMoments) {
        ParameterLayout layout = problem.layout();
        this.problem = problem;
        this.s = secondMoments;
        this.q = layout.sliceLength();
        this.l1 = new double[q];
        this.curvature = new double[q];
        for (int i = 0; i < q; i++) {
            l1[i] = problem.lambda() * layout.l1Weight(i);
            curvature[i] = problem.lossWeight() * s[i][i] + problem.rho2();
        }
        this.dual = new double[q];
        this.consensus = new double[q];
        this.coefficients = new double[q];
        this.usedRows = new double[q][];
    }

    int targets() {
        return problem.layout().targets();
    }

    int sliceLength() {
        return q;
    }

    double weight() {
        return problem.lossWeight();
    }

    double rho2() {
        return problem.rho2();
    }

    double[] row(int i) {
        return s[i];
    }

    /** λ_s, [q]; not to be modified. */
    double[] l1() {
        return l1;
    }

    /** M_s, [q]; not to be modified. */
    double[] curvature() {
        return curvature;
    }

    void copyPrevious(int j, double[] into) {
        problem.previous().copyTo(j * q, into, 0, q);
    }

    /** g = w·S(b − e_j) + β_j + ρ2(b − W_j) of column j; one pass of length q per non-zero of b, rows ascending. */
    int gradient(int j, double[] b, double[] g, int[] nonZeros) {
        problem.dual().copyTo(j * q, g, 0, q);
        problem.consensus().copyTo(j * q, consensus, 0, q);
        addPull(g, b, consensus, problem.rho2());
        int count = 0;
        for (int i = 0; i < q; i++) {
            if (b[i] != 0) {
                nonZeros[count++] = i;
            }
        }
        double w = problem.lossWeight();
        coefficients[0] = w * (b[j] - 1);
        usedRows[0] = s[j];
        int used = 1;
        for (int k = 0; k < count; k++) {
            int i = nonZeros[k];
            if (i != j) {
                coefficients[used] = w * b[i];
                usedRows[used++] = s[i];
            }
        }
        RowCombination.add(g, coefficients, usedRows, used, q);
        return count;
    }

    double squaredDual(int j) {
        problem.dual().copyTo(j * q, dual, 0, q);
        double sum = 0;
        for (double entry : dual) {
            sum += entry * entry;
        }
        return sum;
    }

    private static void addPull(double[] g, double[] b, double[] consensus, double rho2) {
        for (int i = 0; i < g.length; i++) {
            g[i] += rho2 * (b[i] - consensus[i]);
        }
    }

    /** Value of column j's objective, ℓ1 term included. */
    double objective(int j, double[] b) {
        double w = problem.lossWeight();
        problem.dual().copyTo(j * q, dual, 0, q);
        problem.consensus().copyTo(j * q, consensus, 0, q);
        double value = 0;
        for (int i = 0; i < q; i++) {
            double left = i == j ? b[i] - 1 : b[i];
            double step = b[i] - consensus[i];
            value += dual[i] * step + 0.5 * problem.rho2() * step * step + l1[i] * Math.abs(b[i]);
            if (left != 0) {
                double product = 0;
                for (int k = 0; k < q; k++) {
                    product += s[i][k] * (k == j ? b[k] - 1 : b[k]);
                }
                value += 0.5 * w * left * product;
            }
        }
        return value;
    }
}
