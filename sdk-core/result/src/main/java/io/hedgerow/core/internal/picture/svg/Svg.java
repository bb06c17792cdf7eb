// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.picture.svg;

import io.hedgerow.core.internal.picture.Numbers;

/** Builds an SVG document piece by piece, the same in every locale. Not thread-safe. */
public final class Svg {

    public static final String HEADING = "font-size=\"18\" font-weight=\"bold\"";

    private static final String PLACE = "{}";

    private final StringBuilder out = new StringBuilder();

    public Svg(double width, double height, String title, String description) {
        add(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"{}\" height=\"{}\""
                        + " viewBox=\"0 0 {} {}\" font-family=\"Helvetica, Arial, sans-serif\">\n",
                width,
                height,
                width,
                height);
        add("<title>{}</title>\n<desc>{}</desc>\n", Xml.shown(title), Xml.shown(description));
        add("<rect width=\"{}\" height=\"{}\" fill=\"#ffffff\"/>\n", width, height);
    }

    /** Adds markup with a value in each place {@code {}}: a double in tenths, all else as it is, so escaped before. */
    public Svg add(String markup, Object... values) {
        int from = 0;
        for (Object value : values) {
            int place = markup.indexOf(PLACE, from);
            out.append(markup, from, place);
            out.append(value instanceof Double number ? Numbers.of(number) : value);
            from = place + PLACE.length();
        }
        out.append(markup, from, markup.length());
        return this;
    }

    /** Adds a text in ink, escaped here. */
    public Svg text(double x, double y, String attributes, String text) {
        return add("<text x=\"{}\" y=\"{}\" {} fill=\"{}\">{}</text>\n", x, y, attributes, Style.INK, Xml.shown(text));
    }

    public String end() {
        return out.append("</svg>\n").toString();
    }
}
