// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.data;

import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/** The kind of a variable says what the cells of its column are. */
public sealed interface VariableKind {

    /** The kind of a measured quantity: cells are numbers, differences mean something. */
    VariableKind NUMERIC = new Numeric();

    /** Cells are numbers. */
    record Numeric() implements VariableKind {}

    /**
     * Cells are one of a few levels without an order, such as a sex or a diagnosis. A row holds the place of the level
     * in the list, from 0. Levels are public: every site and the coordinator see them.
     *
     * @param levels two or more, distinct and not blank, to the letter: {@code I21.0} is not {@code I21}
     */
    record Categorical(List<String> levels) implements VariableKind {
        public Categorical {
            levels = List.copyOf(levels);
            if (levels.size() < 2) {
                throw new IllegalArgumentException("a categorical variable must have at least two levels, had " + levels
                        + ": leave out a column with one value");
            }
            Set<String> seen = new HashSet<>();
            for (String level : levels) {
                if (Objects.requireNonNull(level, "level").isBlank()) {
                    throw new IllegalArgumentException("a level must not be blank, levels were " + levels);
                }
                if (!seen.add(level)) {
                    throw new IllegalArgumentException("levels must be distinct, \"" + level + "\" appears twice");
                }
            }
        }

        /** {@return the number of levels} */
        public int size() {
            return levels.size();
        }
    }

    /**
     * A kind with levels.
     *
     * @param levels see {@link Categorical}
     * @return the kind
     */
    static VariableKind categorical(String... levels) {
        return new Categorical(List.of(levels));
    }
}
