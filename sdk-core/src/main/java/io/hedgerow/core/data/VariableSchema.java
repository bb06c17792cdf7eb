// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.data;

import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * The variables of a study in order. Names are public: every site and the coordinator see them.
 *
 * @param names distinct, not blank; at least one
 */
public record VariableSchema(List<String> names) {
    public VariableSchema {
        names = List.copyOf(names);
        if (names.isEmpty()) {
            throw new IllegalArgumentException("a schema must name at least one variable, was empty");
        }
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < names.size(); i++) {
            String name = Objects.requireNonNull(names.get(i), "name");
            if (name.isBlank()) {
                throw new IllegalArgumentException("variable " + (i + 1) + " must have a name, was blank");
            }
            if (!seen.add(name)) {
                throw new IllegalArgumentException("variable names must be distinct, \"" + name + "\" appears twice");
            }
        }
    }

    /**
     * {@return a schema of the given names, in order}
     *
     * @param names in order
     */
    public static VariableSchema of(String... names) {
        return new VariableSchema(List.of(names));
    }

    /**
     * {@return a schema of names x1, x2, … for data without names}
     *
     * @param variables how many; at least 1
     */
    public static VariableSchema numbered(int variables) {
        return new VariableSchema(
                IntStream.rangeClosed(1, variables).mapToObj(i -> "x" + i).toList());
    }

    /** {@return the number of variables} */
    public int size() {
        return names.size();
    }

    /**
     * {@return the position of the variable of a name, or -1 when there is none}
     *
     * @param name its name
     */
    public int indexOf(String name) {
        return names.indexOf(name);
    }
}
