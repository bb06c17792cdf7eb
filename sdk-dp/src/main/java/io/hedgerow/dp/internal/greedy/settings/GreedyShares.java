// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.greedy.settings;

import io.hedgerow.dp.internal.greedy.settings.GreedyOptions.GreedyCost;

/**
 * Divides the budget of a study, in shares of its total μ²: a selection of range ε0 counts as a Gaussian call of μ = ε0
 * / 2. The rest of the total after the releases of round 0 is divided evenly over all steps.
 *
 * @param selection the selection's share of a step's budget; between 0 and 1
 * @param smoothness the share of the total for the release of the second moments; at least 0, unused when they are
 *     public
 * @param centre the share of the total for the release of the mean; at least 0, unused when it is public
 */
public record GreedyShares(double selection, double smoothness, double centre) {
    public GreedyShares {
        if (!(selection > 0 && selection < 1)) {
            throw new IllegalArgumentException("selection must be between 0 and 1, was " + selection);
        }
        if (!(smoothness >= 0) || !(centre >= 0) || !(smoothness + centre < 1)) {
            throw new IllegalArgumentException(
                    "smoothness and centre must be at least 0 and add up to less than 1, were " + smoothness + " and "
                            + centre);
        }
    }

    /**
     * {@return the cost of one step when the whole study costs μ = 1: ε0 and μ}
     *
     * @param steps K·T, the steps of the study; at least 1
     */
    public GreedyCost step(long steps) {
        if (steps < 1) {
            throw new IllegalArgumentException("steps must be at least 1, was " + steps);
        }
        double each = (1 - smoothness - centre) / steps;
        return new GreedyCost(2 * Math.sqrt(selection * each), Math.sqrt((1 - selection) * each));
    }
}
