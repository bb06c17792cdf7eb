// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.columns;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.MissingValues;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableKind;
import io.hedgerow.core.data.csv.CsvOptions;
import io.hedgerow.core.data.csv.CsvOptions.CellFormat;
import io.hedgerow.core.internal.columns.ColumnScan;
import io.hedgerow.core.internal.yaml.YamlProblem;
import io.hedgerow.samples.source.SourceFile;
import io.hedgerow.transport.study.PlannedVariable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MappingFileTest {

    @TempDir
    Path folder;

    private MappingFile mapping(String text) throws IOException {
        return MappingFile.read(Files.writeString(folder.resolve("columns.yaml"), text));
    }

    private double[][] read(String text, CsvOptions options) throws IOException {
        RowSource rows = SourceFile.open(Files.writeString(folder.resolve("rows.csv"), text), options);
        List<double[]> read = new ArrayList<>();
        rows.forEachRow(row -> read.add(row.clone()));
        return read.toArray(double[][]::new);
    }

    /** As a site reads its file: the plan names columns and levels, and the file has its own words for them. */
    private static CsvOptions ofPlan() {
        return CsvOptions.defaults()
                .withColumns("sex", "age")
                .withCells(CellFormat.PLAIN.withTexts(Map.of("sex", VariableKind.categorical("F", "M"))));
    }

    @Test
    void ownTextsOfASite_areTheLevelsOfThePlan_andNoOthers() throws IOException {
        CsvOptions reading = mapping("Geschlecht: {rename: sex, levels: {m: M, w: F}}\nid: drop\n")
                .declared(ofPlan());
        assertArrayEquals(
                new double[][] {{1, 40}, {0, 50}, {1, 60}},
                read("id,Geschlecht,age\n1,m,40\n2,w,50\n3,M,60\n", reading));
        DataException refused =
                assertThrows(DataException.class, () -> read("id,Geschlecht,age\n1,x,40\n2,w,50\n", reading));
        assertTrue(
                refused.getMessage().contains("column \"sex\": must be one of the levels F, M, was \"x\""),
                refused.getMessage());
        assertArrayEquals(
                new double[][] {{Double.NaN, 40}},
                read("Geschlecht,age\nx,40\n", reading.withMissingValues(MissingValues.AS_NAN)));
    }

    @Test
    void levelsThatAreNotAgreed_areThoseOfTheFile() throws IOException {
        CsvOptions named =
                mapping("ward: {levels: {a: A, b: B}, other: true}\n").declared(CsvOptions.defaults());
        assertEquals(
                VariableKind.categorical("A", "B", "other"),
                named.cells().texts().get("ward").kind());
        assertArrayEquals(new double[][] {{0}, {1}, {2}, {0}}, read("ward\na\nB\nz\nA\n", named));
        CsvOptions closed = mapping("ward: {levels: [B, A]}\n").declared(CsvOptions.defaults());
        assertArrayEquals(new double[][] {{1}, {0}}, read("ward\nA\nB\n", closed));
    }

    /** One file as another country and another unit write it, with the reader of all files. */
    @Test
    void aFile_isReadAsItIsWritten() throws IOException {
        String text = "Weight;temp;dose;n\n154,5;98,6;1.234,5;-999\n176;-40;2;7\n";
        CsvOptions reading = mapping("\"*\": {separator: semicolon, decimal: comma, missing: [\"-999\"]}\n"
                        + "Weight: {rename: weight, multiply: 0.5}\n"
                        + "temp: {multiply: 0.5, add: -16}\n"
                        + "dose: {thousands: .}\n")
                .declared(CsvOptions.defaults().withMissingValues(MissingValues.AS_NAN));
        assertArrayEquals(new double[][] {{77.25, 33.3, 1234.5, Double.NaN}, {88, -36, 2, 7}}, read(text, reading));
        assertEquals(List.of("weight", "temp", "dose", "n"), SourceFile.columns(folder.resolve("rows.csv"), reading));
        CsvOptions one = mapping("b: {decimal: comma}\n").declared(CsvOptions.defaults());
        assertArrayEquals(new double[][] {{1.5, 2.5}}, read("a,b\n1.5,\"2,5\"\n", one));
        DataException refused = assertThrows(DataException.class, () -> read("a,b\n1.5,2.5\n", one));
        assertTrue(refused.getMessage().contains("column \"b\""), refused.getMessage());
    }

    /** Codes of as many levels as a plan may name are levels. */
    @Test
    void codes_areAsManyLevelsAsAPlanNames() {
        assertEquals(PlannedVariable.MOST_LEVELS, ColumnScan.MOST_LEVELS);
    }

    @Test
    void aFolder_hasAFileForEachDataFile() {
        assertEquals("ward.yaml", MappingFile.nameFor(Path.of("data", "ward.csv.gz")));
        assertEquals("ward.yaml", MappingFile.nameFor(Path.of("ward")));
        assertEquals(".ward.yaml", MappingFile.nameFor(Path.of(".ward.csv")));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "sex: {level: [F, M]} | there is no key \"sex.level\", did you mean \"levels\"?",
                "sex: text | sex must be drop, date, or",
                "sex: {levels: [F, M], date: true} | was more than one of these",
                "sex: {numbers: {low: small}} | must be a number, was \"small\"",
                "weight: {multiply: 0} | must be a number other than 0, was \"0\"",
                "weight: {multiply: 2, drop: true} | was more than one of these",
                "weight: {decimal: dot} | must be comma or point, was \"dot\"",
                "{\"*\": {separator: blank}} | must be comma, semicolon, tab or pipe, was \"blank\"",
                "{\"*\": {drop: true}} | there is no key \"*.drop\"",
                "{sex: {rename: a}, a: drop} | must be a variable that is described once, a is twice"
            })
    void whatIsWrong_isSaidWithItsLine(String text, String message) {
        YamlProblem problem = assertThrows(YamlProblem.class, () -> mapping(text + "\n"));
        assertTrue(problem.text().contains(message), problem.text());
    }
}
