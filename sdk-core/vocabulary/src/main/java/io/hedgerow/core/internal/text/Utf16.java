// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.text;

/** Recognises text in UTF-16, which some programs write where UTF-8 is read. */
public final class Utf16 {

    private Utf16() {}

    /** Whether bytes begin with the mark of UTF-16, or with one zero byte among two, as its letters have. */
    public static boolean is(byte[] bytes, int from, int to) {
        if (to - from < 2) {
            return false;
        }
        int first = bytes[from] & 0xff;
        int second = bytes[from + 1] & 0xff;
        boolean marked = (first == 0xff && second == 0xfe) || (first == 0xfe && second == 0xff);
        return marked || (first == 0) != (second == 0);
    }
}
