// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.text;

import java.util.Locale;

/**
 * Makes a foreign text safe to display: nothing in it moves the cursor, hides, joins lines or reverses its neighbours.
 * Other characters stay, letters of all scripts among them. An escaped character becomes {@code \}{@code u202E}, as in
 * Java and JSON, so a JSON document stays the same document.
 */
public final class Printable {

    /** Letters and marks that Unicode shows as nothing, though their class does not say so. */
    private static final String INVISIBLE = "\u034F\u115F\u1160\u17B4\u17B5\u180B\u180C\u180D\u180F\u3164\uFFA0";

    private static final int JOINER = 0x200D;
    private static final int NON_JOINER = 0x200C;

    private Printable() {}

    public static String line(String text) {
        return escaped(text, false);
    }

    /** As one text: ends of lines and tabulators stay, because the text is our own with foreign words in it. */
    public static String lines(String text) {
        return escaped(text, true);
    }

    private static String escaped(String text, boolean lines) {
        StringBuilder out = new StringBuilder(text.length());
        for (int k = 0; k < text.length(); ) {
            int c = text.codePointAt(k);
            int next = k + Character.charCount(c);
            boolean kept = lines
                    && (c == '\n' || c == '\t' || (c == '\r' && next < text.length() && text.charAt(next) == '\n'));
            if (kept || is(c)) {
                out.appendCodePoint(c);
            } else {
                for (; k < next; k++) {
                    out.append(String.format(Locale.ROOT, "\\u%04x", (int) text.charAt(k)));
                }
            }
            k = next;
        }
        return out.toString();
    }

    private static boolean is(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> false;
            default -> INVISIBLE.indexOf(c) < 0;
        };
    }

    /**
     * The index of a document's first character that makes it look different from its content, such as U+202E, which
     * reverses text; −1 without one. Not the joiners of Persian and Indic words, nor a byte order mark at the
     * beginning; the document's parser judges control characters.
     */
    public static int misleading(String text) {
        for (int k = 0; k < text.length(); ) {
            int c = text.codePointAt(k);
            boolean known = c == JOINER || c == NON_JOINER || (k == 0 && c == 0xFEFF);
            if (!known && !is(c) && Character.getType(c) != Character.CONTROL) {
                return k;
            }
            k += Character.charCount(c);
        }
        return -1;
    }
}
