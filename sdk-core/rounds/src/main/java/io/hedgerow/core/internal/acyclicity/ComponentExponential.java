// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.acyclicity;

import io.hedgerow.core.internal.linalg.MatrixExponential;
import java.util.Arrays;

/**
 * The trace exponential on one component: in closed form on two vertices, elsewhere by the sparse Taylor sum or by a
 * dense exponential, whichever costs less. The rest that the sparse sum leaves out is below 1e-12 of h and of the
 * largest derivative. Pairs of opposite edges bound both from below: h ≥ Σ A_ij A_ji and (e^A)_ji ≥ A_ji. That is the
 * right measure inside an augmented Lagrangian, where multiplier times h is bounded by the distance term. Without such
 * a pair an absolute tolerance is tried, and a smaller one when that was not enough. Not thread-safe.
 */
final class ComponentExponential {

    /** Tolerance for an entry when nothing is known of h. */
    private static final double TOLERANCE = 1e-22;

    private static final double RELATIVE_ERROR = 1e-12;
    /** Near underflow no smaller tolerance helps. */
    private static final double LEAST_TOLERANCE = 1e-290;
    /** Enough for norms of at least 120; more terms than that cost more than dense squarings. */
    private static final int MAX_DEGREE = 200;
    /** Measured speed of the dense product over that of the sums of rows, in multiplications per second. */
    private static final double DENSE_ADVANTAGE = 2;

    private final Component component;
    private final MatrixExponential dense;
    private final SparseRows rows;
    private final TaylorDegree degree;
    private final SparseExponential sparse;
    private final int[] opposite;
    private final double[] weights;
    private final double[] sums;
    private double[] matrix = new double[0];
    private double[] result = new double[0];

    ComponentExponential(Component component, MatrixExponential dense) {
        this.component = component;
        this.dense = dense;
        this.rows = new SparseRows(component);
        this.degree = new TaylorDegree(component.size());
        this.sparse = new SparseExponential(component);
        this.opposite = component.opposite();
        this.weights = new double[component.edges()];
        this.sums = new double[component.edges()];
    }

    /** Changes nothing outside the component: sets the gradient of its edges and returns its part of h. */
    double evaluate(double[] squared, double[] gradient) {
        int[] edge = component.edge();
        for (int e = 0; e < edge.length; e++) {
            weights[e] = squared[edge[e]];
        }
        double h = component.size() == 2 ? pairTrace() : trace();
        for (int e = 0; e < edge.length; e++) {
            gradient[edge[e]] = sums[e];
        }
        return h;
    }

    /** With s² = A_01 A_10: tr(e^A) − 2 = 2 cosh s − 2 = 4 sinh²(s / 2) and (e^A)_ji = A_ji sinh(s) / s. */
    private double pairTrace() {
        double s = Math.sqrt(weights[0]) * Math.sqrt(weights[1]);
        double half = Math.sinh(s / 2);
        double slope = s > 0 ? Math.sinh(s) / s : 1;
        sums[0] = weights[1] * slope;
        sums[1] = weights[0] * slope;
        return 4 * half * half;
    }

    private double trace() {
        rows.fill(weights);
        double tolerance = tolerance();
        if (!degree.find(rows, tolerance, MAX_DEGREE)) {
            return denseTrace();
        }
        double square = (double) component.size() * component.size();
        double multiplications = (double) degree.degree() * rows.size();
        if (DENSE_ADVANTAGE * multiplications > MatrixExponential.products(degree.norm()) * square) {
            double h = denseTrace();
            if (h != 0) {
                return h;
            }
            // Cycles longer than the degree, and so weak that no squaring followed.
        }
        return sparseTrace(tolerance);
    }

    private double tolerance() {
        double h = 0;
        double slope = 0;
        for (int e = 0; e < weights.length; e++) {
            if (opposite[e] > e) {
                double a = weights[e];
                double b = weights[opposite[e]];
                h += a * b;
                slope = Math.max(slope, Math.max(a, b));
            }
        }
        if (!(h > 0)) {
            return TOLERANCE;
        }
        double least = Math.min(0.1 * h / component.size(), 0.01 * slope);
        return Math.max(LEAST_TOLERANCE, RELATIVE_ERROR * least);
    }

    private double sparseTrace(double first) {
        double tolerance = first;
        double h = sparse.evaluate(rows, degree.degree(), sums);
        double error = component.size() * degree.error();
        while (error > RELATIVE_ERROR * h && tolerance > LEAST_TOLERANCE) {
            double factor = Math.min(1e-6, 0.1 * RELATIVE_ERROR * h / error);
            tolerance = Math.max(tolerance * factor, LEAST_TOLERANCE);
            if (!degree.find(rows, tolerance, MAX_DEGREE)) {
                return denseTrace();
            }
            h = sparse.evaluate(rows, degree.degree(), sums);
            error = component.size() * degree.error();
        }
        return h;
    }

    private double denseTrace() {
        int n = component.size();
        if (matrix.length == 0) {
            matrix = new double[n * n];
            result = new double[n * n];
        }
        int[] start = component.start();
        int[] target = component.target();
        Arrays.fill(matrix, 0);
        for (int i = 0; i < n; i++) {
            for (int e = start[i]; e < start[i + 1]; e++) {
                matrix[i * n + target[e]] = weights[e];
            }
        }
        dense.minusIdentity(n, matrix, result);
        double h = 0;
        for (int i = 0; i < n; i++) {
            h += result[i * n + i];
            for (int e = start[i]; e < start[i + 1]; e++) {
                sums[e] = result[target[e] * n + i];
            }
        }
        return h;
    }
}
