// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.data;

import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * The variables of a study in order. Names and levels are public: every site and the coordinator see them.
 *
 * @param names distinct, not blank; at least one
 * @param kinds as many, in the same order
 */
public record VariableSchema(List<String> names, List<VariableKind> kinds) {
    public VariableSchema {
        names = List.copyOf(names);
        kinds = List.copyOf(kinds);
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
        if (kinds.size() != names.size()) {
            throw new IllegalArgumentException(
                    "a schema must have a kind for each of its " + names.size() + " variables, had " + kinds.size());
        }
    }

    /**
     * A schema of numeric variables.
     *
     * @param names distinct, not blank; at least one
     */
    public VariableSchema(List<String> names) {
        this(names, Collections.nCopies(names.size(), VariableKind.NUMERIC));
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
     * {@return the kind of a variable}
     *
     * @param variable its position
     */
    public VariableKind kind(int variable) {
        return kinds.get(variable);
    }

    /**
     * {@return the levels of a categorical variable, to the letter; empty for a numeric one}
     *
     * @param variable its position
     */
    public List<String> levels(int variable) {
        return kinds.get(variable) instanceof VariableKind.Categorical category ? category.levels() : List.of();
    }

    /** {@return whether any variable is categorical} */
    public boolean hasCategories() {
        return !categorical().isEmpty();
    }

    /** {@return the names of the categorical variables, in order} */
    public List<String> categorical() {
        return IntStream.range(0, size())
                .filter(j -> kind(j) instanceof VariableKind.Categorical)
                .mapToObj(names::get)
                .toList();
    }

    /**
     * {@return a copy with other kinds of some variables}
     *
     * @param changed by name; a name that is not in this schema changes nothing
     */
    public VariableSchema with(Map<String, ? extends VariableKind> changed) {
        return new VariableSchema(
                names,
                IntStream.range(0, size())
                        .<VariableKind>mapToObj(j -> {
                            VariableKind other = changed.get(names.get(j));
                            return other == null ? kind(j) : other;
                        })
                        .toList());
    }

    /**
     * {@return some of these variables with their kinds}
     *
     * @param chosen their names, in the order wanted
     * @throws IllegalArgumentException when one is not in this schema
     */
    public VariableSchema choosing(List<String> chosen) {
        return new VariableSchema(
                chosen,
                chosen.stream()
                        .map(name -> {
                            int at = indexOf(name);
                            if (at < 0) {
                                throw new IllegalArgumentException(
                                        "chosen variables must be among " + names + ", was " + name);
                            }
                            return kind(at);
                        })
                        .toList());
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
