// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.data;

import io.hedgerow.core.internal.text.Nearest;
import io.hedgerow.core.internal.text.NumberToken;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The kind of a variable, numeric or categorical, which determines how the cells of its column are read. */
public sealed interface VariableKind {

    /** The kind of a measured quantity: cells are numbers, differences mean something. */
    VariableKind NUMERIC = new Numeric();

    /** Cells are numbers. */
    record Numeric() implements VariableKind {}

    /**
     * Cells are one of a few levels without an order, such as a sex or a diagnosis. A row holds the place of the level
     * in the list, from 0. Levels are public: every site and the coordinator see them.
     *
     * @param levels two or more, distinct and not blank, to the letter: {@code I21.0} is not {@code I21}. Blanks around
     *     a level are taken away
     */
    record Categorical(List<String> levels) implements VariableKind, Coding {

        private static final int LONGEST_LIST = 20;

        public Categorical {
            levels = levels.stream()
                    .map(level -> Objects.requireNonNull(level, "level").strip())
                    .toList();
            if (levels.size() < 2) {
                throw new IllegalArgumentException("a categorical variable must have at least two levels, had " + levels
                        + ": leave out a column with one value");
            }
            Set<String> seen = new HashSet<>();
            for (String level : levels) {
                if (level.isEmpty()) {
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

        @Override
        public VariableKind kind() {
            return this;
        }

        /** {@inheritDoc} The place of a level, from 0. */
        @Override
        public double code(String text) {
            int place = levels.indexOf(text.strip());
            return place < 0 ? Double.NaN : place;
        }

        @Override
        public String complaint(String text) {
            String list = levels.stream()
                    .limit(LONGEST_LIST)
                    .map(NumberToken::oneLine)
                    .collect(Collectors.joining(", "));
            return "must be one of the levels " + list
                    + (size() > LONGEST_LIST ? ", and " + (size() - LONGEST_LIST) + " more" : "") + ", was "
                    + NumberToken.quote(text)
                    + (NumberToken.isMissing(text)
                            ? NumberToken.MISSING_CELL
                            : meant(text) + ": correct the cell, or name it among the levels, the same at all sites");
        }

        /** Codes such as 250.1 and 250.10 are two, though they are one number. */
        private String meant(String text) {
            double number = number(text);
            return levels.stream()
                    .filter(level -> number(level) == number)
                    .findFirst()
                    .map(level -> ", which is not " + NumberToken.quote(level) + " to the letter")
                    .or(() -> nearest(text).map(level -> ", did you mean " + NumberToken.quote(level) + "?"))
                    .orElse("");
        }

        private Optional<String> nearest(String text) {
            return levels.stream()
                    .filter(level -> level.equalsIgnoreCase(text.strip()))
                    .findFirst()
                    .or(() -> Nearest.to(text.strip(), levels));
        }

        private static double number(String text) {
            return NumberToken.parse(text.toCharArray(), 0, text.length());
        }
    }

    /**
     * Converts the texts of a column to numbers of a row. Extension point: {@link Categorical} takes its levels to the
     * letter; another one may rename levels, or turn dates into days. Thread-safe where a reader has several threads.
     */
    interface Coding {

        /** {@return the kind of variable that the numbers are of} */
        VariableKind kind();

        /**
         * {@return the number that a text stands for; NaN where it stands for none, which a reader treats as a cell
         * without a number}
         *
         * @param text of a cell, with the blanks around it
         */
        double code(String text);

        /**
         * {@return why a text stands for no number, for the site's own people: what is allowed, what it is, and what to
         * do}
         *
         * @param text of a cell
         */
        String complaint(String text);
    }

    /**
     * {@return a kind with levels}
     *
     * @param levels see {@link Categorical}
     */
    static Categorical categorical(String... levels) {
        return new Categorical(List.of(levels));
    }
}
