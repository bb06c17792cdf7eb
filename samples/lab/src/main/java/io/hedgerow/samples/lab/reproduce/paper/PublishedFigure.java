// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.reproduce.paper;

import org.jspecify.annotations.Nullable;

/**
 * A number that a paper prints.
 *
 * @param series the line or row of the item
 * @param at the point of the axis; {@code mean} for the mean over all places
 * @param printed as in the paper, which shows how far it was rounded
 * @param deviation standard deviation over runs; absent where none is printed
 * @param runs number of runs; 0 where it is not stated
 */
public record PublishedFigure(
        String series,
        String at,
        Measure measure,
        String printed,
        @Nullable Double deviation,
        int runs,
        String place) {

    public static final String OVER_ALL = "mean";

    public double mean() {
        return Double.parseDouble(printed);
    }

    /** The number as it is printed, with its deviation. */
    public String text() {
        return printed + (deviation == null ? "" : " ± " + deviation);
    }

    /** Half a unit of the last digit that is printed. */
    public double rounding() {
        int point = printed.indexOf('.');
        return 0.5 * Math.pow(10, point < 0 ? 0 : point + 1 - printed.length());
    }

    /** Reads {@code series,at,measure,mean,deviation,runs,place}; the last three may be empty. */
    public static PublishedFigure parse(String line) {
        String[] cells = line.split(",", 7);
        if (cells.length != 7) {
            throw new IllegalArgumentException("a published number must have 7 cells, was: " + line);
        }
        Double.parseDouble(cells[3]);
        return new PublishedFigure(
                cells[0],
                cells[1],
                Measure.of(cells[2]),
                cells[3],
                cells[4].isEmpty() ? null : Double.valueOf(cells[4]),
                cells[5].isEmpty() ? 0 : Integer.parseInt(cells[5]),
                cells[6]);
    }
}
