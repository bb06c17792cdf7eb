// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.text;

/** Quotes a foreign text in a message: one line of limited length. */
public final class Excerpt {

    private static final int LONGEST = 120;

    private Excerpt() {}

    /** In quotation marks, {@link Printable}, cut when it is long: at most 150 characters without line breaks. */
    public static String quoted(String text) {
        String line = Printable.line(text.length() > LONGEST ? text.substring(0, LONGEST) : text);
        return text.length() > LONGEST || line.length() > LONGEST
                ? '"' + line.substring(0, Math.min(line.length(), LONGEST)) + "\"... (" + text.length() + " characters)"
                : '"' + line + '"';
    }
}
