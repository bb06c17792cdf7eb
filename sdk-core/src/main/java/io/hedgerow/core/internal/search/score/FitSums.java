// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.score;

/**
 * What graphs of one client tell of the settings that all have in common; sums over clients are enough. One number of
 * each is a message of a round.
 *
 * @param residuals Σ_j n r_j
 * @param terms n d, d being the number of targets
 * @param within edges among targets
 * @param lagged edges from variables that are parents only
 * @param squares Σ b²
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
