// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.reproduce;

import com.fasterxml.jackson.annotation.JsonCreator;
import io.hedgerow.core.internal.text.Words;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What a run is told, by name, as the file of an item says it. Immutable. */
record Settings(Map<String, String> values) {

    static final Settings NONE = new Settings(Map.of());

    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    Settings {
        values = Map.copyOf(values);
    }

    /** These, and others that win where both say something. */
    Settings with(Settings others) {
        Map<String, String> all = new TreeMap<>(values);
        all.putAll(others.values);
        return new Settings(all);
    }

    /** These but one. */
    Settings without(String name) {
        Map<String, String> others = new TreeMap<>(values);
        others.remove(name);
        return new Settings(others);
    }

    /** With {@code $name} replaced by what is said of the name, here or by a point of the axis; left out otherwise. */
    Settings filled(Settings point) {
        Map<String, String> known = new TreeMap<>(values);
        known.putAll(point.values);
        Map<String, String> all = new TreeMap<>();
        values.forEach((name, value) -> {
            String said = value.startsWith("$") ? known.get(value.substring(1)) : value;
            if (said != null) {
                all.put(name, said);
            }
        });
        return new Settings(all);
    }

    boolean has(String name) {
        return values.containsKey(name);
    }

    Optional<String> find(String name) {
        return Optional.ofNullable(values.get(name));
    }

    String text(String name) {
        return find(name).orElseThrow(() -> new IllegalArgumentException("setting " + name + " must be said, was not"));
    }

    /** A constant by its name with dashes. */
    <E extends Enum<E>> E choice(String name, Class<E> type) {
        return Words.constant(type, text(name))
                .orElseThrow(() -> new IllegalArgumentException("setting " + name + " must be one of "
                        + Arrays.stream(type.getEnumConstants())
                                .map(Words::dashed)
                                .toList() + ", was " + text(name)));
    }

    <E extends Enum<E>> E choice(String name, E otherwise) {
        return has(name) ? choice(name, otherwise.getDeclaringClass()) : otherwise;
    }

    double number(String name) {
        try {
            return Double.parseDouble(text(name));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("setting " + name + " must be a number, was " + text(name), e);
        }
    }

    double number(String name, double otherwise) {
        return has(name) ? number(name) : otherwise;
    }

    int whole(String name) {
        double value = number(name);
        if (value != Math.rint(value)) {
            throw new IllegalArgumentException("setting " + name + " must be a whole number, was " + text(name));
        }
        return (int) value;
    }

    int whole(String name, int otherwise) {
        return has(name) ? whole(name) : otherwise;
    }

    /** For one cell of a table: names in their order, nothing that separates cells. */
    String line() {
        return new TreeMap<>(values)
                .entrySet().stream()
                        .map(entry -> entry.getKey() + "=" + entry.getValue())
                        .collect(Collectors.joining(" "));
    }
}
