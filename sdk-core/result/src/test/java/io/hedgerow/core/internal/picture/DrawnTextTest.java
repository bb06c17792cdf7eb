// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.picture;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.internal.picture.svg.Xml;
import java.io.ByteArrayInputStream;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.Random;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;

/** Numbers, texts and curves of pictures: what a reader of the file gets is what was meant. */
class DrawnTextTest {

    @Test
    void numbers_areTenths_inEveryLocale() {
        Locale before = Locale.getDefault();
        try {
            Locale.setDefault(Locale.GERMANY);
            for (double value : new double[] {0, 0.04, -0.04, 0.05, -0.06, 1, -1, 12.34, -12.36, 99.96, 1234567.89}) {
                String text = Numbers.of(value);
                BigDecimal tenths = new BigDecimal(value + "").setScale(1, RoundingMode.HALF_UP);
                assertEquals(0, tenths.compareTo(new BigDecimal(text)), text);
                assertTrue(text.matches("-?(0|[1-9][0-9]*)(\\.[1-9])?"), text);
            }
            assertEquals("0", Numbers.of(-0.0));
            assertEquals("0", Numbers.of(-0.03), "no negative 0");
            assertEquals("1.5 -2", Numbers.at(1.5, -2));
        } finally {
            Locale.setDefault(before);
        }
    }

    /** Any text, in an element and in an attribute, is read back by a parser; only what XML forbids is replaced. */
    @Test
    void escapedText_isReadBackByAParser() throws Exception {
        Random random = new Random(4);
        for (int time = 0; time < 300; time++) {
            StringBuilder text = new StringBuilder();
            for (int k = random.nextInt(12); k >= 0; k--) {
                int c =
                        switch (random.nextInt(5)) {
                            case 0 -> "&<>\"'\t\n\r]".charAt(random.nextInt(9));
                            case 1 -> random.nextInt(0x20);
                            case 2 -> 0xD7F0 + random.nextInt(0x820);
                            case 3 -> 0xFFF0 + random.nextInt(0x20);
                            default -> random.nextInt(0x110000);
                        };
                text.appendCodePoint(c);
            }
            String escaped = Xml.escape(text.toString());
            String document = "<a b=\"" + escaped + "\">" + escaped + "</a>";
            Element read = DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .parse(new ByteArrayInputStream(document.getBytes(StandardCharsets.UTF_8)))
                    .getDocumentElement();
            int[] expected = text.codePoints()
                    .map(c -> c == '\t' || c == '\n' || c == '\r' || c >= 0x20 ? c : 0xFFFD)
                    .map(c -> (c >= 0xD800 && c < 0xE000) || c == 0xFFFE || c == 0xFFFF ? 0xFFFD : c)
                    .toArray();
            assertArrayEquals(expected, read.getTextContent().codePoints().toArray());
            assertArrayEquals(expected, read.getAttribute("b").codePoints().toArray());
        }
    }

    @Test
    void shortenedText_keepsBothEnds_andItsLength() {
        String name = "the_quick_brown_fox_jumps";
        for (int longest = 3; longest <= 30; longest++) {
            String shown = TextWidth.shortened(name, longest);
            assertEquals(Math.min(longest, name.length()), shown.codePointCount(0, shown.length()));
            if (longest < name.length()) {
                String[] ends = shown.split("…", -1);
                assertEquals(2, ends.length);
                assertTrue(name.startsWith(ends[0]) && name.endsWith(ends[1]) && ends[0].length() >= ends[1].length());
            } else {
                assertEquals(name, shown);
            }
        }
        assertEquals("a😀…", TextWidth.shortened("a😀bcd", 3), "no half of a character");
    }

    /** Room is used up: one more character would not fit. */
    @Test
    void fittingText_isTheLongestThatFits() {
        String name = "Wide_Measurement_iii_of_MMM";
        for (double ems = 2; ems < 20; ems += 0.5) {
            String shown = TextWidth.fitting(name, ems);
            int length = shown.codePointCount(0, shown.length());
            assertTrue(TextWidth.ems(shown) <= ems || length <= 3, shown + " in " + ems);
            if (length < name.length()) {
                assertTrue(TextWidth.ems(TextWidth.shortened(name, length + 1)) > ems, shown);
            }
        }
        assertEquals(name, TextWidth.fitting(name, 100));
    }

    @Test
    void cells_areThoseOfATerminal() {
        assertEquals(3, TextWidth.cells("abc"));
        assertEquals(4, TextWidth.cells("体重"));
        assertEquals(1, TextWidth.cells("e\u0301"), "a combining mark takes no room");
        assertEquals(2, TextWidth.cells("😀"));
        assertEquals(0, TextWidth.ems("\u0301"), 0);
        assertTrue(TextWidth.ems("MMM") > TextWidth.ems("iii"));
        assertEquals(TextWidth.ems("ab") + TextWidth.ems("c"), TextWidth.ems("abc"), 1e-12);
    }

    private static double[] numbers(String path) {
        return Arrays.stream(path.replaceAll("[MLC]", " ").strip().split("\\s+"))
                .mapToDouble(Double::parseDouble)
                .toArray();
    }

    /** Starts and ends where it must, is straight within rows, and has no corner where a bend begins. */
    @Test
    void route_isContinuousAndSmooth_throughAllRows() {
        Random random = new Random(8);
        for (int time = 0; time < 100; time++) {
            int rows = 2 + random.nextInt(4);
            double[] x = random.doubles(rows, 0, 300).toArray();
            double[] top = new double[rows];
            double[] bottom = new double[rows];
            for (int k = 0; k < rows; k++) {
                top[k] = 100 * k + 20 * random.nextDouble();
                bottom[k] = top[k] + 10 + 30 * random.nextDouble();
            }
            Route route = new Route(x, top, bottom);
            double[] path = numbers(route.path(0, 0));
            assertEquals(x[0], path[0], 0.051);
            assertEquals(bottom[0], path[1], 0.051);
            assertEquals(x[rows - 1], path[path.length - 2], 0.051);
            assertEquals(top[rows - 1], path[path.length - 1], 0.051);
            for (int k = 1; k < rows; k++) {
                double[] from = route.point(k, 0);
                double[] to = route.point(k, 1);
                assertEquals(bottom[k - 1], from[1], 1e-9);
                assertEquals(top[k], to[1], 1e-9);
                // the slope at the start of a bend is that of its row
                double[] next = route.point(k, 1e-6);
                assertEquals(route.slope(k - 1), (next[0] - from[0]) / (next[1] - from[1]), 1e-3);
                double[] last = route.point(k, 1 - 1e-6);
                assertEquals(route.slope(k), (to[0] - last[0]) / (to[1] - last[1]), 1e-3);
                assertTrue(Math.abs(route.slope(k)) <= 0.8);
                if (k < rows - 1) {
                    double[] after = route.point(k + 1, 0);
                    assertEquals(route.slope(k), (after[0] - to[0]) / (after[1] - to[1]), 1e-9, "straight in the row");
                    double middle = (to[0] + after[0]) / 2;
                    assertEquals(x[k], middle, 1e-9);
                }
            }
        }
    }

    /** From left to right it is the same with the axes exchanged; moving it moves every point. */
    @Test
    void route_across_isTheSameWithAxesExchanged_andMovesAsAWhole() {
        double[] at = {10, 80};
        double[] first = {0, 100};
        double[] last = {20, 130};
        double[] down = numbers(new Route(at, first, last).path(3, 4));
        double[] across = numbers(Route.across(at, first, last).path(3, 4));
        double[] moved = numbers(Route.across(at, first, last).moved(5, 7).path(3, 4));
        for (int k = 0; k < down.length; k++) {
            assertEquals(down[k], across[k ^ 1], 1e-9);
            assertEquals(across[k] + (k % 2 == 0 ? 5 : 7), moved[k], 0.101);
        }
        Drawing.EdgePath.Tip tip = new Route(at, first, last).tip(false);
        assertEquals(80, tip.x(), 1e-9);
        assertEquals(100, tip.y(), 1e-9);
    }
}
