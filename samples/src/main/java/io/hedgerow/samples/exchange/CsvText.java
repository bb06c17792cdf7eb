// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.exchange;

import java.util.List;
import java.util.stream.Collectors;

/** Comma-separated lines with quotes where cells need them (RFC 4180). */
final class CsvText {

    private CsvText() {}

    static String line(List<String> cells) {
        return cells.stream().map(CsvText::cell).collect(Collectors.joining(",")) + "\n";
    }

    private static String cell(String text) {
        boolean plain = text.chars().noneMatch(c -> c == ',' || c == '"' || c == '\r' || c == '\n')
                && text.strip().equals(text);
        return plain ? text : '"' + text.replace("\"", "\"\"") + '"';
    }
}
