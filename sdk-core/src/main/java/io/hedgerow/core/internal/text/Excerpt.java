// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.text;

/**
 * What a message shows of a text that somebody else wrote: it stays one line of bearable length, whatever the text is.
 */
public final class Excerpt {

    private static final int LONGEST = 120;

    private Excerpt() {}

    /**
     * In quotation marks, control characters replaced, cut when it is long: at most 150 characters without line breaks.
     */
    public static String quoted(String text) {
        String start = text.length() > LONGEST ? text.substring(0, LONGEST) : text;
        String line = start.replaceAll("[\\p{Cntrl}\\u2028\\u2029]", "\uFFFD");
        return text.length() > LONGEST ? '"' + line + "\"... (" + text.length() + " characters)" : '"' + line + '"';
    }
}
