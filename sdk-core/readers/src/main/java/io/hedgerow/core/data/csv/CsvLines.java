// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.data.csv;

import java.nio.charset.StandardCharsets;

/**
 * Reads text of which every line is one record: the content of a line changes neither the number of records nor the
 * others. A line ends with LF, or with the text; one CR before that is no part of it. Fields are written as
 * {@link CsvRecords} reads them, quotes included; a line that is not written so is a record without numbers, and an
 * empty one a record. UTF-8 that is broken becomes replacement characters, one ASCII byte after it is never among them,
 * so a line ends where its LF is. Not thread-safe.
 */
final class CsvLines {

    private final CsvRecords records;
    private final char separator;
    private int quotedLength;

    CsvLines(CsvRecords records, char separator) {
        this.records = records;
        this.separator = separator;
    }

    void read(byte[] bytes, int offset, int length) {
        char[] text = new String(bytes, offset, length, StandardCharsets.UTF_8).toCharArray();
        int from = 0;
        while (from < text.length) {
            int end = from;
            while (end < text.length && text[end] != '\n') {
                end++;
            }
            boolean windows = end > from && text[end - 1] == '\r';
            records.endLine(fields(text, from, windows ? end - 1 : end));
            from = end + 1;
        }
    }

    /** The number of fields of a line; −1 where a quote is not closed, or text follows one that is. */
    private int fields(char[] text, int from, int end) {
        int at = from;
        for (int field = 0; ; field++) {
            int start = at;
            if (at < end && text[at] == '"') {
                int closing = unquoted(text, at, end);
                if (closing < 0) {
                    return -1;
                }
                records.field(field, text, start + 1, quotedLength);
                at = closing + 1;
                if (at < end && text[at] != separator) {
                    return -1;
                }
            } else {
                while (at < end && text[at] != separator) {
                    at++;
                }
                records.field(field, text, start, at - start);
            }
            if (at == end) {
                return field + 1;
            }
            at++;
        }
    }

    /** Moves quoted text together, a doubled quote as one; the place of the closing one, or −1. */
    private int unquoted(char[] text, int opening, int end) {
        int to = opening + 1;
        for (int at = opening + 1; at < end; at++) {
            if (text[at] == '"') {
                if (at + 1 == end || text[at + 1] != '"') {
                    quotedLength = to - opening - 1;
                    return at;
                }
                at++;
            }
            text[to++] = text[at];
        }
        return -1;
    }
}
