// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.data.csv;

import io.hedgerow.core.data.MissingValues;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableKind;
import io.hedgerow.core.data.rows.UserRows;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Options for reading a CSV file. Immutable: each {@code with…} returns changed options.
 *
 * @param header whether the first line names the columns; without it they are x1, x2, …
 * @param separator what stands between fields
 * @param columns the columns to keep, by name and in this order; empty keeps all
 * @param keys columns whose cells say whose a row is, and may be names, see {@link #withKeys}
 * @param missingValues what to do with missing cells
 * @param threads how many threads parse numbers; at least 1, which then is the calling thread. The rows and their order
 *     are the same for every number
 * @param cells how cells are written, and which columns are left out
 */
public record CsvOptions(
        boolean header,
        CsvSeparator separator,
        List<String> columns,
        Set<String> keys,
        MissingValues missingValues,
        int threads,
        CellFormat cells) {
    public CsvOptions {
        Objects.requireNonNull(separator, "separator");
        Objects.requireNonNull(missingValues, "missingValues");
        Objects.requireNonNull(cells, "cells");
        columns = List.copyOf(columns);
        keys = Set.copyOf(keys);
        if (new HashSet<>(columns).size() != columns.size()) {
            throw new IllegalArgumentException("columns must be distinct, were " + columns);
        }
        if (threads < 1) {
            throw new IllegalArgumentException("threads must be >= 1, was " + threads);
        }
    }

    /** {@return options for a header, a detected separator, all columns, no missing cells, and up to two threads} */
    public static CsvOptions defaults() {
        int threads = Math.min(2, Runtime.getRuntime().availableProcessors());
        return new CsvOptions(
                true, CsvSeparator.DETECT, List.of(), Set.of(), MissingValues.REFUSE, threads, CellFormat.PLAIN);
    }

    /** {@return options for files without a header, whose first line is a record} */
    public CsvOptions withoutHeader() {
        return new CsvOptions(false, separator, columns, keys, missingValues, threads, cells);
    }

    /**
     * Sets the separator.
     *
     * @param value what stands between fields
     */
    public CsvOptions withSeparator(CsvSeparator value) {
        return new CsvOptions(header, value, columns, keys, missingValues, threads, cells);
    }

    /**
     * Keeps some columns.
     *
     * @param names distinct names, in the order wanted
     */
    public CsvOptions withColumns(String... names) {
        return new CsvOptions(header, separator, List.of(names), keys, missingValues, threads, cells);
    }

    /**
     * Names columns that are no measurements but identify rows, such as the realisation of a time series. Their cells
     * may be names, each of which is a number of its own below −2⁵³ in the rows; whole numbers below 2⁵³ in size, by
     * their digits alone, stay what they are, and 007 is a name. {@link RowSource#keyText} has the names. Not for users
     * who are protected: their numbers are whole, see {@link UserRows}.
     *
     * @param names of columns; the file may lack them
     */
    public CsvOptions withKeys(String... names) {
        return new CsvOptions(header, separator, columns, Set.of(names), missingValues, threads, cells);
    }

    /**
     * Sets the policy for missing cells.
     *
     * @param value the policy
     */
    public CsvOptions withMissingValues(MissingValues value) {
        return new CsvOptions(header, separator, columns, keys, value, threads, cells);
    }

    /**
     * Sets how many threads parse numbers.
     *
     * @param value at least 1
     */
    public CsvOptions withThreads(int value) {
        return new CsvOptions(header, separator, columns, keys, missingValues, value, cells);
    }

    /**
     * Sets how cells are written.
     *
     * @param value what differs from numbers with a point
     */
    public CsvOptions withCells(CellFormat value) {
        return new CsvOptions(header, separator, columns, keys, missingValues, threads, value);
    }

    /** Says whether every line is a record, so that no record can end the reading or absorb others. */
    boolean linesAreRecords() {
        return missingValues == MissingValues.AS_NAN;
    }

    /**
     * The format of cells, and the columns to drop or rename. Immutable.
     *
     * @param decimalComma whether 1,5 is one and a half; then a point is refused
     * @param numericNames whether a header may hold numbers only, which otherwise is taken for a record
     * @param dropped columns of the file that are left out, whatever they hold; all must be there
     * @param missing texts that also stand for a missing cell, in any case, such as {@code .}, {@code -} or
     *     {@code -999}; blanks around them do not count
     * @param texts columns whose cells are texts, each with what a text stands for: {@link VariableKind.Categorical}
     *     has all levels of a category, and a row has the place of the cell's level. A file does not say its levels:
     *     sites that learn together must name the same
     * @param renamed names of columns by the names that a file has for them, where it has them; all else here and in
     *     {@link CsvOptions} uses the new names
     */
    public record CellFormat(
            boolean decimalComma,
            boolean numericNames,
            Set<String> dropped,
            Set<String> missing,
            Map<String, VariableKind.Coding> texts,
            Map<String, String> renamed) {

        /** Numbers with a point, all columns, no texts. */
        public static final CellFormat PLAIN = new CellFormat(false, false, Set.of(), Set.of(), Map.of(), Map.of());

        public CellFormat {
            dropped = Set.copyOf(dropped);
            missing = missing.stream()
                    .map(text -> text.strip().toLowerCase(Locale.ROOT))
                    .collect(Collectors.toUnmodifiableSet());
            texts = Collections.unmodifiableMap(new TreeMap<>(texts));
            renamed = Collections.unmodifiableMap(new TreeMap<>(renamed));
        }

        /**
         * Leaves out columns.
         *
         * @param columns whatever they hold; all must be there
         */
        public CellFormat withDropped(Set<String> columns) {
            return new CellFormat(decimalComma, numericNames, columns, missing, texts, renamed);
        }

        /**
         * Reads columns of texts.
         *
         * @param columns what the texts of each stand for
         */
        public CellFormat withTexts(Map<String, ? extends VariableKind.Coding> columns) {
            return new CellFormat(decimalComma, numericNames, dropped, missing, new TreeMap<>(columns), renamed);
        }

        /**
         * Renames columns.
         *
         * @param names the new name by the one that a file has, where it has it
         */
        public CellFormat withRenamed(Map<String, String> names) {
            return new CellFormat(decimalComma, numericNames, dropped, missing, texts, names);
        }

        /** Says whether a text means a missing cell under these options. */
        boolean isMissing(String token) {
            return missing.contains(token.strip().toLowerCase(Locale.ROOT));
        }
    }

    /** The character between the fields of a line. */
    public enum CsvSeparator {
        /**
         * Looks at the first line only, outside quotes: a tab if there is one, else a semicolon, else a comma, else a
         * vertical bar.
         */
        DETECT(','),
        /** {@code a,b}. */
        COMMA(','),
        /** {@code a;b}. */
        SEMICOLON(';'),
        TAB('\t'),
        /** {@code a|b}. */
        PIPE('|');

        private final char character;

        CsvSeparator(char character) {
            this.character = character;
        }

        char character() {
            return character;
        }

        /** The separator to use for a file with this first line; never {@link #DETECT}. */
        CsvSeparator resolve(String firstLine) {
            if (this != DETECT) {
                return this;
            }
            boolean quoted = false;
            Set<CsvSeparator> found = EnumSet.noneOf(CsvSeparator.class);
            for (int i = 0; i < firstLine.length(); i++) {
                char c = firstLine.charAt(i);
                quoted ^= c == '"';
                if (!quoted) {
                    switch (c) {
                        case '\t' -> found.add(TAB);
                        case ';' -> found.add(SEMICOLON);
                        case ',' -> found.add(COMMA);
                        case '|' -> found.add(PIPE);
                        default -> {
                            // no separator
                        }
                    }
                }
            }
            return Stream.of(TAB, SEMICOLON, COMMA, PIPE)
                    .filter(found::contains)
                    .findFirst()
                    .orElse(COMMA);
        }
    }
}
