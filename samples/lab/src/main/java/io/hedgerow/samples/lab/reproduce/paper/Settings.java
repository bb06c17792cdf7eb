// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.reproduce.paper;

import com.fasterxml.jackson.annotation.JsonCreator;
import io.hedgerow.core.internal.text.Words;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The settings of a run by name, as in the file of an item. Immutable. */
public record Settings(Map<String, String> values) {

    public static final Settings NONE = new Settings(Map.of());

    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public Settings {
        values = Map.copyOf(values);
    }

    /** Adds others, which win over these. */
    public Settings with(Settings others) {
        Map<String, String> all = new TreeMap<>(values);
        all.putAll(others.values);
        return new Settings(all);
    }

    public Settings without(String name) {
        Map<String, String> others = new TreeMap<>(values);
        others.remove(name);
        return new Settings(others);
    }

    /** Replaces {@code $name} by the setting of the name, here or of a point of the axis; drops it otherwise. */
    public Settings filled(Settings point) {
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

    public boolean has(String name) {
        return values.containsKey(name);
    }

    public Optional<String> find(String name) {
        return Optional.ofNullable(values.get(name));
    }

    public String text(String name) {
        return find(name).orElseThrow(() -> new IllegalArgumentException("setting " + name + " must be said, was not"));
    }

    /** A constant by its name with dashes. */
    public <E extends Enum<E>> E choice(String name, Class<E> type) {
        return Words.constant(type, text(name))
                .orElseThrow(() -> new IllegalArgumentException("setting " + name + " must be one of "
                        + Arrays.stream(type.getEnumConstants())
                                .map(Words::dashed)
                                .toList() + ", was " + text(name)));
    }

    public <E extends Enum<E>> E choice(String name, E otherwise) {
        return has(name) ? choice(name, otherwise.getDeclaringClass()) : otherwise;
    }

    public double number(String name) {
        try {
            return Double.parseDouble(text(name));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("setting " + name + " must be a number, was " + text(name), e);
        }
    }

    public double number(String name, double otherwise) {
        return has(name) ? number(name) : otherwise;
    }

    public int whole(String name) {
        double value = number(name);
        if (value != Math.rint(value)) {
            throw new IllegalArgumentException("setting " + name + " must be a whole number, was " + text(name));
        }
        return (int) value;
    }

    public int whole(String name, int otherwise) {
        return has(name) ? whole(name) : otherwise;
    }

    /** Writes one cell of a table: names in their order, without separators of cells. */
    public String line() {
        return new TreeMap<>(values)
                .entrySet().stream()
                        .map(entry -> entry.getKey() + "=" + entry.getValue())
                        .collect(Collectors.joining(" "));
    }
}
