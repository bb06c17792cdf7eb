package io.hedgerow.core.acyclicity;

import io.hedgerow.core.internal.linalg.MatrixExponential;
import java.util.Arrays;

/**
 * The trace exponential on one component, by the sparse Taylor sum or by a dense exponential, whichever costs less.
 *
 * <p>What the sparse sum leaves out is below 1e-12 of h, however small h is: it starts with an absolute tolerance that is enough
 * for h above about 1e-8 and repeats with a smaller one when it was not. Not thread-safe.
 */
final class ComponentExponential {

    /** Bound on each omission at first; smaller ones cost about 5 % per factor of 100. */
    private static final double TOLERANCE = 1e-22;

    private static final double RELATIVE_ERROR = 1e-12;
    /** Near underflow no smaller tolerance helps. */
    private static final double LEAST_TOLERANCE = 1e-290;
    /** Enough for norms below 80; more terms than that cost more than dense squarings. */
    private static final int MAX_TERMS = 250;
    /** Measured speed of the dense product over that of the sums of rows, in multiplications per second. */
    private static final double DENSE_ADVANTAGE = 2;

    private final Component component;
    private final MatrixExponential dense;
    private final TermPlan plan;
    private final SparseTaylor sparse;
    private final double[] weights;
    private final double[] sums;
    private double[] matrix = new double[0];
    private double[] result = new double[0];

    /**
     * Prepares one component.
     *
     * @param component of the pattern
     * @param dense work space, may be shared within one evaluator
     */
    ComponentExponential(Component component, MatrixExponential dense) {
        this.component = component;
        this.dense = dense;
        this.plan = new TermPlan(component);
        this.sparse = new SparseTaylor(component);
        this.weights = new double[component.edges()];
        this.sums = new double[component.edges()];
    }

    /** Adds nothing outside the component: sets the gradient of its edges and returns its part of h. */
    double evaluate(double[] squared, double[] gradient) {
        int[] edge = component.edge();
        for (int e = 0; e < edge.length; e++) {
            weights[e] = squared[edge[e]];
        }
        double h = trace();
        for (int e = 0; e < edge.length; e++) {
            gradient[edge[e]] = sums[e];
        }
        return h;
    }

    private double trace() {
        if (!plan.prepare(weights, TOLERANCE, MAX_TERMS)) {
            return denseTrace();
        }
        double square = (double) component.size() * component.size();
        if (DENSE_ADVANTAGE * plan.multiplications() > MatrixExponential.products(plan.norm()) * square) {
            double h = denseTrace();
            if (h != 0) {
                return h;
            }
            // Cycles longer than the degree, and so weak that no squaring followed.
        }
        return sparseTrace();
    }

    private double sparseTrace() {
        double tolerance = TOLERANCE;
        double h = sparse.evaluate(weights, plan, sums);
        while (plan.error() > RELATIVE_ERROR * h && tolerance > LEAST_TOLERANCE) {
            double factor = Math.min(1e-6, 0.1 * RELATIVE_ERROR * h / plan.error());
            tolerance = Math.max(tolerance * factor, LEAST_TOLERANCE);
            if (!plan.prepare(weights, tolerance, MAX_TERMS)) {
                return denseTrace();
            }
            h = sparse.evaluate(weights, plan, sums);
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
