package io.hedgerow.core.acyclicity;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The log-determinant form h(A) = −log det(sI − A) + d log s, ∂h/∂A_ij = ((sI − A)⁻¹)_ji, of DAGMA (Bello, Aragam and
 * Ravikumar 2022), with A = W ∘ W.
 *
 * <p>Defined where the spectral radius of A is below s, that is where sI − A is a nonsingular M-matrix; elsewhere h is
 * positive infinity. It decomposes over the strongly connected components of the pattern; the derivative of an edge between
 * two of them is exactly 0. Within a component sI − A is inverted by Gauss-Jordan elimination without pivoting: for a matrix with
 * no positive off-diagonal entry, all pivots are positive exactly when it is an M-matrix.
 *
 * <p>Cost: 2n³ operations at most for a component of n variables, fewer while entries are 0. Immutable and thread-safe.
 */
public final class LogDeterminant implements AcyclicityConstraint {

    private final double s;

    /** With s = 1. */
    public LogDeterminant() {
        this(1);
    }

    /**
     * With a chosen bound on the spectral radius.
     *
     * @param s finite and &gt; 0
     */
    public LogDeterminant(double s) {
        if (!(s > 0) || s == Double.POSITIVE_INFINITY) {
            throw new IllegalArgumentException("s must be finite and > 0, was " + s);
        }
        this.s = s;
    }

    @Override
    public String id() {
        return "log-determinant(s=" + s + ")";
    }

    @Override
    public Evaluator on(EdgePattern pattern) {
        List<Component> components = Component.of(pattern);
        List<double[][]> matrices = new ArrayList<>();
        for (Component component : components) {
            matrices.add(new double[component.size()][component.size()]);
        }
        return (squared, gradient) -> {
            SquaredWeights.require(pattern, squared, gradient);
            Arrays.fill(gradient, 0);
            double h = 0;
            for (int c = 0; c < components.size(); c++) {
                h += evaluate(components.get(c), matrices.get(c), squared, gradient);
                if (h == Double.POSITIVE_INFINITY) {
                    return h;
                }
            }
            return h;
        };
    }

    private double evaluate(Component component, double[][] matrix, double[] squared, double[] gradient) {
        int[] start = component.start();
        int[] target = component.target();
        int[] edge = component.edge();
        for (int i = 0; i < component.size(); i++) {
            Arrays.fill(matrix[i], 0);
            for (int e = start[i]; e < start[i + 1]; e++) {
                matrix[i][target[e]] = squared[edge[e]];
            }
        }
        double h = invert(matrix);
        for (int i = 0; i < component.size(); i++) {
            for (int e = start[i]; e < start[i + 1]; e++) {
                gradient[edge[e]] = matrix[target[e]][i];
            }
        }
        return h;
    }

    /**
     * Replaces A by (sI − A)⁻¹ and returns −log det(I − A / s). At step k the columns before k hold entries of the
     * inverse and the others the negative of what elimination has left of sI − A, its diagonal without s. All of these
     * are ≥ 0 and only grow, so that nothing cancels but s − N_kk, the pivot.
     */
    private double invert(double[][] matrix) {
        int n = matrix.length;
        double h = 0;
        for (int k = 0; k < n; k++) {
            double[] row = matrix[k];
            double pivot = s - row[k];
            if (!(pivot > 0)) {
                return Double.POSITIVE_INFINITY;
            }
            h -= Math.log1p(-row[k] / s);
            double inverse = 1 / pivot;
            row[k] = 1;
            for (int j = 0; j < n; j++) {
                row[j] *= inverse;
            }
            for (int i = 0; i < n; i++) {
                double factor = matrix[i][k];
                if (i != k && factor != 0) {
                    matrix[i][k] = 0;
                    add(factor, row, matrix[i], n);
                }
            }
        }
        return h;
    }

    private static void add(double factor, double[] row, double[] to, int n) {
        for (int j = 0; j < n; j++) {
            to[j] += factor * row[j];
        }
    }
}
