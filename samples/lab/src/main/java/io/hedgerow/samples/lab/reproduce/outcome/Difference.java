// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.reproduce.outcome;

import io.hedgerow.samples.lab.table.Spread;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A difference of means over seeds and its noise: two standard errors. Where both lines have runs of the same seeds,
 * which are runs on the same data, it is of the differences within seeds; otherwise the errors of both are added.
 *
 * @param noise two standard errors; infinite for fewer than three runs, which decide nothing
 */
record Difference(double mean, double noise) {

    static final int FEWEST_RUNS = 3;
    static final double STANDARD_ERRORS = 2;
    /** The round-off of sums that should be equal. */
    static final double ROUND_OFF = 1e-9;

    /** The mean of the first, by seed, less {@code times} the mean of the second. */
    static Difference of(Map<String, Double> line, Map<String, Double> other, double times) {
        double[] within = line.entrySet().stream()
                .flatMapToDouble(run -> Stream.ofNullable(other.get(run.getKey()))
                        .mapToDouble(figure -> run.getValue() - times * figure))
                .toArray();
        if (within.length >= FEWEST_RUNS) {
            Spread paired = Spread.of(within);
            return new Difference(paired.mean(), noise(paired.deviation(), within.length));
        }
        Spread one = spread(line);
        Spread two = spread(other);
        return new Difference(
                one.mean() - times * two.mean(),
                Math.hypot(noise(one.deviation(), line.size()), times * noise(two.deviation(), other.size())));
    }

    /** The mean of a line less a number. */
    static Difference of(Map<String, Double> line, double number) {
        Spread spread = spread(line);
        return new Difference(spread.mean() - number, noise(spread.deviation(), line.size()));
    }

    /** The difference of the logarithms of two standard deviations of normal runs, with errors of 1/√(2(n − 1)). */
    static Difference ofDeviations(Map<String, Double> line, Map<String, Double> other) {
        double one = spread(line).deviation();
        double two = spread(other).deviation();
        if (one == two || Math.min(line.size(), other.size()) < FEWEST_RUNS) {
            return new Difference(0, Double.POSITIVE_INFINITY);
        }
        return new Difference(
                Math.log(one) - Math.log(two),
                STANDARD_ERRORS * Math.sqrt(0.5 / (line.size() - 1) + 0.5 / (other.size() - 1)));
    }

    static Spread spread(Map<String, Double> line) {
        return Spread.ofSome(line.values(), Double::doubleValue);
    }

    private static double noise(double deviation, int runs) {
        return runs < FEWEST_RUNS ? Double.POSITIVE_INFINITY : STANDARD_ERRORS * deviation / Math.sqrt(runs);
    }

    /** Whether it is above a bound by more than its noise. */
    boolean isAbove(double bound) {
        return mean - noise > bound + ROUND_OFF;
    }

    /** Whether it is below a bound by more than its noise. */
    boolean isBelow(double bound) {
        return mean + noise < bound - ROUND_OFF;
    }

    /** Whether it can decide anything. */
    boolean isMeasured() {
        return Double.isFinite(noise);
    }
}
