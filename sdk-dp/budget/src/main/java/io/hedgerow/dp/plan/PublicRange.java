// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.plan;

/**
 * The public range of a numeric variable.
 *
 * @param name of the variable
 * @param lowest its lowest possible value
 * @param highest its highest possible value, above the lowest
 */
public record PublicRange(String name, double lowest, double highest) {

    /** The share of half the range by which the middle may be away from a centre that means are said to be near. */
    private static final double FARTHEST = 0.75;

    /**
     * {@return whether a centre is a possible value}
     *
     * @param centre a public number
     */
    public boolean has(double centre) {
        return lowest <= centre && centre <= highest;
    }

    /**
     * {@return whether means near a centre are likely for the range: the centre is in its middle three quarters}
     *
     * @param centre a public number
     */
    public boolean isAbout(double centre) {
        double half = highest / 2 - lowest / 2;
        return Math.abs(highest / 2 + lowest / 2 - centre) <= FARTHEST * half;
    }

    /**
     * {@return whether all standard deviations of values in the range are below a number: none is more than half of it}
     *
     * @param deviation a public number
     */
    public boolean isNarrowerThan(double deviation) {
        return highest / 2 - lowest / 2 < deviation;
    }

    /** {@return the range as a plan writes it} */
    public String text() {
        return name + " [" + plain(lowest) + ", " + plain(highest) + "]";
    }

    /**
     * {@return a number as a plan writes it}
     *
     * @param number any
     */
    public static String plain(double number) {
        return number == Math.rint(number) && Math.abs(number) < 1e15
                ? String.valueOf((long) number)
                : String.valueOf(number);
    }
}
