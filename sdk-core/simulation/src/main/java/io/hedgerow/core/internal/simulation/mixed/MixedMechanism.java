// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.simulation.mixed;

import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.random.RandomStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The dependence of one variable on its causes, numeric or categorical. Immutable. */
final class MixedMechanism {

    /** Intercepts of levels scatter by this much, so that no level is rare. */
    private static final double SPREAD = 0.3;

    /** A mean square below is round-off of a cause that does not vary. */
    private static final double SMALLEST = 1e-12;

    /** How many levels the variable has; 0 of a number. */
    private final int levels;
    /** One for each level; one of a number. */
    private final double[] intercepts;

    private final List<Effect> effects;
    /** Subtracted from a number. */
    private final double centre;
    /** By which a number is divided. */
    private final double unit;

    private MixedMechanism(int levels, double[] intercepts, List<Effect> effects, double centre, double unit) {
        this.levels = levels;
        this.intercepts = intercepts;
        this.effects = effects;
        this.centre = centre;
        this.unit = unit;
    }

    /** Draws a mechanism; {@code sizes} are levels of all variables, {@code pilot} rows of the causes, by variable. */
    static MixedMechanism draw(
            int[] sizes,
            int[] parents,
            int variable,
            WeightMatrix weights,
            boolean interactions,
            double[][] pilot,
            RandomStream random) {
        int outputs = Math.max(1, sizes[variable]);
        double[] intercepts = new double[outputs];
        if (outputs > 1) {
            Arrays.setAll(intercepts, l -> SPREAD * random.nextGaussian());
        }
        List<Effect> effects = new ArrayList<>();
        for (int i : parents) {
            Effect raw = Effect.draw(outputs, i, sizes[i], random);
            effects.add(scaled(raw, Math.abs(weights.get(i, variable)), pilot, intercepts));
        }
        if (interactions && parents.length > 1) {
            int a = parents[0];
            int b = parents[1];
            double size = (Math.abs(weights.get(a, variable)) + Math.abs(weights.get(b, variable))) / 2;
            effects.add(scaled(Effect.interaction(outputs, a, sizes[a], b, sizes[b], random), size, pilot, intercepts));
        }
        return new MixedMechanism(sizes[variable], intercepts, List.copyOf(effects), 0, 1);
    }

    /** Brings an effect to a root mean square and its mean to 0, the latter by the intercepts. */
    private static Effect scaled(Effect raw, double size, double[][] pilot, double[] intercepts) {
        int outputs = intercepts.length;
        int rows = pilot[raw.first()].length;
        double[] means = new double[outputs];
        double squares = 0;
        double[] row = new double[pilot.length];
        double[] values = new double[outputs];
        for (int r = 0; r < rows; r++) {
            raw.read(pilot, r, row);
            Arrays.fill(values, 0);
            raw.addTo(values, row);
            double common = outputs > 1 ? Arrays.stream(values).average().orElse(0) : 0;
            for (int o = 0; o < outputs; o++) {
                means[o] += (values[o] - common) / rows;
                squares += (values[o] - common) * (values[o] - common) / (rows * (double) outputs);
            }
        }
        double variance =
                squares - Arrays.stream(means).map(mean -> mean * mean).sum() / outputs;
        double factor = variance > SMALLEST ? size / Math.sqrt(variance) : 1;
        for (int o = 0; o < outputs; o++) {
            intercepts[o] -= factor * means[o];
        }
        return raw.times(factor);
    }

    /** The same in units in which the given values, which are changed too, have mean 0 and variance 1. */
    MixedMechanism standardised(double[] column) {
        double mean = Arrays.stream(column).average().orElse(0);
        double variance = Arrays.stream(column)
                .map(x -> (x - mean) * (x - mean))
                .average()
                .orElse(1);
        double deviation = Math.sqrt(variance);
        Arrays.setAll(column, r -> (column[r] - mean) / deviation);
        return new MixedMechanism(levels, intercepts, effects, mean, deviation);
    }

    /** Draws a value under the causes of a row. */
    double value(double[] row, RandomStream random) {
        double[] sums = intercepts.clone();
        for (Effect effect : effects) {
            effect.addTo(sums, row);
        }
        if (levels == 0) {
            return (sums[0] + random.nextGaussian() - centre) / unit;
        }
        double largest = Arrays.stream(sums).max().orElse(0);
        double total = 0;
        for (int l = 0; l < levels; l++) {
            sums[l] = StrictMath.exp(sums[l] - largest);
            total += sums[l];
        }
        double left = random.nextUniform() * total;
        int level = 0;
        while (level < levels - 1 && left >= sums[level]) {
            left -= sums[level];
            level++;
        }
        return level;
    }

    /** The contribution of one or two causes: numbers act by themselves, categories by level, and pairs by products. */
    private static final class Effect {
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

        static Effect interaction(
                int outputs, int first, int firstSize, int second, int secondSize, RandomStream random) {
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
                            .map(line ->
                                    Arrays.stream(line).map(c -> c * factor).toArray())
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
}
