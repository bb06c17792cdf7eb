// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.forecast;

/**
 * What is publicly known about a numeric variable of a study.
 *
 * @param name of the variable
 * @param lowest its lowest possible value
 * @param highest its highest possible value, above the lowest
 */
public record PublicRange(String name, double lowest, double highest) {

    /** The share of half the range by which the middle may be away from a centre that means are said to be near. */
    private static final double FARTHEST = 0.75;

    /** Whether a centre is a possible value. */
    boolean has(double centre) {
        return lowest <= centre && centre <= highest;
    }

    /** Whether means near a centre are likely for the range: the centre is in its middle three quarters. */
    boolean isAbout(double centre) {
        double half = highest / 2 - lowest / 2;
        return Math.abs(highest / 2 + lowest / 2 - centre) <= FARTHEST * half;
    }

    /** Whether all standard deviations of values in the range are below a number: none is more than half of it. */
    boolean isNarrowerThan(double deviation) {
        return highest / 2 - lowest / 2 < deviation;
    }

    /** The range as a plan writes it. */
    String text() {
        return name + " [" + plain(lowest) + ", " + plain(highest) + "]";
    }

    static String plain(double number) {
        return number == Math.rint(number) && Math.abs(number) < 1e15
                ? String.valueOf((long) number)
                : String.valueOf(number);
    }
}
