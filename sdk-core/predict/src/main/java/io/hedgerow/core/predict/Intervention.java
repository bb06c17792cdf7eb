// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.predict;

import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.internal.text.Nearest;
import io.hedgerow.core.table.DiscreteNetwork;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * An intervention that sets variables, whatever their causes are: do(x = v) (Pearl 2009, section 3.2). May be empty.
 * Immutable.
 *
 * <p>What follows from it is the same in all members of a class where every edge at such a variable has a direction,
 * for then all members agree on its parents.
 */
final class Intervention {

    private final SortedMap<Integer, Double> values;
    private final Map<String, String> texts;

    private Intervention(SortedMap<Integer, Double> values, Map<String, String> texts) {
        this.values = values;
        this.texts = texts;
    }

    /**
     * Reads what variables are set to.
     *
     * @param schema the variables of the network
     * @param set numbers, or levels as texts, by the names of variables
     * @throws IllegalArgumentException when there is no such variable or level, or a number is not finite
     */
    static Intervention of(VariableSchema schema, Map<String, ?> set) {
        SortedMap<Integer, Double> values = new TreeMap<>();
        Map<String, String> texts = new LinkedHashMap<>();
        set.forEach((name, value) -> {
            values.put(place(schema, name), value(schema, name, String.valueOf(value)));
            texts.put(name, String.valueOf(value));
        });
        return new Intervention(values, texts);
    }

    static int place(VariableSchema schema, String name) {
        int place = schema.indexOf(name);
        if (place < 0) {
            throw new IllegalArgumentException("variable must be one of " + String.join(", ", schema.names()) + ", was "
                    + name + suggested(name, schema.names()));
        }
        return place;
    }

    /** A number, or the place of a level. */
    static double value(VariableSchema schema, String name, String text) {
        List<String> levels = schema.levels(schema.indexOf(name));
        if (!levels.isEmpty()) {
            int level = levels.indexOf(text);
            if (level < 0) {
                throw new IllegalArgumentException(name + " must be a level of it, " + String.join(", ", levels)
                        + ", was " + text + suggested(text, levels));
            }
            return level;
        }
        double value;
        try {
            value = Double.parseDouble(text.strip());
        } catch (NumberFormatException e) {
            value = Double.NaN;
        }
        if (!Double.isFinite(value)) {
            throw new IllegalArgumentException(name + " must be a finite number, was " + text);
        }
        return value;
    }

    static String suggested(String text, List<String> known) {
        return Nearest.to(text, known)
                .map(near -> "; did you mean " + near + "?")
                .orElse("");
    }

    boolean isEmpty() {
        return values.isEmpty();
    }

    boolean sets(int variable) {
        return values.containsKey(variable);
    }

    boolean sets(String variable) {
        return texts.containsKey(variable);
    }

    /** By the places of variables: numbers, or places of levels. */
    SortedMap<Integer, Double> values() {
        return values;
    }

    /** By the names of variables, as they were written. */
    Map<String, String> texts() {
        return texts;
    }

    DiscreteNetwork in(DiscreteNetwork network) {
        DiscreteNetwork changed = network;
        for (Map.Entry<String, String> one : texts.entrySet()) {
            changed = changed.intervene(one.getKey(), one.getValue());
        }
        return changed;
    }

    /** Such as <i>dose = 5, sex = F</i>. */
    String words() {
        return texts.entrySet().stream()
                .map(set -> set.getKey() + " = " + set.getValue())
                .collect(Collectors.joining(", "));
    }
}
