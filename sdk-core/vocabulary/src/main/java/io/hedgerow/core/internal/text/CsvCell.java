// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.text;

/**
 * Writes fields of comma-separated values (RFC 4180). In files for people a text that a spreadsheet would run as a
 * formula has an apostrophe before it, as spreadsheets mark texts; {@link #text} takes it off. Texts that have such an
 * apostrophe already get another, so every text comes back. A spreadsheet may also take semicolons, tabs and ends of
 * lines inside a text for ends of its cells, so what follows them is marked as well.
 */
public final class CsvCell {

    /** What begins a formula, also in full width, or moves on to a cell that begins with one. */
    private static final String FORMULA = "=+-@\uff1d\uff0b\uff0d\uff20\t\r\n";

    private static final String LATER_FORMULA = "=+-@\uff1d\uff0b\uff0d\uff20";

    private static final String SEPARATORS = ";\t\r\n";

    private static final char MARK = '\'';

    private CsvCell() {}

    /** A field with a text as it is, in quotes where it needs them. */
    public static String of(String text) {
        boolean plain = text.chars().noneMatch(c -> c == ',' || c == '"' || c == '\r' || c == '\n')
                && text.strip().equals(text);
        return plain ? text : '"' + text.replace("\"", "\"\"") + '"';
    }

    /** A field for people, which no spreadsheet runs. A number stays one. */
    public static String forPeople(String text) {
        StringBuilder marked = new StringBuilder();
        for (int at = 0; at < text.length(); at++) {
            if (beginsCell(text, at) && isFormula(text, at)) {
                marked.append(MARK);
            }
            marked.append(text.charAt(at));
        }
        return of(marked.toString());
    }

    /** The text that was written {@link #forPeople}. */
    public static String text(String field) {
        StringBuilder text = new StringBuilder();
        for (int at = 0; at < field.length(); at++) {
            boolean mark = field.charAt(at) == MARK && beginsCell(field, at) && isFormula(field, at + 1);
            if (!mark) {
                text.append(field.charAt(at));
            }
        }
        return text.toString();
    }

    private static boolean beginsCell(String text, int at) {
        return at == 0 || SEPARATORS.indexOf(text.charAt(at - 1)) >= 0;
    }

    /** Whether a formula begins behind any number of apostrophes. */
    private static boolean isFormula(String text, int from) {
        int at = from;
        while (at < text.length() && (text.charAt(at) == MARK || text.charAt(at) == ' ')) {
            at++;
        }
        boolean first = from == 0 || (from == 1 && text.charAt(0) == MARK);
        if (at == text.length() || (first ? FORMULA : LATER_FORMULA).indexOf(text.charAt(at)) < 0) {
            return false;
        }
        int end = text.length();
        for (int k = at; !first && k < end; k++) {
            end = SEPARATORS.indexOf(text.charAt(k)) >= 0 ? k : end;
        }
        char[] rest = text.substring(at, end).toCharArray();
        boolean signed = rest[0] == '+' || rest[0] == '-';
        return !signed || Double.isNaN(NumberToken.parse(rest, 0, rest.length));
    }
}
