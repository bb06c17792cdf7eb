// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.picture.svg;

import io.hedgerow.core.internal.picture.Numbers;

public record SvgPage(double width, double height) {

    public static final String HEADING = "font-size=\"18\" font-weight=\"bold\"";

    /** Begins the document; the drawing follows, then the end of the element. */
    public StringBuilder begin(String title, String description) {
        StringBuilder svg = new StringBuilder();
        String size = Numbers.of(width) + "\" height=\"" + Numbers.of(height) + "\"";
        svg.append("<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"")
                .append(size);
        svg.append(" viewBox=\"0 0 ").append(Numbers.at(width, height));
        svg.append("\" font-family=\"Helvetica, Arial, sans-serif\">\n<title>").append(Xml.shown(title));
        svg.append("</title>\n<desc>").append(Xml.shown(description)).append("</desc>\n");
        svg.append("<rect width=\"").append(size).append(" fill=\"#ffffff\"/>\n");
        return svg;
    }
}
