package io.hedgerow.core.data;

import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * How a CSV file is to be read. Immutable: each {@code with…} returns changed options.
 *
 * @param header whether the first line names the columns; without it they are x1, x2, …
 * @param separator what stands between fields
 * @param columns the columns to keep, by name and in this order; empty keeps all
 * @param keys columns whose cells say whose a row is, and may be names, see {@link #withKeys}
 * @param missingValues what to do with missing cells
 * @param threads how many threads parse numbers; at least 1, which then is the calling thread. The rows and their order
 *     are the same for every number
 */
public record CsvOptions(
        boolean header,
        CsvSeparator separator,
        List<String> columns,
        Set<String> keys,
        MissingValues missingValues,
        int threads) {
    public CsvOptions {
        Objects.requireNonNull(separator, "separator");
        Objects.requireNonNull(missingValues, "missingValues");
        columns = List.copyOf(columns);
        keys = Set.copyOf(keys);
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
        return new CsvOptions(true, CsvSeparator.DETECT, List.of(), Set.of(), MissingValues.REFUSE, threads);
    }

    /**
     * For files whose first line is a record.
     *
     * @return options for a file without a header
     */
    public CsvOptions withoutHeader() {
        return new CsvOptions(false, separator, columns, keys, missingValues, threads);
    }

    /**
     * Sets the separator.
     *
     * @param value what stands between fields
     * @return the changed options
     */
    public CsvOptions withSeparator(CsvSeparator value) {
        return new CsvOptions(header, value, columns, keys, missingValues, threads);
    }

    /**
     * Keeps some columns.
     *
     * @param names distinct names, in the order wanted
     * @return the changed options
     */
    public CsvOptions withColumns(String... names) {
        return new CsvOptions(header, separator, List.of(names), keys, missingValues, threads);
    }

    /**
     * Names columns that are no measurements but say whose a row is, such as the realisation of a time series. Their
     * cells may be names, each of which is a number of its own below −2⁵³ in the rows; cells that are numbers below 2⁵³
     * in size stay what they are. {@link RowSource#keyText} has the names. Not for persons who are protected: their
     * numbers are whole, see {@link PersonRows}.
     *
     * @param names of columns; the file may lack them
     * @return the changed options
     */
    public CsvOptions withKeys(String... names) {
        return new CsvOptions(header, separator, columns, Set.of(names), missingValues, threads);
    }

    /**
     * Sets the policy for missing cells.
     *
     * @param value the policy
     * @return the changed options
     */
    public CsvOptions withMissingValues(MissingValues value) {
        return new CsvOptions(header, separator, columns, keys, value, threads);
    }

    /**
     * Sets how many threads parse numbers.
     *
     * @param value at least 1
     * @return the changed options
     */
    public CsvOptions withThreads(int value) {
        return new CsvOptions(header, separator, columns, keys, missingValues, value);
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
