// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.duckdb;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.LearnedNetwork;
import io.hedgerow.core.Learning;
import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.MissingValues;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.privacy.DatasetIdentity;
import io.hedgerow.core.privacy.PolicyRefusedException;
import io.hedgerow.core.privacy.PrivacyUnit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Queries over files that DuckDB itself or an editor wrote. */
@Tag("slow")
class DuckDbTablesTest {

    @TempDir
    Path folder;

    private Path parquet(String name, String query) {
        return DuckDbFixtures.write(folder.resolve(name), query);
    }

    private DuckDbTables visits() {
        return DuckDbTables.none()
                .withParquet("visits", parquet("visits.parquet", "SELECT i AS id, i / 2 AS dose FROM range(5) t(i)"));
    }

    @Test
    void directoryOfParquet_isOneTable_whoseColumnsBelongTogetherByName() throws IOException {
        Path parts = Files.createDirectory(folder.resolve("by year, 'all'"));
        DuckDbFixtures.write(parts.resolve("2024.parquet"), "SELECT 1.5 AS age, 2 AS dose");
        DuckDbFixtures.write(parts.resolve("2025.parquet"), "SELECT 4 AS dose, 3.5 AS age");
        Files.writeString(parts.resolve("README.txt"), "no part of it");
        List<double[]> rows = DuckDbFixtures.read(
                DuckDbTables.none().withParquet("v", parts).rows("SELECT age, dose FROM v ORDER BY age"));
        assertEquals(2, rows.size());
        assertArrayEquals(new double[] {1.5, 2}, rows.get(0));
        assertArrayEquals(new double[] {3.5, 4}, rows.get(1));
    }

    /** The tables are views over files, so a file is the same data under any name of a table. */
    @Test
    void origin_isThatOfTheFiles_whateverTheTablesAreCalled() throws IOException {
        Path doses = parquet("doses.parquet", "SELECT 1 AS id, 3 AS dose");
        Path labs = folder.resolve("labs.csv");
        Files.writeString(labs, "id,value\n1,7.25\n");
        RowSource.Origin origin = DuckDbTables.none()
                .withParquet("d", doses)
                .withCsv("l", labs)
                .rows("SELECT d.dose + 0 AS dose, TRY_CAST(l.value AS DOUBLE) AS v FROM d, l")
                .origin()
                .orElseThrow();
        assertEquals(Optional.empty(), origin.unresolved());
        assertEquals(Set.of(doses.toRealPath(), labs.toRealPath()), origin.read());
        assertEquals(Set.of(), origin.tables());
        assertFalse(DuckDbTables.none()
                .withParquet("d", doses)
                .rows("SELECT d.dose, s.n FROM d, (SELECT count(*) AS n FROM duckdb_settings()) AS s")
                .origin()
                .orElseThrow()
                .known());
    }

    @Test
    void tablesOfThreeFormats_areJoined() throws IOException {
        Path labs = folder.resolve("labs.csv");
        Files.writeString(labs, "patient,value\n\"Lee, A\",7.25\n\"Ng, B\",8\n");
        Path ages = folder.resolve("ages.jsonl");
        Files.writeString(ages, "{\"patient\": \"Ng, B\", \"age\": 50}\n{\"patient\": \"Lee, A\", \"age\": 40}\n");
        Path doses = parquet("doses.parquet", "SELECT 'Lee, A' AS patient, 3 AS dose");
        // region:joined
        DuckDbTables tables = DuckDbTables.none()
                .withParquet("doses", doses)
                .withCsv("labs", labs)
                .withJsonLines("ages", ages, "patient", "age");
        RowSource rows = tables.rows("""
                SELECT TRY_CAST(age AS DOUBLE) AS age, TRY_CAST(value AS DOUBLE) AS lab, dose
                FROM doses JOIN labs USING (patient) JOIN ages USING (patient)
                ORDER BY patient
                """);
        // endregion
        assertEquals(List.of("age", "lab", "dose"), rows.schema().names());
        assertArrayEquals(new double[] {40, 7.25, 3}, DuckDbFixtures.read(rows).get(0));
    }

    @Test
    void linesThatAreWrong_areRowsWithMissingCells() throws IOException {
        Path csv = folder.resolve("rows.csv");
        Files.writeString(csv, "a,b\n1,2\nx,4\n5\n7,8,9\n\"10\",\"\"\n\"1\n2\",6\n");
        assertRows(DuckDbTables.none().withCsv("t", csv), new double[][] {
            {1, 2}, {Double.NaN, 4}, {5, Double.NaN}, {7, 8}, {10, Double.NaN}, {Double.NaN, 6}
        });
        Path json = folder.resolve("rows.jsonl");
        Files.writeString(json, """
                {"a": 1, "b": 2}
                {"a": "x", "b": [4]}
                {"a": 5
                {"a":\1 6}

                {"b": 8, "c": {}}
                """);
        assertRows(DuckDbTables.none().withJsonLines("t", json, "a", "b"), new double[][] {
            {1, 2}, {Double.NaN, Double.NaN}, {Double.NaN, Double.NaN}, {Double.NaN, Double.NaN}, {Double.NaN, 8}
        });
    }

    /** One line swallows others, or becomes two: of text DuckDB decides by what it holds where a line ends. */
    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            value = {"csv,`\"3,4`,2", "csv,``,3", "csv,`3\r4,5`,5", "jsonl,``,3", "jsonl,`{\r}`,5"})
    void lineOfText_canChangeHowManyRowsThereAre_soTextIsNotFitForABudget(String format, String line, int rows)
            throws IOException {
        Path file = folder.resolve("rows." + format);
        Files.writeString(file, (format.equals("csv") ? "a,b\n" : "") + "1,2\n" + line + "\n5,6\n7,8\n");
        DuckDbTables none = DuckDbTables.none();
        RowSource source = (format.equals("csv") ? none.withCsv("t", file) : none.withJsonLines("t", file, "a", "b"))
                .rows("SELECT TRY_CAST(a AS DOUBLE) AS a FROM t", MissingValues.AS_NAN);
        assertEquals(rows, DuckDbFixtures.read(source).size(), "of 4 lines");
        SiteData data = SiteData.of(new DatasetIdentity("ward"), source);
        PolicyRefusedException e =
                assertThrows(PolicyRefusedException.class, () -> data.requireProtects(new PrivacyUnit.RecordUnit()));
        assertTrue(String.valueOf(e.getMessage()).contains("write the table as Parquet"), e.getMessage());
    }

    @Test
    void parquet_isFitForABudget() {
        RowSource source = visits().rows("SELECT dose FROM visits", MissingValues.AS_NAN);
        SiteData.of(new DatasetIdentity("ward"), source).requireProtects(new PrivacyUnit.RecordUnit());
    }

    private static void assertRows(DuckDbTables tables, double[][] expected) {
        List<double[]> rows = DuckDbFixtures.read(tables.rows(
                "SELECT TRY_CAST(a AS DOUBLE) AS a, TRY_CAST(b AS DOUBLE) AS b FROM t", MissingValues.AS_NAN));
        assertEquals(expected.length, rows.size());
        for (int k = 0; k < expected.length; k++) {
            assertArrayEquals(expected[k], rows.get(k), "row " + k);
        }
    }

    @Test
    void rows_areReadAgain_fromTheFileAsItIs_andItsColumnsMustStay() {
        RowSource rows = visits().rows("SELECT dose FROM visits ORDER BY id");
        assertEquals(5, DuckDbFixtures.read(rows).size());
        parquet("visits.parquet", "SELECT i AS id, i / 2 AS dose FROM range(6) t(i)");
        assertEquals(6, DuckDbFixtures.read(rows).size());
        parquet("visits.parquet", "SELECT i AS id FROM range(6) t(i)");
        assertThrows(DataException.class, () -> rows.forEachRow(row -> {}));
    }

    @ParameterizedTest
    @ValueSource(strings = {"'text'", "i::HUGEINT", "i > 2", "DATE '2026-01-01'"})
    void columnThatIsNoNumber_isRefusedByItsType_beforeRowsAreRead(String dose) {
        DuckDbTables tables = DuckDbTables.none()
                .withParquet("visits", parquet("other.parquet", "SELECT " + dose + " AS dose FROM range(5) t(i)"));
        String query =
                dose.contains("HUGEINT") ? "SELECT dose::HUGEINT AS dose FROM visits" : "SELECT dose FROM visits";
        DataException e = assertThrows(DataException.class, () -> tables.rows(query));
        assertTrue(
                String.valueOf(e.getMessage()).contains("column \"dose\": must be numeric, has type"), e.getMessage());
    }

    @Test
    void fileThatIsNoTable_isOutOfReach() throws IOException {
        Path other = folder.resolve("other.csv");
        Files.writeString(other, "secret\nmine\n");
        DuckDbTables tables = visits();
        DataException e = assertThrows(DataException.class, () -> tables.rows("SELECT secret FROM '" + other + "'"));
        String message = String.valueOf(e.getMessage());
        assertTrue(message.contains("name the file as one of the tables, which are [visits]"), message);
        assertFalse(message.contains("mine"), message);
    }

    @Test
    void queryThatNeedsMoreMemory_fails() {
        RowSource rows = visits().withMemory(64).rows("SELECT i AS a FROM range(20000000) t(i) ORDER BY hash(i)");
        DataException e = assertThrows(DataException.class, () -> rows.forEachRow(row -> {}));
        assertTrue(String.valueOf(e.getMessage()).contains("needs more than 64 mebibytes"), e.getMessage());
    }

    @Test
    void tablesThatAreWrong_areRefusedByName() throws IOException {
        DuckDbTables tables = visits();
        Path file = folder.resolve("visits.parquet");
        Path empty = Files.createDirectory(folder.resolve("empty"));
        assertThrows(IllegalArgumentException.class, () -> tables.withParquet("Visits", file));
        assertThrows(IllegalArgumentException.class, () -> tables.withParquet("a\"; DROP", file));
        assertThrows(IllegalArgumentException.class, () -> tables.withJsonLines("j", file));
        assertThrows(IllegalArgumentException.class, () -> tables.withMemory(1));
        assertThrows(IllegalArgumentException.class, () -> tables.withThreads(0));
        for (Path wrong : List.of(empty, folder.resolve("nowhere.parquet"))) {
            DataException e = assertThrows(DataException.class, () -> tables.withParquet("t", wrong));
            assertTrue(String.valueOf(e.getMessage()).startsWith(wrong + ": must "), e.getMessage());
        }
        assertThrows(DataException.class, () -> tables.rows("SELECT dose FROM lost"));
        assertThrows(DataException.class, () -> tables.rows("DELETE FROM visits"));
        assertEquals("DuckDbTables[visits]", tables.toString());
    }

    @Test
    void learning_fromParquet_findsTheEdge() throws InterruptedException {
        String rows = "SELECT sin(i * 12.9898) * 3 AS dose, sin(i * 12.9898) * 6 + cos(i * 78.233) AS effect"
                + " FROM range(%d, %d) t(i)";
        Path north = parquet("north.parquet", String.format(rows, 0, 300));
        Path south = parquet("south.parquet", String.format(rows, 300, 600));
        String query = "SELECT dose, effect FROM visits";
        LearnedNetwork network = Learning.of(Method.named("gram"))
                .learn(List.of(
                        DuckDbTables.none().withParquet("visits", north).rows(query),
                        DuckDbTables.none().withParquet("visits", south).rows(query)));
        assertEquals(1, network.named().edges().size());
    }
}
