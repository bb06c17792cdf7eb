// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.output;

import io.hedgerow.core.internal.text.Printable;
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
        List<List<String>> shown = rows.stream().map(Table::shown).toList();
        List<List<String>> all = new ArrayList<>(shown);
        List<String> named = shown(header);
        all.add(named);
        for (List<String> row : all) {
            for (int c = 0; c < columns; c++) {
                width[c] = Math.max(width[c], Math.max(3, row.get(c).length()));
            }
        }
        StringBuilder text = new StringBuilder();
        line(text, named, width);
        List<String> rules = new ArrayList<>();
        for (int c = 0; c < columns; c++) {
            String dashes = String.join("", Collections.nCopies(width[c] - 1, "-"));
            rules.add(c < labels ? dashes + "-" : dashes + ":");
        }
        line(text, rules, width);
        shown.forEach(row -> line(text, row, width));
        return text.toString();
    }

    /** Writes the table for a page: as {@link #markdown()} has it, with cells as wide as their texts. */
    public String compact() {
        int[] width = new int[header.size()];
        StringBuilder text = new StringBuilder();
        line(text, shown(header), width);
        List<String> rules = new ArrayList<>();
        for (int c = 0; c < width.length; c++) {
            rules.add(c < labels ? "---" : "--:");
        }
        line(text, rules, width);
        rows.forEach(row -> line(text, shown(row), width));
        return text.toString();
    }

    private static List<String> shown(List<String> cells) {
        return cells.stream().map(Printable::line).toList();
    }

    /** Writes the table for programs: comma-separated lines, quoted as RFC 4180 has it, that end with a line feed. */
    public String csv() {
        StringBuilder text = new StringBuilder(CsvText.lineForPeople(header));
        rows.forEach(row -> text.append(CsvText.lineForPeople(row)));
        return text.toString();
    }

    private void line(StringBuilder text, List<String> cells, int[] width) {
        for (int c = 0; c < width.length; c++) {
            int missing = Math.max(0, width[c] - cells.get(c).length());
            String padding = String.join("", Collections.nCopies(missing, " "));
            text.append("| ");
            text.append(c < labels ? cells.get(c) + padding : padding + cells.get(c));
            text.append(' ');
        }
        text.append("|\n");
    }
}
