// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.mlp;

import io.hedgerow.core.internal.linalg.MatrixProduct;
import java.util.Arrays;

/**
 * The squared error of d networks on rows and its gradient, exact,
 *
 * <pre>
 * L(θ) = c/2 Σ_r Σ_j e_rj²,   e_rj = x̂_j(x_r) − x_rj
 * ∂b2_j = c Σ e_j,   ∂a_ju = c Σ e_j s_ju,   ∂b1_ju = c Σ t_ju,   ∂W_jui = c Σ t_ju x_i
 * with t_ju = e_j a_ju s_ju (1 − s_ju)
 * </pre>
 *
 * <p>where s_ju is the output of hidden unit u of target j. Both products with rows, of W and of t, are over all d·m
 * units at once, so that vectors are long. An evaluation costs O(n·d²·m). Not thread-safe.
 */
final class MlpLoss {

    private final MlpShape shape;
    private final RowBlocks rows;
    private final double scale;
    private final MatrixProduct product = new MatrixProduct();
    private final int d;
    private final int m;
    private final int units;
    private final double[] inner;

    private final double[] innerGradient;
    private final double[] bias;
    private final double[] biasGradient;
    private final double[] output;
    private final double[] outputGradient;
    private final double[] outerGradient;
    /** e_j at each unit of j. */
    private final double[] error;
    /** s and then t: [rows of a block, d·m]. */
    private final double[] activity;

    private final double[] work;

    /** Prepares a loss with c = weight / n. */
    MlpLoss(MlpShape shape, RowBlocks rows, double weight) {
        this.shape = shape;
        this.rows = rows;
        this.scale = weight / rows.rows();
        this.d = shape.variables();
        this.m = shape.hidden();
        if (rows.variables() != d) {
            throw new IllegalArgumentException(
                    "rows must have the " + d + " variables of the network, have " + rows.variables());
        }
        this.units = d * m;
        this.inner = new double[d * units];
        this.innerGradient = new double[d * units];
        this.bias = new double[units];
        this.biasGradient = new double[units];
        this.output = new double[units];
        this.outputGradient = new double[units];
        this.outerGradient = new double[d];
        this.error = new double[units];
        int most = Math.min(RowBlocks.ROWS, rows.rows());
        this.activity = new double[most * units];
        this.work = new double[most * units];
    }

    /** L(θ), with its gradient written over the old one; 0 where W has self-edges. */
    double evaluate(double[] theta, double[] gradient) {
        unpack(theta);
        double sum = 0;
        for (int block = 0; block < rows.blocks(); block++) {
            sum += evaluate(theta, block);
        }
        pack(gradient);
        return scale / 2 * sum;
    }

    private double evaluate(double[] theta, int block) {
        double[] x = rows.byRow(block);
        int n = x.length / d;
        for (int r = 0; r < n; r++) {
            System.arraycopy(bias, 0, activity, r * units, units);
        }
        product.add(n, d, units, x, inner, activity);
        Sigmoid.apply(activity, n * units, work);
        double sum = 0;
        for (int r = 0; r < n; r++) {
            sum += errors(theta, x, r);
            addRow(r * units);
        }
        product.add(d, n, units, rows.byColumn(block), activity, innerGradient);
        return sum;
    }

    /** Fills the errors of one row; returns the sum of their squares. */
    private double errors(double[] theta, double[] x, int r) {
        double sum = 0;
        for (int j = 0; j < d; j++) {
            double predicted = theta[shape.outerBias(j)];
            for (int u = j * m, at = r * units + j * m; u < (j + 1) * m; u++, at++) {
                predicted += output[u] * activity[at];
            }
            double e = predicted - x[r * d + j];
            sum += e * e;
            outerGradient[j] += e;
            Arrays.fill(error, j * m, (j + 1) * m, e);
        }
        return sum;
    }

    /** Takes a row of s into the gradients of a and b1 and turns it into t. */
    private void addRow(int from) {
        System.arraycopy(activity, from, work, 0, units);
        for (int u = 0; u < units; u++) {
            double s = work[u];
            double weighted = error[u] * s;
            outputGradient[u] += weighted;
            double t = weighted * output[u] * (1 - s);
            biasGradient[u] += t;
            work[u] = t;
        }
        System.arraycopy(work, 0, activity, from, units);
    }

    private void unpack(double[] theta) {
        for (int j = 0; j < d; j++) {
            for (int i = 0; i < d; i++) {
                System.arraycopy(theta, shape.edge(i, j), inner, i * units + j * m, m);
            }
            Arrays.fill(inner, j * units + j * m, j * units + (j + 1) * m, 0);
            System.arraycopy(theta, shape.innerBias(j), bias, j * m, m);
            System.arraycopy(theta, shape.output(j), output, j * m, m);
        }
        Arrays.fill(innerGradient, 0);
        Arrays.fill(biasGradient, 0);
        Arrays.fill(outputGradient, 0);
        Arrays.fill(outerGradient, 0);
    }

    private void pack(double[] gradient) {
        for (int j = 0; j < d; j++) {
            for (int i = 0; i < d; i++) {
                copy(innerGradient, i * units + j * m, gradient, shape.edge(i, j), i == j ? 0 : scale);
            }
            copy(biasGradient, j * m, gradient, shape.innerBias(j), scale);
            copy(outputGradient, j * m, gradient, shape.output(j), scale);
            gradient[shape.outerBias(j)] = scale * outerGradient[j];
        }
    }

    private void copy(double[] from, int first, double[] to, int at, double factor) {
        for (int u = 0; u < m; u++) {
            to[at + u] = factor * from[first + u];
        }
    }
}
