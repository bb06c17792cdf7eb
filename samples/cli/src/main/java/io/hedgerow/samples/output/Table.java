// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.output;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Rows of texts under a header, written as a Markdown table whose columns are aligned, so that it reads well in a
 * terminal, too. The first columns are aligned to the left, figures to the right. Immutable.
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
        int columns = header.size();
        int[] width = new int[columns];
        List<List<String>> all = new ArrayList<>(rows);
        all.add(header);
        for (List<String> row : all) {
            for (int c = 0; c < columns; c++) {
                width[c] = Math.max(width[c], Math.max(3, row.get(c).length()));
            }
        }
        StringBuilder text = new StringBuilder();
        line(text, header, width);
        List<String> rules = new ArrayList<>();
        for (int c = 0; c < columns; c++) {
            String dashes = String.join("", Collections.nCopies(width[c] - 1, "-"));
            rules.add(c < labels ? dashes + "-" : dashes + ":");
        }
        line(text, rules, width);
        rows.forEach(row -> line(text, row, width));
        return text.toString();
    }

    /** Writes the table for programs: comma-separated lines, quoted as RFC 4180 has it, that end with a line feed. */
    public String csv() {
        StringBuilder text = new StringBuilder(CsvText.line(header));
        rows.forEach(row -> text.append(CsvText.line(row)));
        return text.toString();
    }

    private void line(StringBuilder text, List<String> cells, int[] width) {
        for (int c = 0; c < width.length; c++) {
            String padding =
                    String.join("", Collections.nCopies(width[c] - cells.get(c).length(), " "));
            text.append("| ");
            text.append(c < labels ? cells.get(c) + padding : padding + cells.get(c));
            text.append(' ');
        }
        text.append("|\n");
    }
}
