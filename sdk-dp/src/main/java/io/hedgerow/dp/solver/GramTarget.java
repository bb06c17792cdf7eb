package io.hedgerow.dp.solver;

/**
 * What a {@link GramFit} is fitted to: a matrix C whose error is known, and what is assumed of the noise variances.
 *
 * <p>Symbols: C: [d, d], symmetric, need not be positive definite; K: [d, d], symmetric positive definite, such that K^½ (C
 * − Σ) K^½ has entries of variance 1 on the diagonal and ½ beside it when Σ is the truth; m: [d], the logarithms of the
 * noise variances up to a common constant, as assumed; τ, how far they are expected to be from that.
 *
 * <p>Keeps the arrays it is given; nobody changes them.
 */
final class GramTarget {

    private final int variables;
    private final double[] matrix;
    private final double[] precision;
    private final double[] weightedMatrix;
    private final double[] logRatios;
    private final double spread;

    GramTarget(int variables, double[] matrix, double[] precision, double[] logRatios, double spread) {
        this.variables = variables;
        this.matrix = matrix;
        this.precision = precision;
        this.weightedMatrix = product(variables, precision, matrix);
        this.logRatios = logRatios;
        this.spread = spread;
    }

    int variables() {
        return variables;
    }

    /** C, row by row. */
    double[] matrix() {
        return matrix;
    }

    /** K, row by row. */
    double[] precision() {
        return precision;
    }

    /** KC, row by row. */
    double[] weightedMatrix() {
        return weightedMatrix;
    }

    /** m. */
    double[] logRatios() {
        return logRatios;
    }

    /** τ. */
    double spread() {
        return spread;
    }

    /** A B, [d, d] each. */
    static double[] product(int d, double[] a, double[] b) {
        double[] product = new double[d * d];
        for (int i = 0; i < d; i++) {
            int row = i * d;
            for (int k = 0; k < d; k++) {
                double factor = a[row + k];
                int other = k * d;
                for (int j = 0; j < d; j++) {
                    product[row + j] += factor * b[other + j];
                }
            }
        }
        return product;
    }

    static double[] transpose(int d, double[] a) {
        double[] transposed = new double[d * d];
        for (int i = 0; i < d; i++) {
            for (int j = 0; j < d; j++) {
                transposed[j * d + i] = a[i * d + j];
            }
        }
        return transposed;
    }
}
