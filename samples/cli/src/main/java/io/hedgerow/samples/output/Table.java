// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.output;

import io.hedgerow.core.internal.text.AlignedTable;
import java.util.List;

/**
 * Writes rows under a header as an aligned Markdown table. The first columns are aligned to the left, figures to the
 * right. Immutable.
 */
public final class Table {

    private final int labels;
    private final List<String> header;
    private final List<List<String>> rows;

    /** A table with as many cells in each row as in the header, and so many leading columns aligned to the left. */
    public Table(int labels, List<String> header, List<List<String>> rows) {
        this.labels = labels;
        this.header = List.copyOf(header);
        this.rows = rows.stream().map(List::copyOf).toList();
        for (List<String> row : this.rows) {
            if (row.size() != header.size()) {
                throw new IllegalArgumentException(
                        "each row must have " + header.size() + " cells, one has " + row.size());
            }
        }
    }

    /** Writes the table: lines that end with a line feed. */
    public String markdown() {
        return AlignedTable.markdown(labels, header, rows);
    }

    /** Writes the table for a page: as {@link #markdown()} has it, with cells as wide as their texts. */
    public String compact() {
        return AlignedTable.compact(labels, header, rows);
    }

    /** Writes the table for programs: comma-separated lines, quoted as RFC 4180 has it, that end with a line feed. */
    public String csv() {
        StringBuilder text = new StringBuilder(CsvText.lineForPeople(header));
        rows.forEach(row -> text.append(CsvText.lineForPeople(row)));
        return text.toString();
    }
}
