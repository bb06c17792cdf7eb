// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.columns;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.internal.columns.ColumnTexts.Style;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What texts say of a column. */
class ColumnTextsTest {

    private static ColumnTexts seen(Stream<String> cells) {
        ColumnTexts texts = new ColumnTexts(false);
        cells.forEach(texts::code);
        return texts;
    }

    private static ColumnTexts seen(String cells) {
        return seen(Arrays.stream(cells.split(" ", -1)));
    }

    private static ColumnScan scan(String cells) {
        return new ColumnScan(List.of(seen(cells)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1 2.5 1e3 | POINT",
                "1,5 2,25 3 | COMMA",
                "1.234,5 2,25 | COMMA_AND_POINTS",
                "1.234.567 2 | COMMA_AND_POINTS",
                "1,234.5 3 | POINT_AND_COMMAS",
                "1,234,567 3 | POINT_AND_COMMAS",
                "1,234 2,345 | UNCLEAR",
                "0,175 2,345 | COMMA", // a thousand does not begin with a zero
                "1,5 2.5 | MIXED",
                "1,234.5 1.234,5 | MIXED"
            })
    void style_isThatOfAllCells(String cells, Style style) {
        assertEquals(style, seen(cells).style());
    }

    @ParameterizedTest
    @CsvSource({
        "COMMA, '1,5', 1.5",
        "COMMA_AND_POINTS, '1.234,5', 1234.5",
        "POINT_AND_COMMAS, '1,234.5', 1234.5",
        "UNCLEAR, '1,234', 1.234"
    })
    void reading_isThatOfTheStyle(Style style, String text, double value) {
        ColumnTexts texts = seen(text + " " + text);
        assertEquals(style, texts.style());
        assertEquals(value, texts.reading(false).code(text));
    }

    @Test
    void reading_asText_isOneNumberForEqualTexts() {
        var reading = seen("A B A").reading(true);
        assertEquals(reading.code("A"), reading.code(" A "));
        assertFalse(reading.code("A") == reading.code("B"));
        assertTrue(Double.isNaN(reading.code("NA")), "a missing cell is no text");
    }

    @Test
    void missingTexts_areThoseAmongNumbers_andNoneOfACategory() {
        assertEquals(
                List.of(".", "N/A", "unknown"), seen("1 . 2 N/A 3 unknown 4 5").missingTexts());
        assertEquals(List.of(), seen("A . B N/A A").missingTexts());
        assertEquals(List.of("."), seen("2024-01-31 . 2024-02-01").missingTexts());
        assertEquals(0, seen("NA ? NaN").cells(), "signs that every reader knows are no texts");
    }

    /** After 20,000 texts no more are counted, and a text for a missing cell is still seen. */
    @Test
    void textsThatComeLate_areKept_whereTheyMayMeanAMissingCell() {
        Stream<String> numbers = IntStream.range(0, 20_000).mapToObj(k -> k + ".5");
        Stream<String> late = Stream.of("N/A", "20001.5", "broken", "2,5", "-99", "-99.0", "N/A");
        ColumnTexts texts = seen(Stream.concat(Stream.concat(Stream.of("."), numbers), late));
        assertEquals(20_000, texts.counts().size());
        assertEquals(List.of(".", "N/A"), texts.missingTexts());
        assertEquals(List.of("-99", "-99.0"), texts.textsOf(-99));
        assertEquals(List.of(), texts.textsOf(20_001.5), "an amount is not kept");
        assertEquals(List.of(".", "N/A", "broken"), texts.withoutMeaning(WrittenNumber.PLAIN));
    }

    /** What is kept beside the counts is bounded. */
    @Test
    void textsThatComeLate_areAThousandAtMost() {
        ColumnTexts texts = seen(IntStream.range(0, 30_000).mapToObj(k -> "t" + k));
        assertEquals(20_000, texts.counts().size());
        assertEquals(21_000, texts.withoutMeaning(WrittenNumber.PLAIN).size());
    }

    @ParameterizedTest
    @CsvSource({
        "1 2 A, false",
        "1 A B, true",
        "007 12 13, true", // digits after a zero are a code
        "'1,5 2,5 3,5', false",
        ". N/A, true"
    })
    void isText_isWhatMostCellsAre_orACode(String cells, boolean text) {
        assertEquals(text, scan(cells).isText());
    }

    @Test
    void isIdentifier_isATextOrAKeyThatNearlyEveryRowHasAnotherOf() {
        String names = String.join(
                " ", IntStream.range(0, 40).mapToObj(k -> "row-" + k).toList());
        String steps = String.join(
                " ", IntStream.range(0, 40).mapToObj(k -> "" + 3 * k).toList());
        String inOrder =
                String.join(" ", IntStream.range(0, 40).mapToObj(k -> "" + k).toList());
        assertTrue(scan(names).isIdentifier("x"));
        assertFalse(scan(steps).isIdentifier("x"), "whole numbers may be amounts");
        assertTrue(scan(steps).isIdentifier("patient_id"));
        assertTrue(scan(inOrder).isIdentifier("x"), "numbers one after the other count rows");
        assertFalse(scan(names + " " + names).isIdentifier("x"));
        assertFalse(scan("a b c").isIdentifier("id"), "three rows say nothing");
    }

    @Test
    void isConstant_isOneTextOrOneNumber() {
        assertTrue(scan("A A").isConstant());
        assertTrue(scan("1 1.0 1e0").isConstant());
        assertFalse(scan("1 2").isConstant());
        assertFalse(new ColumnScan(List.of(seen("A"), seen("B"))).isConstant(), "not in all files");
    }

    @Test
    void isDate_isSoWhereMostCellsAre() {
        assertTrue(scan("2024-01-31 1.2.2024 N/A").isDate());
        assertFalse(scan("2024-01-31 5 6").isDate());
        assertFalse(new ColumnScan(List.of(new ColumnTexts(false))).isDate());
    }

    @Test
    void mappingWords_areQuotedUnlessTheyAreWords() {
        assertEquals("weight_kg", MappingWord.quoted("weight_kg"));
        assertEquals("\"No\"", MappingWord.quoted("No"), "YAML reads it as false");
        assertEquals("\"12\"", MappingWord.quoted("12"));
        assertEquals("\"a \\\"b\\\" \\\\ c\"", MappingWord.quoted("a \"b\" \\ c"));
        assertEquals("\"two\\u000alines\"", MappingWord.quoted("two\nlines"));
    }
}
