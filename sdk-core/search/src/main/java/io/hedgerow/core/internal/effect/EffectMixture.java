// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.effect;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.apache.commons.math3.distribution.TDistribution;

/**
 * Quantiles of a mixture of scaled Student distributions and masses at single values. Each distribution has
 * {@value #POINTS} points of equal probability, its quantiles at (k + ½) / {@value #POINTS}: so 5 %, 50 % and 95 % of
 * one distribution are exact. Not thread-safe.
 */
final class EffectMixture {

    private static final int POINTS = 50;
    /** Beyond so many degrees of freedom a Student distribution is a normal one to 10⁻⁴ of a deviation. */
    private static final double MANY = 1e5;

    private static final double ROUND_OFF = 1e-9;

    private final Map<Double, double[]> standards = new HashMap<>();
    private double[] values = new double[64];
    private double[] weights = new double[64];
    private int count;
    private double total;

    void clear() {
        count = 0;
        total = 0;
    }

    void add(double value, double weight) {
        if (count == values.length) {
            values = Arrays.copyOf(values, 2 * count);
            weights = Arrays.copyOf(weights, 2 * count);
        }
        values[count] = value;
        weights[count++] = weight;
        total += weight;
    }

    /** Adds the distribution of w + s t, t of so many degrees of freedom. */
    void add(double value, double error, double freedom, double weight) {
        for (double point : standards.computeIfAbsent(Math.min(MANY, freedom), EffectMixture::standard)) {
            add(value + error * point, weight / POINTS);
        }
    }

    private static double[] standard(double freedom) {
        TDistribution student = new TDistribution(null, freedom);
        double[] standard = new double[POINTS];
        Arrays.setAll(standard, k -> student.inverseCumulativeProbability((k + 0.5) / POINTS));
        return standard;
    }

    /** The value below which a share of the weight lies; between two points the middle. */
    double quantile(double share) {
        return (first(share - ROUND_OFF) + first(share + ROUND_OFF)) / 2;
    }

    /** The least value at or below which at least a share of the weight lies, by weighted selection: O(points). */
    private double first(double share) {
        int low = 0;
        int high = count - 1;
        double wanted = share * total;
        while (low < high) {
            double pivot = values[(low + high) >>> 1];
            int less = low;
            int more = high;
            double below = 0;
            double at = 0;
            for (int k = low; k <= more; ) {
                if (values[k] < pivot) {
                    below += weights[k];
                    swap(k++, less++);
                } else if (values[k] > pivot) {
                    swap(k, more--);
                } else {
                    at += weights[k++];
                }
            }
            if (wanted <= below) {
                high = less - 1;
            } else if (wanted <= below + at) {
                return pivot;
            } else {
                wanted -= below + at;
                low = more + 1;
            }
            if (low > high) { // round-off left something over
                return pivot;
            }
        }
        return values[low];
    }

    private void swap(int one, int other) {
        double value = values[one];
        values[one] = values[other];
        values[other] = value;
        double weight = weights[one];
        weights[one] = weights[other];
        weights[other] = weight;
    }
}
