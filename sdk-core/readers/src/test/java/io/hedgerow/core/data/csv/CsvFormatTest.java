// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.data.csv;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.MissingValues;
import io.hedgerow.core.data.VariableKind;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.data.csv.CsvOptions.CellFormat;
import io.hedgerow.core.data.csv.CsvOptions.CsvSeparator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files as people have them. */
class CsvFormatTest {

    private static final CsvOptions PLAIN = CsvOptions.defaults().withThreads(1);
    private static final Map<String, VariableKind.Coding> WARDS =
            Map.of("ward", VariableKind.categorical("A", "B", "C"));

    @TempDir
    Path folder;

    private static CellFormat format(
            Set<String> dropped, Set<String> missing, Map<String, VariableKind.Coding> categories) {
        return new CellFormat(false, false, dropped, missing, categories, Map.of());
    }

    private static CsvOptions wards() {
        return PLAIN.withCells(format(Set.of(), Set.of(), WARDS));
    }

    private CsvRowSource source(String text, CsvOptions options) throws IOException {
        return CsvRowSource.of(Files.writeString(folder.resolve("data.csv"), text), options);
    }

    private double[][] rows(String text, CsvOptions options) throws IOException {
        List<double[]> rows = new ArrayList<>();
        source(text, options).forEachRow(row -> rows.add(row.clone()));
        return rows.toArray(double[][]::new);
    }

    private void assertRefused(String message, String text, CsvOptions options) {
        DataException refused = assertThrows(DataException.class, () -> rows(text, options));
        assertEquals(folder.resolve("data.csv") + message, refused.getMessage());
    }

    @Test
    void decimalComma_isReadBetweenSemicolonsAndInQuotes() throws IOException {
        CsvOptions comma = PLAIN.withCells(new CellFormat(true, false, Set.of(), Set.of(), Map.of(), Map.of()));
        assertArrayEquals(new double[][] {{1.5, -2}, {1e-3, 4}}, rows("a;b\n1,5;-2\n1e-3;\"4\"\n", comma));
        assertArrayEquals(new double[][] {{1.5, 2}}, rows("a,b\n\"1,5\",2\n", comma));
        assertRefused(
                ", line 2, column \"a\": must be a number with a decimal comma and without a point, was \"1.500\"",
                "a;b\n1.500;2\n",
                comma);
    }

    @Test
    void separators_mayBeSaid() throws IOException {
        assertArrayEquals(new double[][] {{1, 2}}, rows("\"a;x\"|b\n1|2\n", PLAIN.withSeparator(CsvSeparator.PIPE)));
    }

    @Test
    void statedTexts_areMissingAsEmptyCellsAre() throws IOException {
        CellFormat cells = format(Set.of(), Set.of(".", "n/a", "-999"), Map.of());
        String text = "a,b\n1,2\n3,.\nN/A ,4\n-999,5\n6,7\n";
        CsvOptions options = PLAIN.withCells(cells);
        assertArrayEquals(
                new double[][] {{1, 2}, {6, 7}}, rows(text, options.withMissingValues(MissingValues.SKIP_ROW)));
        for (MissingValues policy : List.of(MissingValues.AS_NAN, MissingValues.USE)) {
            double[][] nan = rows(text, options.withMissingValues(policy));
            assertEquals(5, nan.length);
            assertArrayEquals(new double[] {Double.NaN, 5}, nan[3]);
        }
        assertRefused(
                ", line 3, column \"b\": must be a number, was \".\" (missing): complete the cell, remove the record, or"
                        + " read with MissingValues.USE (gram) or SKIP_ROW",
                text,
                options);
    }

    @Test
    void droppedColumns_mayHoldAnything() throws IOException {
        CsvOptions options = PLAIN.withCells(format(Set.of("name", ""), Set.of(), Map.of()));
        assertArrayEquals(new double[][] {{1, 2}}, rows(",a,name,b\nx,1,Ann,2\n", options));
        assertRefused(
                ": has no column \"nam\", did you mean \"name\"? (columns: a, name)",
                "a,name\n1,x\n",
                PLAIN.withCells(format(Set.of("nam"), Set.of(), Map.of())));
    }

    @Test
    void categories_areOneColumnEach_withThePlacesOfLevels() throws IOException {
        String text = "ward,age\nA,30\n B ,40\n\"C\",50\n";
        assertEquals(
                VariableSchema.of("ward", "age").with(Map.of("ward", VariableKind.categorical("A", "B", "C"))),
                source(text, wards()).schema());
        assertArrayEquals(new double[][] {{0, 30}, {1, 40}, {2, 50}}, rows(text, wards()));
        assertArrayEquals(new double[][] {{30, 0}, {40, 1}, {50, 2}}, rows(text, wards().withColumns("age", "ward")));
        assertArrayEquals(new double[][] {{30}, {40}, {50}}, rows(text, wards().withColumns("age")));
    }

    /** Two codes are two, though they may be one number. */
    @Test
    void levels_areKeptToTheLetter() throws IOException {
        CsvOptions codes = PLAIN.withCells(format(
                Set.of(), Set.of(), Map.of("code", VariableKind.categorical("I21.0", "250.1", "250.10", "0250.1"))));
        assertArrayEquals(new double[][] {{2}, {1}, {3}, {0}}, rows("code\n250.10\n 250.1 \n0250.1\nI21.0\n", codes));
        assertRefused(
                ", line 2, column \"code\": must be one of the levels I21.0, 250.1, 250.10, 0250.1, was \"I21\":"
                        + " correct the cell, or name it among the levels, the same at all sites",
                "code\nI21\n",
                codes);
        CsvOptions numbered =
                PLAIN.withCells(format(Set.of(), Set.of(), Map.of("ward", VariableKind.categorical("1", "2"))));
        assertArrayEquals(new double[][] {{1}, {0}}, rows("ward\n2\n1\n", numbered));
        assertRefused(
                ", line 2, column \"ward\": must be one of the levels 1, 2, was \"1.0\", which is not \"1\" to the letter:"
                        + " correct the cell, or name it among the levels, the same at all sites",
                "ward\n1.0\n2\n",
                numbered);
        CsvOptions sexes =
                PLAIN.withCells(format(Set.of(), Set.of(), Map.of("sex", VariableKind.categorical("F", "M"))));
        assertRefused(
                ", line 2, column \"sex\": must be one of the levels F, M, was \"m\", did you mean \"M\"?: correct the"
                        + " cell, or name it among the levels, the same at all sites",
                "sex\nm\n",
                sexes);
    }

    @Test
    void aLevelThatWasNotNamed_isNeverAnother() throws IOException {
        String text = "ward,age\nA,30\nD,40\n,50\nB,60\n";
        assertRefused(
                ", line 3, column \"ward\": must be one of the levels A, B, C, was \"D\": correct the cell, or name it"
                        + " among the levels, the same at all sites",
                text,
                wards());
        double[][] rows = rows(text, wards().withMissingValues(MissingValues.AS_NAN));
        assertArrayEquals(new double[][] {{0, 30}, {Double.NaN, 40}, {Double.NaN, 50}, {1, 60}}, rows);
        String skipped = "ward,age\nA,30\n,50\n";
        assertArrayEquals(new double[][] {{0, 30}}, rows(skipped, wards().withMissingValues(MissingValues.SKIP_ROW)));
        CsvOptions used = wards().withMissingValues(MissingValues.USE);
        assertArrayEquals(new double[][] {{0, 30}, {Double.NaN, 50}}, rows(skipped, used));
        assertRefused(
                ", line 3, column \"ward\": must be one of the levels A, B, C, was \"D\": correct the cell, or name it"
                        + " among the levels, the same at all sites",
                text,
                used);
    }

    /** A level may be a text that elsewhere means a missing cell, such as the code of Namibia. */
    @Test
    void aLevelThatIsNamed_isNotMissing() throws IOException {
        CsvOptions countries =
                PLAIN.withCells(format(Set.of(), Set.of(), Map.of("country", VariableKind.categorical("NA", "ZA"))));
        assertArrayEquals(new double[][] {{0}, {1}}, rows("country\nNA\nZA\n", countries));
    }

    @Test
    void numericNames_mustBeSaidToBeNames() throws IOException {
        CsvOptions names = PLAIN.withCells(new CellFormat(false, true, Set.of(), Set.of(), Map.of(), Map.of()));
        assertArrayEquals(new double[][] {{1, 2}}, rows("2020.5,1999\n1,2\n", names));
    }

    @Test
    void columns_mayBeRenamed_whereAFileHasThem() throws IOException {
        CsvOptions renamed = PLAIN.withCells(CellFormat.PLAIN
                        .withRenamed(Map.of("Geschlecht", "sex", "other", "age"))
                        .withTexts(Map.of("sex", VariableKind.categorical("F", "M"))))
                .withColumns("age", "sex");
        assertArrayEquals(new double[][] {{30, 1}}, rows("Geschlecht,age\nM,30\n", renamed));
        assertRefused(
                ", line 1: column names must be distinct, \"sex\" names columns 1 and 2",
                "Geschlecht,sex,age\nM,F,30\n",
                renamed);
    }

    /** R and pandas write names of rows so, and spreadsheets empty columns. */
    @Test
    void columnsWithoutAName_areLeftOut_andCounted() throws IOException {
        CsvRowSource source = source("\"\",\"a\", ,\"b\",\n\"r1\",1,x,2,\n\"r2\",3,y,4,z\n", PLAIN);
        assertEquals(List.of("a", "b"), source.schema().names());
        assertEquals(
                List.of("1 (unnamed)", "3 (unnamed)", "5 (unnamed)"),
                source.omitted().columns());
        List<double[]> rows = new ArrayList<>();
        source.forEachRow(row -> rows.add(row.clone()));
        assertArrayEquals(new double[][] {{1, 2}, {3, 4}}, rows.toArray(double[][]::new));
        assertArrayEquals(
                new double[][] {{1, 2}, {3, 4}},
                rows(",a,b\nr1,1,2\nr2,3,4\n", PLAIN.withMissingValues(MissingValues.AS_NAN)));
        CellFormat renamed = format(Set.of(), Set.of(), Map.of()).withRenamed(Map.of("", "key"));
        assertArrayEquals(new double[][] {{7, 1}}, rows(",a\n7,1\n", PLAIN.withCells(renamed)));
        assertRefused(", line 1: must name at least one column, all names are blank", ",,\n1,2,3\n", PLAIN);
    }

    /** Names are public: a record that has a missing cell is still no header. */
    @Test
    void aRecordWithMissingCells_isNoHeader() {
        for (String record : List.of("1.5,,2\n", ",1.5,7\n", "1.5,NA,2\n", "\"\",\"3.5\",\"2\"\n")) {
            assertRefused(
                    ", line 1: must name the columns, holds numbers only: if it is a record, read the file with"
                            + " CsvOptions.withoutHeader(); if these are names, with CellFormat.numericNames",
                    record + "1,2,3\n",
                    PLAIN);
        }
    }

    @Test
    void separator_isTheOneOfTheFirstLine_outsideOfQuotes() throws IOException {
        Map.of(
                        "\"a;b\",c\n1,2\n", CsvSeparator.COMMA,
                        "\"a,b\"|\"c\"\n1|2\n", CsvSeparator.PIPE,
                        "a|x;b,c\n1;2\n", CsvSeparator.SEMICOLON,
                        "\"a;b\"\tc\n1\t2\n", CsvSeparator.TAB,
                        "a\n1\n", CsvSeparator.COMMA)
                .forEach((text, separator) ->
                        assertEquals(separator, assertOpens(text).separator(), text));
        assertEquals(
                CsvSeparator.PIPE,
                source("a|b\n1|2\n", PLAIN.withSeparator(CsvSeparator.PIPE)).separator());
    }

    private CsvRowSource assertOpens(String text) {
        return assertDoesNotThrow(() -> source(text, PLAIN));
    }

    /** The limit is said as what it is, and a wide table is read. */
    @Test
    void aLineOfVeryManyFields_isCounted() throws IOException {
        assertRefused(
                ", line 1: must have at most 65536 fields, has 200000: write only the columns that are studied to the"
                        + " file",
                "c,".repeat(199_999) + "d\n",
                PLAIN);
        String names = String.join(",", VariableSchema.numbered(40_000).names());
        CsvRowSource wide = source(names + "\n" + "1,".repeat(39_999) + "2\n", PLAIN);
        assertEquals(40_000, wide.schema().size());
        wide.forEachRow(row -> assertEquals(2, row[39_999]));
    }
}
