// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.table;

import java.util.Locale;

/** Builds an SVG picture element by element. Black on white in every browser and program. Not thread-safe. */
public final class SvgPicture {

    private final StringBuilder svg = new StringBuilder();

    public SvgPicture(double width, double height, int fontSize, String title) {
        add(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"%.0f\" height=\"%.0f\""
                        + " font-family=\"Helvetica, Arial, sans-serif\" font-size=\"%d\" fill=\"#222222\">\n",
                width, height, fontSize);
        add("<title>%s</title>\n<rect width=\"100%%\" height=\"100%%\" fill=\"#ffffff\"/>\n", escape(title));
    }

    /** Adds numbers, and texts without markup of their own or escaped. */
    public void add(String format, Object... values) {
        svg.append(String.format(Locale.ROOT, format, values));
    }

    public String end() {
        return svg.append("</svg>\n").toString();
    }

    public static String escape(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
