// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.linalg;

import java.util.Arrays;
import org.apache.commons.math3.distribution.NormalDistribution;

/**
 * Normal scores of the cells of a variable, and their relation to the normal variable behind them.
 *
 * <p>Symbols: Z standard normal; cell k holds the rows with z_{k−1} &lt; Z ≤ z_k, which have a share p_k; φ the density
 * of Z; h_t the normalised Hermite polynomial of degree t. The score of a cell is the mean of Z in it,
 *
 * <pre>s_k = E[Z | cell k] = (φ(z_{k−1}) − φ(z_k)) / p_k</pre>
 *
 * <p>so that scores have mean 0 and variance v = E[s Z] ≤ 1: the loss to ties and coarse cells, s − v Z, is known. For
 * two variables that are normal together with correlation ρ behind their cells (Mehler's formula),
 *
 * <pre>
 * E[s s'] = Σ_t ρ^t c_t c'_t,   c_t = E[s h_t(Z)] = Σ_k s_k (h_{t−1} φ |_{z_{k−1}} − h_{t−1} φ |_{z_k}) / √t,   c_1 = v
 * </pre>
 *
 * <p>from which ρ follows. Immutable.
 */
public final class CellScores {

    /** For a column that is one half 0 and one half 1, later terms add less than .01 to E[s s'] for |ρ| ≤ .95. */
    private static final int TERMS = 40;
    /** Stronger correlations count as this one; two columns that are the same need no ρ. */
    public static final double STRONGEST = 0.98;
    /** The score of an empty tail, whose rows noise hid. */
    private static final double FARTHEST = 4;
    /** A variable with less variance in its scores shares a cell almost everywhere. */
    private static final double LEAST_VARIANCE = 0.05;

    private static final int HALVINGS = 50;
    private static final NormalDistribution NORMAL = new NormalDistribution(null, 0, 1);

    private final double[] scores;
    private final double[] coefficients;
    /** The same of s² and of s³. */
    private final double[] ofSquares;

    private final double[] ofCubes;
    private final double meanSquare;
    private final double meanFourth;

    private CellScores(double[] shares, double[] scores) {
        this.scores = scores.clone();
        this.coefficients = coefficients(shares, scores);
        double[] squares = Arrays.stream(scores).map(s -> s * s).toArray();
        this.ofSquares = coefficients(shares, squares);
        this.ofCubes =
                coefficients(shares, Arrays.stream(scores).map(s -> s * s * s).toArray());
        double square = 0;
        double fourth = 0;
        for (int k = 0; k < shares.length; k++) {
            square += shares[k] * squares[k];
            fourth += shares[k] * squares[k] * squares[k];
        }
        this.meanSquare = square;
        this.meanFourth = fourth;
    }

    /** Takes shares, at least 0 with sum 1. */
    public static CellScores of(double[] shares) {
        double[] scores = new double[shares.length];
        double below = 0;
        for (int k = 0; k < shares.length; k++) {
            double above = Math.min(1, below + shares[k]);
            scores[k] = above - below > Math.ulp(1.0) * shares.length
                    ? (edge(below)[0] - edge(above)[0]) / (above - below)
                    : Math.max(-FARTHEST, Math.min(FARTHEST, NORMAL.inverseCumulativeProbability(below)));
            below = above;
        }
        return of(shares, scores);
    }

    /** Takes other scores, such as mean ranks; products are then about their means, and {@link #variance} is c_1. */
    public static CellScores of(double[] shares, double[] scores) {
        return new CellScores(shares, scores);
    }

    private static double[] coefficients(double[] shares, double[] scores) {
        double[] coefficients = new double[TERMS];
        double below = 0;
        double[] lower = new double[TERMS];
        for (int k = 0; k < shares.length; k++) {
            double above = Math.min(1, below + shares[k]);
            double[] upper = edge(above);
            for (int t = 0; t < TERMS; t++) {
                coefficients[t] += scores[k] * (lower[t] - upper[t]) / Math.sqrt(t + 1);
            }
            below = above;
            lower = upper;
        }
        return coefficients;
    }

    /** h_t φ at the point that a share is below, t from 0; 0 at both ends. */
    private static double[] edge(double share) {
        double[] values = new double[TERMS];
        if (!(share > 0 && share < 1)) {
            return values;
        }
        double z = NORMAL.inverseCumulativeProbability(share);
        values[0] = NORMAL.density(z);
        values[1] = z * values[0];
        for (int t = 2; t < TERMS; t++) {
            values[t] = (z * values[t - 1] - Math.sqrt(t - 1) * values[t - 2]) / Math.sqrt(t);
        }
        return values;
    }

    public double[] scores() {
        return scores.clone();
    }

    public double variance() {
        return coefficients[0];
    }

    /** Whether cells are so wide beside the values that scores say next to nothing about them. */
    public boolean isLost() {
        return !(variance() >= LEAST_VARIANCE);
    }

    /** ρ, at most {@value #STRONGEST} in absolute value, where scores of this and another have a mean product. */
    public double correlation(CellScores other, double product) {
        double low = -STRONGEST;
        double high = STRONGEST;
        for (int step = 0; step < HALVINGS; step++) {
            double middle = (low + high) / 2;
            if (product(other, middle) < product) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return (low + high) / 2;
    }

    public double product(CellScores other, double correlation) {
        return series(coefficients, other.coefficients, correlation);
    }

    private static double series(double[] first, double[] second, double correlation) {
        double sum = 0;
        for (int t = TERMS - 1; t >= 0; t--) {
            sum = correlation * (sum + first[t] * second[t]);
        }
        return sum;
    }

    /**
     * n times the variance of {@link #correlation} ρ from n rows: that of the correlation r of scores by the delta
     * method, from the moments μ_ab = E[s^a s'^b] that Mehler's formula gives, over the square of the slope of r in ρ.
     * Of columns without ties it is (1 − ρ²)², and the more values share a cell the more it is.
     */
    public double varianceOf(CellScores other, double correlation) {
        double scale = Math.sqrt(meanSquare * other.meanSquare);
        double r = product(other, correlation) / scale;
        double both = meanSquare * other.meanSquare + series(ofSquares, other.ofSquares, correlation);
        double first = series(ofCubes, other.coefficients, correlation) / meanSquare;
        double second = series(coefficients, other.ofCubes, correlation) / other.meanSquare;
        double fourths =
                meanFourth / (meanSquare * meanSquare) + other.meanFourth / (other.meanSquare * other.meanSquare);
        double ofScores = both / (scale * scale)
                + r * r / 4 * (fourths + 2 * both / (scale * scale))
                - r * (first + second) / scale;
        double slope = 0;
        for (int t = TERMS - 1; t >= 0; t--) {
            slope = correlation * slope + (t + 1) * coefficients[t] * other.coefficients[t];
        }
        return ofScores * scale * scale / (slope * slope);
    }

    @Override
    public String toString() {
        return "CellScores[cells=" + scores.length + ", coefficients=" + Arrays.toString(coefficients) + "]";
    }
}
