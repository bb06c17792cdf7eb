// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.picture.svg;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class SvgTest {

    private static final String PAGE = """
            <svg xmlns="http://www.w3.org/2000/svg" role="img" width="10.5" height="4" viewBox="0 0 10.5 4"\
             font-family="Helvetica, Arial, sans-serif">
            <title>a &lt; b</title>
            <desc>&quot;c&quot;</desc>
            <rect width="10.5" height="4" fill="#ffffff"/>
            """;

    @Test
    void page_hasItsSizeAndEscapedWords() {
        assertEquals(PAGE + "</svg>\n", new Svg(10.5, 4, "a < b", "\"c\"").end());
    }

    @Test
    void add_writesDoublesInTenths_andAllElseAsItIs() {
        Svg svg = new Svg(10.5, 4, "a < b", "\"c\"").add("<g {}><path d=\"M{} {}\"/>{}", "id=\"{}\"", -0.26, 3.04, 7);
        assertEquals(PAGE + "<g id=\"{}\"><path d=\"M-0.3 3\"/>7</svg>\n", svg.end());
    }

    @Test
    void text_isEscapedAndInInk() {
        Svg svg = new Svg(10.5, 4, "a < b", "\"c\"").text(1, 2.25, "font-size=\"9\"", "{} & x");
        assertEquals(
                PAGE + "<text x=\"1\" y=\"2.3\" font-size=\"9\" fill=\"#222222\">{} &amp; x</text>\n</svg>\n",
                svg.end());
    }
}
