// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.graph.export;

/** Words in an SVG picture. */
final class SvgText {

    private SvgText() {}

    static void write(double x, double y, String attributes, String text, StringBuilder svg) {
        svg.append("<text x=\"").append(Numbers.of(x)).append("\" y=\"").append(Numbers.of(y));
        svg.append("\" ")
                .append(attributes)
                .append(" fill=\"")
                .append(Style.INK)
                .append("\">");
        svg.append(Xml.shown(text)).append("</text>\n");
    }

    /** Long text keeps its beginning and its end, where names usually differ. */
    static String shortened(String text, int longest) {
        int[] points = text.codePoints().toArray();
        if (points.length <= longest) {
            return text;
        }
        int head = longest * 2 / 3;
        int tail = longest - head - 1;
        return new String(points, 0, head) + "…" + new String(points, points.length - tail, tail);
    }

    /** Shortened until it is no wider than so many times the font's size. */
    static String fitting(String text, double ems) {
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
