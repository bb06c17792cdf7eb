// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.simulation.mixed;

import io.hedgerow.core.internal.simulation.RandomStream;
import java.util.Arrays;

/**
 * An effect is what a cause, or a pair of causes, adds to a number or to each level of a category. A number acts by
 * itself, a category by an indicator of each of its levels, a pair by all products of both.
 */
final class Effect {
    /** A cause. */
    private final int first;
    /** Its levels; 0 of a number. */
    private final int firstSize;
    /** Another cause, or -1. */
    private final int second;
    /** Its levels; 0 of a number and without a second cause. */
    private final int secondSize;
    /** For each output, then each product, those of the second cause fastest. */
    private final double[][] coefficients;

    private Effect(int first, int firstSize, int second, int secondSize, double[][] coefficients) {
        this.first = first;
        this.firstSize = firstSize;
        this.second = second;
        this.secondSize = secondSize;
        this.coefficients = coefficients;
    }

    static Effect draw(int outputs, int cause, int size, RandomStream random) {
        return new Effect(cause, size, -1, 0, drawn(outputs, Math.max(1, size), random));
    }

    static Effect interaction(int outputs, int first, int firstSize, int second, int secondSize, RandomStream random) {
        return new Effect(
                first,
                firstSize,
                second,
                secondSize,
                drawn(outputs, Math.max(1, firstSize) * Math.max(1, secondSize), random));
    }

    private static double[][] drawn(int outputs, int products, RandomStream random) {
        double[][] coefficients = new double[outputs][products];
        for (double[] line : coefficients) {
            Arrays.setAll(line, k -> random.nextGaussian());
        }
        return coefficients;
    }

    Effect times(double factor) {
        return new Effect(
                first,
                firstSize,
                second,
                secondSize,
                Arrays.stream(coefficients)
                        .map(line -> Arrays.stream(line).map(c -> c * factor).toArray())
                        .toArray(double[][]::new));
    }

    int first() {
        return first;
    }

    /** Copies the causes of a row out of columns. */
    void read(double[][] columns, int at, double[] row) {
        row[first] = columns[first][at];
        if (second >= 0) {
            row[second] = columns[second][at];
        }
    }

    void addTo(double[] outputs, double[] row) {
        double factor = firstSize == 0 ? row[first] : 1;
        int place = firstSize == 0 ? 0 : (int) row[first];
        if (second >= 0) {
            factor *= secondSize == 0 ? row[second] : 1;
            place = place * Math.max(1, secondSize) + (secondSize == 0 ? 0 : (int) row[second]);
        }
        for (int o = 0; o < outputs.length; o++) {
            outputs[o] += factor * coefficients[o][place];
        }
    }
}
