// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.output;

import java.util.List;
import java.util.stream.Collectors;

/** Comma-separated lines with quotes where cells need them (RFC 4180). */
public final class CsvText {

    private CsvText() {}

    /** Cells as a line with its end. */
    public static String line(List<String> cells) {
        return cells.stream().map(CsvText::cell).collect(Collectors.joining(",")) + "\n";
    }

    /** A text as a cell. */
    public static String cell(String text) {
        boolean plain = text.chars().noneMatch(c -> c == ',' || c == '"' || c == '\r' || c == '\n')
                && text.strip().equals(text);
        return plain ? text : '"' + text.replace("\"", "\"\"") + '"';
    }
}
