// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.reproduce;

/** Texts inside of SVG and HTML. */
final class Markup {

    private Markup() {}

    static String escape(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
