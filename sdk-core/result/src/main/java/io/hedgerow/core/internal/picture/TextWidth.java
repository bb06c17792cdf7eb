// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.picture;

/**
 * Estimates the width of a text without a font, in terminal cells and in a common sans-serif face, and shortens it to
 * the room that it has.
 */
public final class TextWidth {

    /** First and last of each range of wide characters. */
    private static final int[] WIDE = {
        0x1100, 0x115F, 0x2E80, 0xA4CF, 0xAC00, 0xD7A3, 0xF900, 0xFAFF, 0xFE30, 0xFE6F, 0xFF00, 0xFF60, 0x1F300,
        0x1FAFF, 0x20000, 0x3FFFD
    };

    private TextWidth() {}

    /** Columns of a terminal: two for wide East Asian characters and emoji, none for combining marks. */
    public static int cells(String text) {
        return text.codePoints().map(c -> isMark(c) ? 0 : isWide(c) ? 2 : 1).sum();
    }

    /** Width in units of the font size; a little too wide rather than too narrow. */
    public static double ems(String text) {
        return text.codePoints().mapToDouble(TextWidth::em).sum();
    }

    /** Long text keeps its beginning and its end, where names usually differ. */
    public static String shortened(String text, int longest) {
        int[] points = text.codePoints().toArray();
        if (points.length <= longest) {
            return text;
        }
        int head = longest * 2 / 3;
        int tail = longest - head - 1;
        return new String(points, 0, head) + "…" + new String(points, points.length - tail, tail);
    }

    /** Shortens text until it is no wider than {@code ems} times the font's size. */
    public static String fitting(String text, double ems) {
        String fitting = text;
        for (int longest = text.codePointCount(0, text.length()) - 1; ems(fitting) > ems; longest--) {
            if (longest < 3) {
                return fitting;
            }
            fitting = shortened(text, longest);
        }
        return fitting;
    }

    private static double em(int c) {
        if (isMark(c)) {
            return 0;
        }
        if (isWide(c)) {
            return 1.05;
        }
        if ("iIjl.,:;'|!".indexOf(c) >= 0) {
            return 0.30;
        }
        if ("ftr-()[]/\\ \"".indexOf(c) >= 0) {
            return 0.37;
        }
        if ("mMwW@%".indexOf(c) >= 0) {
            return 0.92;
        }
        return Character.isUpperCase(c) || "&<>=+~…→".indexOf(c) >= 0 ? 0.74 : 0.59;
    }

    private static boolean isMark(int c) {
        int type = Character.getType(c);
        return type == Character.NON_SPACING_MARK || type == Character.ENCLOSING_MARK || type == Character.FORMAT;
    }

    private static boolean isWide(int c) {
        for (int k = 0; k < WIDE.length; k += 2) {
            if (WIDE[k] <= c && c <= WIDE[k + 1]) {
                return true;
            }
        }
        return false;
    }
}
