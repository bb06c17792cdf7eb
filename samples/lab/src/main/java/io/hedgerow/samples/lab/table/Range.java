// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.table;

import java.util.Arrays;
import java.util.Locale;

/**
 * Times of repeated runs.
 *
 * @param median the middle one; the mean of two for an even number
 */
public record Range(double least, double median, double most) {

    public static Range of(double... values) {
        if (values.length == 0) {
            throw new IllegalArgumentException("values must not be empty");
        }
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int n = sorted.length;
        return new Range(sorted[0], (sorted[(n - 1) / 2] + sorted[n / 2]) / 2, sorted[n - 1]);
    }

    public String text() {
        return String.format(Locale.ROOT, "%.3f / %.3f / %.3f", least, median, most);
    }
}
