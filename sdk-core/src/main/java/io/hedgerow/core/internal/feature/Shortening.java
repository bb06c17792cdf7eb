// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.feature;

import java.util.function.IntToDoubleFunction;

/**
 * The effect of a release on its moments: rows [c, w_a φ_a] were shortened to R, and the sum has noise. Immutable.
 *
 * @param constant c
 * @param weight w_a of a column
 * @param radius R; infinite when no row was shortened
 * @param noise deviation of an entry beside the diagonal, of moments of weighted columns
 */
public record Shortening(double constant, IntToDoubleFunction weight, double radius, double noise) {

    /** The weight of a row: the square of the share of its length that is left. */
    double share(double[] columns) {
        double square = constant * constant;
        for (int a = 0; a < columns.length; a++) {
            square += Math.pow(weight.applyAsDouble(a) * columns[a], 2);
        }
        return Math.min(1, radius * radius / square);
    }

    /** The noise's variance of the moment of two columns. */
    double variance(int a, int b) {
        return Math.pow(noise / (weight.applyAsDouble(a) * weight.applyAsDouble(b)), 2);
    }
}
