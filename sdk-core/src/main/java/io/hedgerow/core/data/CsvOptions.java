package io.hedgerow.core.data;

import java.util.HashSet;
import java.util.List;
import java.util.Objects;

/**
 * How a CSV file is to be read. Immutable: each {@code with…} returns changed options.
 *
 * @param header whether the first line names the columns; without it they are x1, x2, …
 * @param separator what stands between fields
 * @param columns the columns to keep, by name and in this order; empty keeps all
 * @param missingValues what to do with missing cells
 * @param threads how many threads parse numbers; at least 1, which then is the calling thread. The rows and their order
 *     are the same for every number
 */
public record CsvOptions(
        boolean header, CsvSeparator separator, List<String> columns, MissingValues missingValues, int threads) {
    public CsvOptions {
        Objects.requireNonNull(separator, "separator");
        Objects.requireNonNull(missingValues, "missingValues");
        columns = List.copyOf(columns);
        if (new HashSet<>(columns).size() != columns.size()) {
            throw new IllegalArgumentException("columns must be distinct, were " + columns);
        }
        if (threads < 1) {
            throw new IllegalArgumentException("threads must be >= 1, was " + threads);
        }
    }

    /**
     * A header, a detected separator, all columns, no missing cells, and up to two threads.
     *
     * @return the options to start from
     */
    public static CsvOptions defaults() {
        int threads = Math.min(2, Runtime.getRuntime().availableProcessors());
        return new CsvOptions(true, CsvSeparator.DETECT, List.of(), MissingValues.REFUSE, threads);
    }

    /**
     * For files whose first line is a record.
     *
     * @return options for a file without a header
     */
    public CsvOptions withoutHeader() {
        return new CsvOptions(false, separator, columns, missingValues, threads);
    }

    /**
     * Sets the separator.
     *
     * @param value what stands between fields
     * @return the changed options
     */
    public CsvOptions withSeparator(CsvSeparator value) {
        return new CsvOptions(header, value, columns, missingValues, threads);
    }

    /**
     * Keeps some columns.
     *
     * @param names distinct names, in the order wanted
     * @return the changed options
     */
    public CsvOptions withColumns(String... names) {
        return new CsvOptions(header, separator, List.of(names), missingValues, threads);
    }

    /**
     * Sets the policy for missing cells.
     *
     * @param value the policy
     * @return the changed options
     */
    public CsvOptions withMissingValues(MissingValues value) {
        return new CsvOptions(header, separator, columns, value, threads);
    }

    /**
     * Sets how many threads parse numbers.
     *
     * @param value at least 1
     * @return the changed options
     */
    public CsvOptions withThreads(int value) {
        return new CsvOptions(header, separator, columns, missingValues, value);
    }

    /** The character between the fields of a line. */
    public enum CsvSeparator {
        /** Looks at the first line only, outside quotes: a tab if there is one, else a semicolon, else a comma. */
        DETECT(','),
        /** {@code a,b}. */
        COMMA(','),
        /** {@code a;b}. */
        SEMICOLON(';'),
        /** A tab character. */
        TAB('\t');

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
            CsvSeparator found = COMMA;
            for (int i = 0; i < firstLine.length(); i++) {
                char c = firstLine.charAt(i);
                if (c == '"') {
                    quoted = !quoted;
                } else if (!quoted && c == '\t') {
                    return TAB;
                } else if (!quoted && c == ';') {
                    found = SEMICOLON;
                }
            }
            return found;
        }
    }
}
