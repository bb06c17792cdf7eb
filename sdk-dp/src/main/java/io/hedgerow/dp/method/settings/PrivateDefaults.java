// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.method.settings;

import io.hedgerow.dp.accounting.PrivacyBudget;
import io.hedgerow.dp.internal.greedy.settings.GreedyDefaults;

/**
 * Settings for private runs that did best on simulated data for which no result is reported ({@code docs/results.md}).
 * Functions of public numbers only.
 */
public final class PrivateDefaults {

    private static final double PAPER_THRESHOLD = 0.3;
    private static final double SMALLEST_DEVIATION = 0.02;
    private static final double LARGEST_DEVIATION = 3000;
    /**
     * The smallest deviation for private steps: they have λ, κ and their threshold in units of a noise deviation, so a
     * narrower range serves them.
     */
    private static final double SMALLEST_STEP_DEVIATION = 0.2;

    private static final double LARGEST_STEP_DEVIATION = 20;
    /** A δ for the defaults, which do not depend on it. */
    private static final double ANY_DELTA = 1e-6;

    private PrivateDefaults() {}

    /**
     * The settings when nothing is chosen.
     *
     * @param algorithm the algorithm of the run
     * @param variables d
     * @param sites P
     * @param epsilon of the run
     */
    public static PrivateSettings of(PrivateAlgorithm algorithm, int variables, int sites, double epsilon) {
        GreedyDefaults greedy = GreedyDefaults.of(variables, new PrivacyBudget(epsilon, ANY_DELTA));
        boolean steps = algorithm.isGreedy();
        boolean rounds = algorithm.isInRounds();
        return new PrivateSettings(
                algorithm,
                rounds ? greedy.rounds() : 0,
                steps ? greedy.steps().count() : 0,
                steps ? greedy.lambda() : rounds ? 0.07 * sites : 0,
                greedy.rho1(),
                greedy.rho2(),
                greedy.steps().gamma(),
                steps ? greedy.steps().clipFactor() : Math.sqrt(5.0 * variables),
                greedy.shares().selection(),
                greedy.shares().smoothness(),
                rounds ? PAPER_THRESHOLD : 0,
                steps ? SMALLEST_STEP_DEVIATION : SMALLEST_DEVIATION,
                steps ? LARGEST_STEP_DEVIATION : LARGEST_DEVIATION,
                PrivateSettings.Centre.NONE,
                null,
                null,
                false,
                null,
                1);
    }
}
