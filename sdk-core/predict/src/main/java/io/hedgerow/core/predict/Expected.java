// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.predict;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Describes what a network expects of one variable: mean and standard deviation of a number, or the probability of each
 * level of a category. Immutable. As private as the network and the cells that it follows from.
 */
public final class Expected {

    private final String variable;
    private final List<String> levels;
    private final double[] values;

    /**
     * Keeps what is expected.
     *
     * @param levels of a category; empty of a number
     * @param values a probability for each level, or mean and standard deviation; none where the network says nothing;
     *     not copied
     */
    Expected(String variable, List<String> levels, double[] values) {
        this.variable = variable;
        this.levels = levels;
        this.values = values;
    }

    /** {@return the name of the variable} */
    public String variable() {
        return variable;
    }

    /** {@return the levels of a category, in the order of the network; empty of a number} */
    public List<String> levels() {
        return levels;
    }

    /**
     * {@return whether the network says anything} False where the known cells cannot be together in the network, and
     * where unknown levels that matter have too many combinations.
     */
    public boolean isKnown() {
        return values.length > 0;
    }

    /** {@return the mean of a number, in its unit; empty of a category, and where nothing is known} */
    public OptionalDouble mean() {
        return levels.isEmpty() && isKnown() ? OptionalDouble.of(values[0]) : OptionalDouble.empty();
    }

    /**
     * {@return the standard deviation of a number about its mean, in its unit, as far as the network is right: what
     * rows with the same known cells differ by; empty of a category, and where nothing is known}
     */
    public OptionalDouble deviation() {
        return levels.isEmpty() && isKnown() ? OptionalDouble.of(values[1]) : OptionalDouble.empty();
    }

    /** {@return P(level) by the levels of a category, in their order; empty of a number, and where nothing is known} */
    public Map<String, Double> probabilities() {
        Map<String, Double> all = new LinkedHashMap<>();
        for (int l = 0; l < levels.size() && isKnown(); l++) {
            all.put(levels.get(l), values[l]);
        }
        return all;
    }

    /**
     * {@return the most probable level of a category, of equals the first; empty of a number, or if nothing is known}
     */
    public Optional<String> likeliest() {
        return levels.isEmpty() || !isKnown() ? Optional.empty() : Optional.of(levels.get(place()));
    }

    /** The place of the most probable level. */
    int place() {
        int best = 0;
        for (int l = 1; l < values.length; l++) {
            if (values[l] > values[best]) {
                best = l;
            }
        }
        return best;
    }

    /** The mean, or the probability of a level by its place; only where something is known. */
    double value(int place) {
        return values[place];
    }

    @Override
    public String toString() {
        return variable + "=" + (!isKnown() ? "unknown" : levels.isEmpty() ? values[0] : probabilities());
    }
}
