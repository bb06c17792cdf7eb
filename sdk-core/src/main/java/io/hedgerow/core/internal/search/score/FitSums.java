// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.score;

/**
 * The sums of one client's graphs from which the common settings follow, as one round sends them: {@code residuals} Σ_j
 * n r_j; {@code terms} n d, of d targets; {@code within} edges among targets; {@code lagged} edges from variables that
 * are parents only; {@code squares} Σ b².
 */
public record FitSums(double residuals, double terms, double within, double lagged, double squares) {

    public static final FitSums NONE = new FitSums(0, 0, 0, 0, 0);

    public static FitSums of(double[] message) {
        return new FitSums(message[0], message[1], message[2], message[3], message[4]);
    }

    public double[] message() {
        return new double[] {residuals, terms, within, lagged, squares};
    }

    public FitSums plus(FitSums other, double factor) {
        return new FitSums(
                residuals + factor * other.residuals,
                terms + factor * other.terms,
                within + factor * other.within,
                lagged + factor * other.lagged,
                squares + factor * other.squares);
    }
}
