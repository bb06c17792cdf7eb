// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.denoise;

import java.util.Arrays;
import java.util.function.IntToDoubleFunction;
import org.apache.commons.math3.exception.MaxCountExceededException;
import org.apache.commons.math3.linear.Array2DRowRealMatrix;
import org.apache.commons.math3.linear.EigenDecomposition;
import org.apache.commons.math3.linear.RealMatrix;

/**
 * Undoes what dividing every record by its norm does to second moments.
 *
 * <p>Symbols: M = E[y yᵀ / ‖y‖²]: [d, d], trace 1. For y from an elliptical distribution with scatter U diag(λ) Uᵀ, M =
 * U diag(λ_i h_i) Uᵀ with
 *
 * <pre>h_i(λ) = E[g_i² / Σ_k λ_k g_k²] = ∫_0^∞ (1 + 2tλ_i)⁻¹ Π_k (1 + 2tλ_k)^{−1/2} dt,   g standard normal</pre>
 *
 * <p>(the spatial sign covariance matrix; its eigenvectors: Marden 1999, Visuri, Koivunen and Oja 2000; the integral is
 * E[1/Q] = ∫ E[e^{−tQ}] dt). λ, with mean 1, solves λ_i h_i(λ) = eigenvalue i of M and is found by fixed-point
 * iteration. The noise of a release is carried along linearly: an eigenvalue that it made negative is divided by its
 * h_i too.
 *
 * <p>For rows that are not elliptical it is an approximation. Immutable. Cost: one eigendecomposition, O(d³).
 */
public final class NormalisationCorrection {

    private static final int NODES = 200;
    private static final double LOWEST = -14;
    private static final double HIGHEST = 26;
    private static final int ITERATIONS = 300;
    /** The number of edges of a variable from which on fewer hidden directions count as many. */
    private static final double DENSE = 2;

    private final int d;
    private final RealMatrix vectors;
    private final double[] values;
    private final double[] shares;
    private final double[] scatter;
    private final double efficiency;

    private NormalisationCorrection(
            int d, RealMatrix vectors, double[] values, double[] shares, double[] scatter, double efficiency) {
        this.d = d;
        this.vectors = vectors;
        this.values = values;
        this.shares = shares;
        this.scatter = scatter;
        this.efficiency = efficiency;
    }

    /** Corrects a mean of outer products of unit vectors, with noise. */
    static NormalisationCorrection ofDirections(int d, double[] matrix) {
        NormalisationCorrection plain = ofMoments(d, matrix);
        double[] share = positiveShares(plain.values);
        double[] lambda = new double[d];
        for (int i = 0; i < d; i++) {
            lambda[i] = share[i] * d;
        }
        double[] h = new double[d];
        for (int iteration = 0; iteration < ITERATIONS; iteration++) {
            integrate(lambda, h);
            double sum = 0;
            for (int i = 0; i < d; i++) {
                sum += share[i] / h[i];
            }
            double change = 0;
            for (int i = 0; i < d; i++) {
                double next = share[i] / h[i] * d / sum;
                change = Math.max(change, Math.abs(next / lambda[i] - 1));
                lambda[i] = next;
            }
            if (change < 1e-7) {
                break;
            }
        }
        return new NormalisationCorrection(d, plain.vectors, plain.values, h, lambda, efficiency(lambda));
    }

    /**
     * Takes a second-moment matrix that needs no correction.
     *
     * @throws IllegalArgumentException when its eigenvalues are not found, as with entries of very different sizes
     */
    public static NormalisationCorrection ofMoments(int d, double[] matrix) {
        EigenDecomposition decomposition = decomposed(d, matrix);
        double[] values = decomposition.getRealEigenvalues();
        double[] ones = new double[d];
        Arrays.fill(ones, 1);
        double trace = 0;
        for (double value : values) {
            trace += value;
        }
        double[] scatter = positiveShares(values);
        for (int i = 0; i < d; i++) {
            scatter[i] *= Math.max(trace, Double.MIN_NORMAL);
        }
        return new NormalisationCorrection(d, decomposition.getV(), values, ones, scatter, 1);
    }

    private static EigenDecomposition decomposed(int d, double[] matrix) {
        try {
            return new EigenDecomposition(new Array2DRowRealMatrix(GramTarget.rows(d, matrix), false));
        } catch (MaxCountExceededException e) {
            throw new IllegalArgumentException(
                    "second moments must have eigenvalues that can be found, those of " + d + " columns have not", e);
        }
    }

    /** Eigenvalues raised to a ten-thousandth of the mean, with sum 1. */
    private static double[] positiveShares(double[] values) {
        double total = 0;
        for (double value : values) {
            total += Math.max(value, 0);
        }
        double least = Math.max(total, Double.MIN_NORMAL) * 1e-4 / values.length;
        double sum = 0;
        double[] shares = new double[values.length];
        for (int i = 0; i < shares.length; i++) {
            shares[i] = Math.max(values[i], least);
            sum += shares[i];
        }
        for (int i = 0; i < shares.length; i++) {
            shares[i] /= sum;
        }
        return shares;
    }

    /** h_i(λ), by the trapezoidal rule in log t, which converges geometrically here. */
    static void integrate(double[] lambda, double[] h) {
        Arrays.fill(h, 0);
        eachNode(lambda, (t, weight) -> {
            for (int i = 0; i < h.length; i++) {
                h[i] += weight / (1 + 2 * t * lambda[i]);
            }
        });
    }

    private interface Node {
        void accept(double t, double weight);
    }

    /** The nodes t of the rule with their weights times Π_k (1 + 2tλ_k)^{−1/2}. */
    private static void eachNode(double[] lambda, Node node) {
        double mean = 0;
        for (double value : lambda) {
            mean += value / lambda.length;
        }
        double width = (HIGHEST - LOWEST) / NODES;
        for (int k = 0; k <= NODES; k++) {
            double t = StrictMath.exp(LOWEST + k * width) / (mean * lambda.length);
            double log = StrictMath.log(t * width);
            for (double value : lambda) {
                log -= 0.5 * StrictMath.log1p(2 * t * value);
            }
            node.accept(t, StrictMath.exp(log));
        }
    }

    /**
     * The rows with their lengths that say as much as one row without, 1 where nothing was divided. In the coordinates
     * of the eigenvectors an entry beside the diagonal of M moves that of the corrected matrix by (λ_i − λ_j) / (M_ii −
     * M_jj) = 1 / k_ij, so its variance over rows is r_ij times the λ_i λ_j of rows with lengths:
     *
     * <pre>
     * k_ij = ∫ p a_i a_j dt,   r_ij = ∫ t p a_i a_j dt / k_ij²,   p = Π_k (1 + 2tλ_k)^{−1/2},   a_i = (1 + 2tλ_i)⁻¹
     * </pre>
     *
     * The integral above is E[g_i² g_j² / (Σ_k λ_k g_k²)²]. Returned is 1 over the mean of r_ij, which differ little;
     * it is d / (d + 2) where all λ are the same.
     */
    public double efficiency() {
        return efficiency;
    }

    /** 1 / mean of r_ij over i ≠ j. */
    private static double efficiency(double[] lambda) {
        int d = lambda.length;
        if (d < 2) {
            return 1;
        }
        double[] slope = new double[d * d];
        double[] squared = new double[d * d];
        eachNode(lambda, (t, weight) -> {
            for (int i = 0; i < d; i++) {
                for (int j = 0; j < i; j++) {
                    double both = weight / ((1 + 2 * t * lambda[i]) * (1 + 2 * t * lambda[j]));
                    slope[i * d + j] += both;
                    squared[i * d + j] += t * both;
                }
            }
        });
        double sum = 0;
        for (int i = 0; i < d; i++) {
            for (int j = 0; j < i; j++) {
                sum += squared[i * d + j] / (slope[i * d + j] * slope[i * d + j]);
            }
        }
        return d * (d - 1) / (2 * sum);
    }

    /** U diag(eigenvalue_i / h_i) Uᵀ, row by row, symmetric; for directions in the unit in which λ has mean 1. */
    public double[] corrected() {
        return compose(i -> values[i] / shares[i]);
    }

    /**
     * K of a {@link GramTarget}. In the coordinates of the eigenvectors the noise of a release with deviation σ on the
     * diagonal has deviation σ / √(h_i h_j) after the correction, and the error of a mean over n rows √(2/n) √(λ_i
     * λ_j); a further share of λ stands for errors of the model, such as rows that are not elliptical.
     */
    public double[] precision(double sigma, double rows, double modelError) {
        return compose(i -> {
            double noise = sigma / shares[i];
            double sampling = (2 / rows + modelError * modelError) * scatter[i] * scatter[i];
            return 1 / Math.sqrt(noise * noise + sampling);
        });
    }

    /** The corrected matrix with eigenvalues raised to at least a share of their positive mean. */
    public double[] positiveDefinite(double least) {
        double mean = 0;
        for (int i = 0; i < d; i++) {
            mean += Math.max(0, values[i] / shares[i]) / d;
        }
        double lowest = least * mean;
        return compose(i -> Math.max(values[i] / shares[i], lowest));
    }

    /** The corrected matrix with eigenvalues raised to at least a number. */
    public double[] raised(double least) {
        return compose(i -> Math.max(values[i] / shares[i], Math.max(least, Double.MIN_NORMAL)));
    }

    /** The symmetric root of the corrected matrix with eigenvalues raised to at least a number above 0. */
    public double[] root(double least) {
        return compose(i -> Math.sqrt(Math.max(values[i] / shares[i], least)));
    }

    /**
     * The share of the directions in which noise hides the release: of the eigenvalues of M below σ √(2d), as far as
     * those of symmetric noise with deviation σ / √2 beside the diagonal reach (Wigner 1955).
     */
    public double buried(double sigma) {
        double reach = sigma * Math.sqrt(2.0 * d);
        return Arrays.stream(values).filter(value -> value < reach).count() / (double) d;
    }

    /**
     * Whether a network cannot be told from noise that hides a share of the directions: small eigenvalues are where the
     * noise variances of caused variables are, and networks with many edges of a variable, {@value #DENSE} at least,
     * have many.
     */
    public static boolean isBuried(double hidden, double density) {
        return hidden * Math.max(DENSE, density) >= 1;
    }

    /** The mean of 1 / h_i: how much the correction widens the noise of an entry. */
    public double widening() {
        double sum = 0;
        for (double share : shares) {
            sum += 1 / share;
        }
        return sum / d;
    }

    private double[] compose(IntToDoubleFunction eigenvalue) {
        double[] diagonal = new double[d];
        Arrays.setAll(diagonal, eigenvalue);
        double[] matrix = new double[d * d];
        for (int i = 0; i < d; i++) {
            for (int j = 0; j <= i; j++) {
                double sum = 0;
                for (int k = 0; k < d; k++) {
                    sum += vectors.getEntry(i, k) * diagonal[k] * vectors.getEntry(j, k);
                }
                matrix[i * d + j] = sum;
                matrix[j * d + i] = sum;
            }
        }
        return matrix;
    }
}
