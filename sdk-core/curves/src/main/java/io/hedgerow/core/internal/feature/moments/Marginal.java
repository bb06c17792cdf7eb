// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.feature.moments;

import java.io.Serializable;
import java.util.Arrays;

/**
 * The distribution of one variable over all sites, from a histogram over the {@link #GRID} of public values t = (x −
 * centre) / unit: its mean, its standard deviation, and its distribution function, linear within every bin. Immutable.
 */
public final class Marginal implements Serializable {

    /** Bins of a histogram: 0.06 units wide in the middle. */
    public static final int BINS = 256;

    private static final double REACH = 1000;
    /** What sums of shares lose. */
    private static final double ROUNDING = 1e-9;
    /** The bins of all variables, in their units. */
    public static final SinhBins GRID = new SinhBins(REACH, BINS);

    /** Values further from the mean, in deviations, count as so far, so that one row cannot bend a line. */
    private static final double FARTHEST = 4;
    /** Values that lie within so few units of the bins have hardly a shape. */
    private static final double COARSE = 0.25;

    private final double centre;
    private final double unit;
    private final double mean;
    private final double deviation;
    private final double[] cumulative;

    private Marginal(double centre, double unit, double mean, double deviation, double[] cumulative) {
        this.centre = centre;
        this.unit = unit;
        this.mean = mean;
        this.deviation = deviation;
        this.cumulative = cumulative;
    }

    /** Takes a unit above 0 and [{@value #BINS}] counts of rows, or shares, at least 0 with a sum above 0. */
    public static Marginal of(double centre, double unit, double[] counts) {
        double[] cumulative = new double[BINS + 1];
        double sum = 0;
        double squares = 0;
        for (int b = 0; b < BINS; b++) {
            double middle = GRID.middle(b);
            cumulative[b + 1] = cumulative[b] + counts[b];
            sum += counts[b] * middle;
            squares += counts[b] * middle * middle;
        }
        double all = cumulative[BINS];
        if (!(all > 0 && all < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("a histogram must have rows, had " + all);
        }
        for (int b = 0; b <= BINS; b++) {
            cumulative[b] /= all;
        }
        double mean = sum / all;
        double variance = squares / all - mean * mean;
        // of values that share a bin the bin's width tells no more
        double deviation = Math.sqrt(Math.max(variance, GRID.width() * GRID.width() / 12));
        return new Marginal(centre, unit, centre + unit * mean, unit * deviation, cumulative);
    }

    /** Reads what {@link #told} gives, which comes from the coordinator and so is checked. */
    public static Marginal ofTold(double[] told) {
        if (told.length != toldSize()) {
            throw new IllegalArgumentException("a marginal must have " + toldSize() + " numbers, had " + told.length);
        }
        requirePositive("unit", told[1]);
        requirePositive("deviation", told[3]);
        double before = 0;
        for (int k = 4; k < told.length; k++) {
            if (!(told[k] >= before - ROUNDING && told[k] <= 1 + ROUNDING)) {
                throw new IllegalArgumentException(
                        "shares of a marginal must ascend from 0 to 1, did not at " + (k - 4));
            }
            before = told[k];
        }
        if (!Double.isFinite(told[0]) || !Double.isFinite(told[2])) {
            throw new IllegalArgumentException("centre and mean of a marginal must be finite, were not");
        }
        return new Marginal(told[0], told[1], told[2], told[3], Arrays.copyOfRange(told, 4, told.length));
    }

    private static void requirePositive(String what, double value) {
        if (!(value > 0 && value < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("the " + what + " of a marginal must be finite and > 0, was " + value);
        }
    }

    /** All of it as [{@value #BINS} + 5] numbers. */
    public double[] told() {
        double[] told = new double[toldSize()];
        told[0] = centre;
        told[1] = unit;
        told[2] = mean;
        told[3] = deviation;
        System.arraycopy(cumulative, 0, told, 4, cumulative.length);
        return told;
    }

    public static int toldSize() {
        return BINS + 5;
    }

    public static int bin(double t) {
        return GRID.bin(t);
    }

    /** The start of a bin, in units of the bins; {@value #BINS} gives the end of the last. */
    public static double edge(int bin) {
        return GRID.edge(bin);
    }

    /** Whether bins are too wide beside the values to tell their shape. */
    public boolean isCoarse() {
        return deviation < COARSE * unit;
    }

    /** The number of cells with rows; a cell has so many bins, a divisor of {@value #BINS}. */
    public int filled(int bins) {
        int filled = 0;
        for (int b = 0; b < BINS; b += bins) {
            filled += cumulative[b + bins] > cumulative[b] ? 1 : 0;
        }
        return filled;
    }

    /** The share of rows below a value: from 0 to 1. */
    double share(double x) {
        double t = (x - centre) / unit;
        int bin = bin(t);
        double low = edge(bin);
        double part = Math.max(0, Math.min(1, (t - low) / (edge(bin + 1) - low)));
        return cumulative[bin] + part * (cumulative[bin + 1] - cumulative[bin]);
    }

    /** The largest distance of the distribution functions, at the edges of bins. */
    public double distance(Marginal other) {
        double most = 0;
        for (int b = 0; b <= BINS; b++) {
            double x = centre + unit * edge(b);
            most = Math.max(most, Math.abs(cumulative[b] - other.share(x)));
        }
        return most;
    }

    public double quantile(double share) {
        int bin = 0;
        while (bin < BINS - 1 && cumulative[bin + 1] < share) {
            bin++;
        }
        double height = cumulative[bin + 1] - cumulative[bin];
        double part = height > 0 ? Math.max(0, Math.min(1, (share - cumulative[bin]) / height)) : 0;
        return centre + unit * (edge(bin) + part * (edge(bin + 1) - edge(bin)));
    }

    /** (x − mean) / deviation, at most {@value #FARTHEST} from 0. */
    double standard(double x) {
        return Math.max(-FARTHEST, Math.min(FARTHEST, (x - mean) / deviation));
    }

    public double mean() {
        return mean;
    }

    public double deviation() {
        return deviation;
    }
}
