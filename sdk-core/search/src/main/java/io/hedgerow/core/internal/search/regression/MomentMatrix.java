// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.regression;

import io.hedgerow.core.internal.linalg.SmallCholesky;
import java.util.Optional;

/** Checks and transforms second-moment matrices: [d, d] row by row. */
public final class MomentMatrix {

    /** Of a correlation matrix: with a smaller pivot columns determine each other. */
    private static final double PIVOT = 1e-9;

    private MomentMatrix() {}

    public static void requireSquare(String name, int variables, double[] matrix) {
        if (variables < 1 || matrix.length != (long) variables * variables) {
            throw new IllegalArgumentException(
                    name + " must be [" + variables + ", " + variables + "], was " + matrix.length + " numbers");
        }
    }

    /** Shape, finiteness and symmetry; asymmetry of the size of round-off is let pass. */
    public static void require(int variables, double[] s) {
        requireSquare("secondMoment", variables, s);
        int d = variables;
        for (int i = 0; i < d; i++) {
            for (int j = 0; j <= i; j++) {
                double lower = s[i * d + j];
                double upper = s[j * d + i];
                if (!(Math.abs(lower) < Double.POSITIVE_INFINITY
                        && Math.abs(lower - upper) <= 1e-9 * (Math.abs(lower) + Math.abs(upper)))) {
                    throw new IllegalArgumentException("secondMoment must be finite and symmetric, was different at ["
                            + i + ", " + j + "] and [" + j + ", " + i + "]");
                }
            }
        }
    }

    public static double smallestVariance(int variables, double[] s) {
        requireSquare("secondMoment", variables, s);
        double smallest = Double.POSITIVE_INFINITY;
        for (int j = 0; j < variables; j++) {
            smallest = Math.min(smallest, s[j * variables + j]);
        }
        if (!(smallest > 0)) {
            throw new IllegalArgumentException("secondMoment must have a diagonal > 0, has a smaller entry");
        }
        return smallest;
    }

    /**
     * C_ij = S_ij / √(S_ii S_jj), with ones on the diagonal. Rounded to 2⁻⁴⁰, so that other units of the columns, which
     * change the last digits, change nothing that follows.
     */
    public static double[] correlation(int variables, double[] s) {
        smallestVariance(variables, s);
        int d = variables;
        double[] scale = new double[d];
        for (int j = 0; j < d; j++) {
            scale[j] = 1 / Math.sqrt(s[j * (d + 1)]);
        }
        double[] c = new double[d * d];
        for (int k = 0; k < c.length; k++) {
            c[k] = k / d == k % d ? 1 : Math.rint(s[k] * scale[k / d] * scale[k % d] * 0x1p40) * 0x1p-40;
        }
        return c;
    }

    public static double[] leading(int variables, double[] s, int first) {
        double[] leading = new double[first * first];
        for (int i = 0; i < first; i++) {
            System.arraycopy(s, i * variables, leading, i * first, first);
        }
        return leading;
    }

    /**
     * The correlations of the first t variables given others, [t, t]: of S_tt − S_tg S_gg⁻¹ S_gt. They vary as those of
     * as many rows fewer as variables are given. Empty where those determine each other, or one of the first.
     */
    public static Optional<double[]> correlationGiven(int variables, double[] s, int t, int... given) {
        double[] c = correlation(variables, s);
        int g = given.length;
        double[] factor = new double[g * g];
        for (int k = 0; k < g * g; k++) {
            factor[k] = c[given[k / g] * variables + given[k % g]];
        }
        if (!SmallCholesky.factor(factor, g, PIVOT)) {
            return Optional.empty();
        }
        double[] left = new double[t * t];
        for (int j = 0; j < t; j++) {
            double[] coefficients = new double[g];
            for (int k = 0; k < g; k++) {
                coefficients[k] = c[given[k] * variables + j];
            }
            SmallCholesky.solve(factor, g, coefficients);
            for (int i = 0; i <= j; i++) {
                double sum = c[i * variables + j];
                for (int k = 0; k < g; k++) {
                    sum -= c[i * variables + given[k]] * coefficients[k];
                }
                left[i * t + j] = sum;
                left[j * t + i] = sum;
            }
            if (!(left[j * (t + 1)] > PIVOT)) {
                return Optional.empty();
            }
        }
        return Optional.of(correlation(t, left));
    }
}
