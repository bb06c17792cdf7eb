// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.text;

import ch.randelshofer.fastdoubleparser.JavaDoubleParser;
import java.util.Locale;
import java.util.Set;

/** Parses the text of a cell as the nearest double; errors say why it cannot be parsed. */
public final class NumberToken {

    /** The end of a complaint about a missing cell. */
    public static final String MISSING_CELL =
            " (missing): complete the cell, remove the record, or read with MissingValues.USE (gram) or SKIP_ROW";

    private static final int LONGEST_QUOTE = 40;
    private static final Set<String> MISSING = Set.of("", "na", "nan", "null", "?");

    /** Signs that hardly mean anything else in a table. */
    private static final Set<String> LIKE_MISSING = Set.of(
            ".", "..", "-", "--", "---", "n/a", "#n/a", "#n/d", "n.a.", "n.a", "na.", "<na>", "k.a.", "k. a.", "n.d.",
            "nat", "\\n", "#null!", "#div/0!", "#value!", "#ref!", "#num!", "#name?", "#wert!");

    /** Words that may be levels of a category, too. */
    private static final Set<String> WORDS_LIKE_MISSING =
            Set.of("none", "nil", "missing", "unknown", "unk", "not available", "unbekannt", "keine angabe");
    /** Up to 10^22 a power of ten is a double without rounding. */
    private static final double[] POWERS_OF_TEN = {
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18
    };

    /** 2024-01-31, 31.1.2024 or 1/31/24, with or without a time of day. */
    private static final String DATE =
            "([0-9]{4}[-/.][0-9]{1,2}[-/.][0-9]{1,2}|[0-9]{1,2}[-/.][0-9]{1,2}[-/.]([0-9]{2}|[0-9]{4}))([T ].*)?";

    private NumberToken() {}

    /**
     * The finite number in a cell, or NaN when there is none. Plain decimals of up to 2^53 without their point are one
     * integer divided by one power of ten, both exact, so the quotient is the correctly rounded value (Clinger 1990);
     * that is most cells, at a third of the general cost.
     */
    public static double parse(char[] text, int offset, int length) {
        int end = offset + length;
        int at = offset;
        boolean negative = length > 0 && text[at] == '-';
        if (negative) {
            at++;
        }
        int digitsAndPoint = end - at;
        if (digitsAndPoint == 0 || digitsAndPoint > 18) {
            return parseAny(text, offset, length);
        }
        long digits = 0;
        int point = end;
        for (; at < end; at++) {
            int digit = text[at] - '0';
            if (digit >= 0 && digit <= 9) {
                digits = digits * 10 + digit;
            } else if (text[at] == '.' && point == end) {
                point = at + 1;
            } else {
                return parseAny(text, offset, length);
            }
        }
        // A point alone is no number; a point at the very end is left to the general parser.
        if (digits > 1L << 53 || (point == end && text[end - 1] == '.')) {
            return parseAny(text, offset, length);
        }
        double value = digits / POWERS_OF_TEN[end - point];
        return negative ? -value : value;
    }

    private static double parseAny(char[] text, int offset, int length) {
        int start = offset;
        int end = offset + length;
        while (start < end && text[start] <= ' ') {
            start++;
        }
        while (start < end && text[end - 1] <= ' ') {
            end--;
        }
        for (int i = start; i < end; i++) {
            // Java also reads hexadecimal floats and suffixes such as 1.0f; data does not mean those.
            char c = text[i];
            boolean decimal = (c >= '0' && c <= '9') || c == '.' || c == '-' || c == '+' || c == 'e' || c == 'E';
            if (!decimal) {
                return Double.NaN;
            }
        }
        try {
            double value = JavaDoubleParser.parseDouble(text, start, end - start);
            return Double.isFinite(value) ? value : Double.NaN;
        } catch (NumberFormatException e) {
            return Double.NaN;
        }
    }

    /** Whether the text means a missing cell: nothing, NA, NaN, null or ?, in any case. */
    public static boolean isMissing(String token) {
        return MISSING.contains(token.strip().toLowerCase(Locale.ROOT));
    }

    /** Whether the text is a sign of a missing cell that programs and people write, without being one by itself. */
    public static boolean isLikeMissing(String token) {
        return LIKE_MISSING.contains(token.strip().toLowerCase(Locale.ROOT));
    }

    /** Whether it is such a sign in a category, too, where a dash may be a level beside a plus. */
    public static boolean isLikeMissingLevel(String token) {
        return isLikeMissing(token) && token.strip().codePoints().anyMatch(c -> c != '-');
    }

    /** Whether it is such a sign among numbers, or a word that means the same there. */
    public static boolean isLikeMissingNumber(String token) {
        return isLikeMissing(token) || WORDS_LIKE_MISSING.contains(token.strip().toLowerCase(Locale.ROOT));
    }

    public static String missing(String token) {
        return "must be a number, was " + quote(token) + MISSING_CELL;
    }

    /** The complaint about a token that {@link #parse} refused, with advice. */
    public static String complaint(String token, boolean decimalComma) {
        String stripped = token.strip();
        if (isMissing(stripped)) {
            return missing(token);
        }
        if (isLikeMissingNumber(stripped)) {
            return "must be a number, was " + quote(token)
                    + ": correct the cell, or, if it means a missing one, name the text in CellFormat.missing";
        }
        if (stripped.matches(DATE)) {
            return "must be a number, was " + quote(token)
                    + ", a date: write it as a number, such as days since a day that all sites agree on, or leave the"
                    + " column out";
        }
        if (decimalComma && stripped.indexOf('.') >= 0) {
            return "must be a number with a decimal comma and without a point, was " + quote(token);
        }
        if (!decimalComma && stripped.matches("[+-]?[1-9][0-9]{0,2}(,[0-9]{3})+(\\.[0-9]+)?")) {
            return "must be a number without separators, was " + quote(token)
                    + ", which has separators of thousands, or a decimal comma: write 1000 for a thousand, 1.000 for"
                    + " one";
        }
        if (stripped.matches("(?i)[+-]?(inf|infinity|∞)")) {
            return "must be a finite number, was " + quote(token);
        }
        if (!decimalComma && stripped.matches("[+-]?[0-9. ]*,[0-9]+([eE][+-]?[0-9]+)?")) {
            return "must be a number with a decimal point, was " + quote(token)
                    + " with a decimal comma: read the file with CellFormat.decimalComma";
        }
        char[] text = stripped.toCharArray();
        try {
            if (stripped.matches("[-+0-9.eE]+") && JavaDoubleParser.parseDouble(text, 0, text.length) != 0) {
                return "must be a finite number of at most 1.79e308 in size, was " + quote(token);
            }
        } catch (NumberFormatException e) {
            return notANumber(token);
        }
        return notANumber(token);
    }

    private static String notANumber(String token) {
        String stripped = token.strip();
        boolean word = !stripped.isEmpty() && Character.isLetter(stripped.codePointAt(0));
        return "must be a number such as -1.5 or 2e-3, was " + quote(token)
                + (word
                        ? ": correct the cell, or leave the column out, or name its levels if it is a category"
                                + " (CellFormat)"
                        : "");
    }

    /** A token as it may stand in a one-line message: in quotes, without control characters, at most 40 characters. */
    public static String quote(String token) {
        String line = oneLine(token);
        return line.length() <= LONGEST_QUOTE ? "\"" + line + "\"" : "\"" + line.substring(0, LONGEST_QUOTE) + "…\"";
    }

    public static String oneLine(String text) {
        return Printable.line(text);
    }
}
