// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.text;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Formats rows of text as a Markdown table: lines that end with a line feed, each cell in one line. */
public final class AlignedTable {

    /** A rule under the header has so many signs. */
    private static final int NARROWEST = 3;

    private final int labels;
    private final int[] width;
    private final StringBuilder text = new StringBuilder();

    private AlignedTable(int labels, int[] width) {
        this.labels = labels;
        this.width = width;
    }

    /**
     * Writes a table whose columns are aligned, so that it reads well in a terminal, too.
     *
     * @param labels so many columns are aligned to the left, the others to the right
     * @param header one cell a column
     * @param rows each with as many cells
     */
    public static String markdown(int labels, List<String> header, List<List<String>> rows) {
        int[] width = new int[header.size()];
        Stream.concat(Stream.of(header), rows.stream()).map(AlignedTable::shown).forEach(row -> {
            for (int c = 0; c < width.length; c++) {
                width[c] = Math.max(width[c], Math.max(NARROWEST, row.get(c).length()));
            }
        });
        return new AlignedTable(labels, width).of(header, rows);
    }

    /** As {@link #markdown}, with cells as wide as their texts: for a page. */
    public static String compact(int labels, List<String> header, List<List<String>> rows) {
        return new AlignedTable(labels, new int[header.size()]).of(header, rows);
    }

    private String of(List<String> header, List<List<String>> rows) {
        line(shown(header));
        List<String> rules = new ArrayList<>();
        for (int c = 0; c < width.length; c++) {
            rules.add("-".repeat(Math.max(NARROWEST, width[c]) - 1) + (c < labels ? "-" : ":"));
        }
        line(rules);
        rows.forEach(row -> line(shown(row)));
        return text.toString();
    }

    private static List<String> shown(List<String> cells) {
        return cells.stream().map(Printable::line).toList();
    }

    private void line(List<String> cells) {
        for (int c = 0; c < width.length; c++) {
            String cell = cells.get(c);
            String padding = " ".repeat(Math.max(0, width[c] - cell.length()));
            text.append("| ")
                    .append(c < labels ? cell + padding : padding + cell)
                    .append(' ');
        }
        text.append("|\n");
    }
}
