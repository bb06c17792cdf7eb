// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.duckdb;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.MissingValues;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ParquetFormatTest {

    @TempDir
    Path folder;

    private static RowSource.FileFormat format() {
        return ServiceLoader.load(RowSource.FileFormat.class).stream()
                .map(ServiceLoader.Provider::get)
                .collect(Collectors.toList())
                .get(0);
    }

    @Test
    void chosenColumns_inTheOrderOfTheFile_besideAnyOthers() {
        Path file = DuckDbFixtures.write(
                folder.resolve("visits.parquet"),
                "SELECT i AS \"the \"\"first\"\"\", 'ward' AS ward, 2 * i AS dose FROM range(300000) AS r(i)");
        RowSource.FileFormat format = format();
        assertEquals(List.of(".parquet"), format.endings());
        assertEquals(List.of("the \"first\"", "ward", "dose"), format.columns(file));
        RowSource source = format.rows(file, List.of("dose", "the \"first\""), MissingValues.REFUSE);
        assertTrue(source.keepsOrder(), "several row groups, read by two threads");
        List<double[]> rows = DuckDbFixtures.read(source);
        assertEquals(300_000, rows.size());
        for (int k = 0; k < rows.size(); k++) {
            assertArrayEquals(new double[] {2 * k, k}, rows.get(k));
        }
        assertThrows(DataException.class, () -> format.rows(file, List.of("ward"), MissingValues.REFUSE));
        assertThrows(DataException.class, () -> format.rows(file, List.of("doses"), MissingValues.REFUSE));
    }

    @Test
    void whatIsNoParquet_isRefused() throws IOException {
        Path file = Files.writeString(folder.resolve("rows.parquet"), "age,dose\n1,2\n");
        String message =
                assertThrows(DataException.class, () -> format().columns(file)).getMessage();
        assertTrue(message.startsWith(file + ": must be a Parquet file"), message);
    }

    @Test
    void textsThatAreLevels_areTheirPlaces() {
        Path file = DuckDbFixtures.write(
                folder.resolve("levels.parquet"),
                "SELECT CASE WHEN i % 2 = 0 THEN 'F' ELSE 'M' END AS sex, i = 2 AS last, i AS code FROM range(3) AS r(i)");
        Map<String, VariableKind.Coding> levels = Map.of(
                "sex", VariableKind.categorical("M", "F"),
                "last", VariableKind.categorical("false", "true"),
                "code", VariableKind.categorical("0", "1", "2"));
        RowSource source = format().rows(file, List.of("sex", "last", "code"), MissingValues.REFUSE, levels);
        assertEquals(List.of("M", "F"), source.schema().levels(0));
        assertArrayEquals(
                new double[][] {{1, 0, 0}, {0, 0, 1}, {1, 1, 2}},
                DuckDbFixtures.read(source).toArray(double[][]::new));
    }

    @Test
    void nulls_areNaN_whereMissingCellsAreUsed() {
        Path file = DuckDbFixtures.write(
                folder.resolve("holes.parquet"),
                "SELECT CASE WHEN i = 1 THEN NULL ELSE 'F' END AS sex, CASE WHEN i = 2 THEN NULL ELSE i END AS age"
                        + " FROM range(3) AS r(i)");
        RowSource source = format().rows(
                        file,
                        List.of("sex", "age"),
                        MissingValues.USE,
                        Map.of("sex", VariableKind.categorical("M", "F")));
        assertArrayEquals(
                new double[][] {{1, 0}, {Double.NaN, 1}, {1, Double.NaN}},
                DuckDbFixtures.read(source).toArray(double[][]::new));
        assertEquals(2, source.omitted().kept());
        assertEquals(Map.of("sex", 1L, "age", 1L), source.omitted().cells());
    }

    /** By its name, and before a row is read: a text that is not UTF-8 would end a reading that is paid for. */
    @Test
    void usersThatAreTexts_areRefused() {
        Path file = DuckDbFixtures.write(
                folder.resolve("users.parquet"), "SELECT 'P' || i AS patient, i AS age FROM range(3) AS r(i)");
        String message = assertThrows(
                        DataException.class, () -> format().rows(file, List.of("patient", "age"), MissingValues.AS_NAN))
                .getMessage();
        assertTrue(message.contains("column \"patient\": must be numeric, has type VARCHAR"), message);
        assertTrue(message.contains("write a whole number for each user, or write the rows as CSV"), message);
    }

    /** DuckDB ends the reading at a text that is not UTF-8, so that one record could do it. */
    @Test
    void textsOfAFile_areNotForBudgets() {
        Path file = DuckDbFixtures.write(
                folder.resolve("texts.parquet"), "SELECT 'F' AS sex, i AS age FROM range(3) AS r(i)");
        Map<String, VariableKind.Coding> levels = Map.of("sex", VariableKind.categorical("F", "M"));
        RowSource texts = format().rows(file, List.of("sex", "age"), MissingValues.AS_NAN, levels);
        assertTrue(texts.reasonUnsafeForPrivacy().orElseThrow().contains("UTF-8"));
        RowSource numbers = format().rows(file, List.of("age"), MissingValues.AS_NAN);
        assertTrue(numbers.reasonUnsafeForPrivacy().isEmpty());
        RowSource query = DuckDbTables.none()
                .withParquet("t", file)
                .rows("SELECT age FROM t WHERE sex = 'F'", MissingValues.AS_NAN);
        assertTrue(query.reasonUnsafeForPrivacy().isPresent());
    }
}
