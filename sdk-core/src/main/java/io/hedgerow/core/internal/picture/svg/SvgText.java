// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.picture.svg;

import io.hedgerow.core.internal.picture.TextWidth;

/** Shortens texts to the room that they have. */
public final class SvgText {

    private SvgText() {}

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
        for (int longest = text.codePointCount(0, text.length()) - 1; TextWidth.ems(fitting) > ems; longest--) {
            if (longest < 3) {
                return fitting;
            }
            fitting = shortened(text, longest);
        }
        return fitting;
    }
}
