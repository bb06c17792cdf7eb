// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.data.diagnostics;

import java.util.Comparator;
import java.util.List;

/**
 * Tests whether one site alone has a column in another scale: its deviation is more than {@value #FACTOR} times that of
 * every other site, or every other site's is more than so many times its own, beyond {@value #ERRORS} standard errors,
 * while those of the others are within that factor. Of two sites either may be the one.
 */
final class OneSitesScale {

    /** Groups of people differ by less; most units of one quantity, such as mg/dl and mmol/l, by more. */
    private static final double FACTOR = 3;

    private static final double ERRORS = 4;

    /** Lighter tails than normal ones are not trusted. */
    private static final double LEAST_CHANCE = 2;

    private OneSitesScale() {}

    /**
     * The scale of one site.
     *
     * @param log ln s
     * @param error of that: ½ √((κ − 1) / n), κ being the fourth moment in deviations
     */
    record Scale(double log, double error) {

        static Scale of(double variance, double fourth, double rows) {
            return new Scale(Math.log(variance) / 2, Math.sqrt(Math.max(LEAST_CHANCE, fourth - 1) / rows) / 2);
        }

        private boolean isBeyond(Scale lower) {
            double chance = ERRORS * Math.hypot(error, lower.error);
            return log - lower.log > Math.max(Math.log(FACTOR), chance);
        }

        private boolean isNear(Scale lower) {
            return log - lower.log <= Math.log(FACTOR);
        }
    }

    /** Takes the sites where the column is not constant. */
    static boolean isApart(List<Scale> sites) {
        List<Scale> scales =
                sites.stream().sorted(Comparator.comparingDouble(Scale::log)).toList();
        int last = scales.size() - 1;
        if (last < 1) {
            return false;
        }
        boolean largest = scales.get(last).isBeyond(scales.get(last - 1))
                && scales.get(last - 1).isNear(scales.get(0));
        boolean smallest =
                scales.get(1).isBeyond(scales.get(0)) && scales.get(last).isNear(scales.get(1));
        return largest || smallest;
    }
}
