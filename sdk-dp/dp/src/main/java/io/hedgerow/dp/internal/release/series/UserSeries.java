// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.release.series;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/** Converts the rows of one user to a series with its lags, by the rules of {@link UserSeriesSource}. */
final class UserSeries implements Serializable {

    private static final long serialVersionUID = 1;

    private final int variables;
    private final int lags;
    private final int time;
    private final double step;
    private final boolean aboutOwnMean;
    private final boolean ordered;

    /**
     * Takes {@code time}: the column of times among those of the rows; -1 when rows follow each other. {@code ordered}:
     * whether the order of rows means something; otherwise the values decide between rows at one time.
     */
    UserSeries(int variables, int lags, int time, double step, boolean aboutOwnMean, boolean ordered) {
        this.ordered = ordered;
        this.variables = variables;
        this.lags = lags;
        this.time = time;
        this.step = step;
        this.aboutOwnMean = aboutOwnMean;
    }

    /** Returns [x_t | … | x_{t−p}] of every step and of p steps of a gap; at least one row. */
    List<double[]> of(List<double[]> rows) {
        List<double[]> stacked = new ArrayList<>();
        double[] last = missing((lags + 1) * variables);
        List<double[]> series = time < 0 ? rows : inOrder(rows);
        double[] mean = aboutOwnMean ? means(series) : new double[variables];
        for (double[] row : series) {
            double[] next = new double[last.length];
            Arrays.setAll(next, j -> j < variables ? row[j] - mean[j] : 0);
            System.arraycopy(last, 0, next, variables, last.length - variables);
            stacked.add(next);
            last = next;
        }
        return stacked;
    }

    /** Whether a series follows from the user's rows in whatever order they come. */
    boolean isOfRowsInAnyOrder() {
        return time >= 0 && !ordered;
    }

    private List<double[]> inOrder(List<double[]> rows) {
        List<double[]> series = new ArrayList<>();
        List<double[]> timed = new ArrayList<>(
                rows.stream().filter(row -> Double.isFinite(row[time])).toList());
        Comparator<double[]> byTime = Comparator.comparingDouble(row -> row[time]);
        timed.sort(ordered ? byTime : byTime.thenComparing(Arrays::compare));
        double last = Double.NEGATIVE_INFINITY;
        for (double[] row : timed) {
            double at = Math.rint((row[time] - timed.get(0)[time]) / step);
            if (at > last) {
                for (int k = 0; k < lags && at - last > k + 1 && !series.isEmpty(); k++) {
                    series.add(missing(variables));
                }
                series.add(withoutTime(row));
                last = at;
            }
        }
        return series.isEmpty() ? List.of(missing(variables)) : series;
    }

    /**
     * The means of the numbers in each column; 0 where there is none. Beyond all doubles it is ∞, and no cell a number.
     */
    private double[] means(List<double[]> series) {
        double[] means = new double[variables];
        for (int j = 0; j < variables; j++) {
            int column = j;
            means[j] = series.stream()
                    .mapToDouble(row -> row[column])
                    .filter(Double::isFinite)
                    .average()
                    .orElse(0);
        }
        return means;
    }

    private static double[] missing(int size) {
        double[] row = new double[size];
        Arrays.fill(row, Double.NaN);
        return row;
    }

    private double[] withoutTime(double[] row) {
        double[] kept = new double[variables];
        System.arraycopy(row, 0, kept, 0, time);
        System.arraycopy(row, time + 1, kept, time, kept.length - time);
        return kept;
    }
}
