package io.hedgerow.core.acyclicity;

import java.util.Arrays;

/**
 * Tells, from row and column sums alone, which rows of which Taylor terms T_k = A^k / k! can change e^A.
 *
 * <p>With v_k = T_k 1 (row sums) and U = 1ᵀ e^A (column sums): leaving out row r of T_k, and what follows from it, changes
 * no entry of e^A by more than v_k(r) U(r), because later terms multiply that row from the left by a matrix whose column r
 * sums to at most U(r). Leaving out column c of all terms after k changes none by more than the column sum of Σ_{m&gt;k} T_m.
 * Both sums follow from products of A with a vector, nnz(A) operations each. Nothing here is an estimate: with
 * tolerance τ every omission is below τ, and {@link #error} is a bound on their sum.
 */
final class TermPlan {

    private final Component component;
    /** Row sums and column sums of each term, from term 0. */
    private double[][] rowSums = new double[0][];

    private double[][] columnSums = new double[0][];
    private final double[] totalColumnSums;
    private final double[] rest;
    private final int[] termsOfColumn;
    private double tolerance;
    private int terms;
    private double error;
    private double norm;
    private int edgesInUse;

    TermPlan(Component component) {
        this.component = component;
        this.totalColumnSums = new double[component.size()];
        this.rest = new double[component.size()];
        this.termsOfColumn = new int[component.size()];
        grow(32);
    }

    /**
     * Plans for one set of weights.
     *
     * @param a weight of each edge of the component
     * @param newTolerance τ
     * @param maxTerms give up beyond this many terms
     * @return whether a plan was found
     */
    boolean prepare(double[] a, double newTolerance, int maxTerms) {
        tolerance = newTolerance;
        int n = component.size();
        norm = 0;
        edgesInUse = 0;
        for (double weight : a) {
            edgesInUse += weight > 0 ? 1 : 0;
        }
        Arrays.fill(columnSums[0], 1);
        Arrays.fill(rowSums[0], 1);
        Arrays.fill(totalColumnSums, 1);
        terms = 0;
        double largest;
        double ratio;
        do {
            terms++;
            if (terms > maxTerms) {
                return false;
            }
            grow(terms + 1);
            largest = multiply(a, terms);
            if (terms == 1) {
                norm = largest;
            }
            for (int c = 0; c < n; c++) {
                totalColumnSums[c] += columnSums[terms][c];
            }
            // Later terms fall by at least this factor each.
            ratio = norm / (terms + 1);
        } while (largest > 0 && !(ratio <= 0.5 && largest <= 0.5 * tolerance));
        double beyond = largest == 0 ? 0 : largest * ratio / (1 - ratio);
        cutColumns(beyond);
        error = n * beyond;
        for (int k = 2; k <= terms; k++) {
            for (int r = 0; r < n; r++) {
                double omitted = rowSums[k][r] * totalColumnSums[r];
                error += omitted <= tolerance ? omitted : 0;
            }
        }
        return true;
    }

    /** Whether row r of T_k can change e^A by more than the tolerance. */
    boolean matters(int k, int r) {
        return rowSums[k][r] * totalColumnSums[r] > tolerance;
    }

    /** Multiplications per column that the Taylor sum needs at most. */
    long multiplications() {
        return (long) terms * edgesInUse;
    }

    /** Largest column sum of A. */
    double norm() {
        return norm;
    }

    /** Terms needed by the columns first, …, last − 1. */
    int terms(int first, int last) {
        int most = 1;
        for (int c = first; c < last; c++) {
            most = Math.max(most, termsOfColumn[c]);
        }
        return most;
    }

    /** Bound on the sum over the diagonal, and so on each entry, of what is left out. */
    double error() {
        return error;
    }

    /** Term k of both vector series; returns its largest column sum. */
    private double multiply(double[] a, int k) {
        int[] start = component.start();
        int[] target = component.target();
        double[] v = rowSums[k - 1];
        double[] u = columnSums[k - 1];
        double[] nextV = rowSums[k];
        double[] nextU = columnSums[k];
        double scale = 1.0 / k;
        Arrays.fill(nextU, 0);
        for (int i = 0; i < component.size(); i++) {
            double sum = 0;
            double ui = scale * u[i];
            for (int e = start[i]; e < start[i + 1]; e++) {
                sum += a[e] * v[target[e]];
                nextU[target[e]] += a[e] * ui;
            }
            nextV[i] = scale * sum;
        }
        double largest = 0;
        for (double value : nextU) {
            largest = Math.max(largest, value);
        }
        return largest;
    }

    private void cutColumns(double beyond) {
        Arrays.fill(rest, beyond);
        Arrays.fill(termsOfColumn, 0);
        for (int k = terms; k > 0; k--) {
            for (int c = 0; c < component.size(); c++) {
                rest[c] += columnSums[k][c];
                if (termsOfColumn[c] == 0 && rest[c] > tolerance) {
                    termsOfColumn[c] = k;
                }
            }
        }
    }

    private void grow(int length) {
        if (rowSums.length < length) {
            int from = rowSums.length;
            rowSums = Arrays.copyOf(rowSums, Math.max(length, 2 * from));
            columnSums = Arrays.copyOf(columnSums, rowSums.length);
            for (int k = from; k < rowSums.length; k++) {
                rowSums[k] = new double[component.size()];
                columnSums[k] = new double[component.size()];
            }
        }
    }
}
