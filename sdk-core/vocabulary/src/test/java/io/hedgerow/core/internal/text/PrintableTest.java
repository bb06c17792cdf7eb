// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.internal.yaml.YamlDocument;
import io.hedgerow.core.internal.yaml.YamlProblem;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PrintableTest {

    @ParameterizedTest
    @ValueSource(
            ints = {
                0x00, 0x07, 0x08, 0x0D, 0x1B, 0x7F, 0x80, 0x85, 0x9B, 0x9F, 0xAD, 0x34F, 0x61C, 0x180E, 0x200B, 0x200C,
                0x200D, 0x200E, 0x200F, 0x2028, 0x2029, 0x202A, 0x202B, 0x202C, 0x202D, 0x202E, 0x2060, 0x2066, 0x2067,
                0x2068, 0x2069, 0x206F, 0x3164, 0xD800, 0xDFFF, 0xFEFF, 0xFFF9, 0xE0001, 0xE0041, 0xE007F
            })
    void whatMovesHidesOrReverses_isEscaped(int c) {
        String text = new StringBuilder("a").appendCodePoint(c).append("b").toString();
        StringBuilder escaped = new StringBuilder("a");
        for (char unit : Character.toChars(c)) {
            escaped.append(String.format("\\u%04x", (int) unit));
        }
        assertEquals(escaped + "b", Printable.line(text));
        assertEquals(escaped + "b", Printable.lines(text));
    }

    @Test
    void endsOfLinesAndTabulators_stayInTextOfSeveralLinesOnly() {
        assertEquals("a\\u000ab\\u0009c", Printable.line("a\nb\tc"));
        assertEquals("a\nb\tc\r\nd", Printable.lines("a\nb\tc\r\nd"));
        assertEquals("a\\u000db", Printable.lines("a\rb"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "plain", "Größe (µg/m³)", "שלום", "年齢", "🧬 = ε²", "Zu\u0308rich", "\\", "\u00A0"})
    void whatShowsAsItself_stays(String text) {
        assertEquals(text, Printable.line(text));
        assertEquals(text, Printable.lines(text));
        assertEquals(-1, Printable.misleading(text));
    }

    @Test
    void documents_thatReadOtherwiseThanTheyAre_areRefusedWithTheirLine() {
        String hostile = "a: 1\n# epsilon is \u202E1.0\u202C\nb: 2\n";
        YamlProblem problem = assertThrows(
                YamlProblem.class, () -> YamlDocument.parse("study.yaml", hostile.getBytes(StandardCharsets.UTF_8)));
        assertTrue(
                String.valueOf(problem.getMessage())
                        .startsWith("study.yaml:2: must be text that reads as it is, has the"
                                + " invisible character U+202E"),
                problem.getMessage());
        // words of Persian need a joiner
        YamlDocument.parse("study.yaml", "a: \u0645\u06CC\u200C\u0634\u0648\u062F\n".getBytes(StandardCharsets.UTF_8));
    }
}
