// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.source;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.MissingValues;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.csv.CsvOptions;
import io.hedgerow.core.data.csv.CsvOptions.CellFormat;
import io.hedgerow.core.internal.yaml.YamlProblem;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Files that say which query of which database gives rows: here an SQLite file, its driver loaded from its jar. */
class QueryFileTest {

    @TempDir
    Path folder;

    private Path database;

    @BeforeEach
    void fill() throws IOException, SQLException {
        Path csv = folder.resolve("rows.csv");
        Files.writeString(csv, "age,dose,recovery\n20.5,1,3\n30.5,2,1\n40.5,3,2\n");
        database = QueryFixtures.table(folder.resolve("ward.db"), csv);
    }

    private Path query(String sql) throws IOException {
        return QueryFixtures.sqlite(folder, database, sql);
    }

    private static List<double[]> read(RowSource rows) {
        List<double[]> all = new ArrayList<>();
        rows.forEachRow(row -> all.add(row.clone()));
        return all;
    }

    /** Renaming asks for the columns before all else. */
    @Test
    void columnsOfADatabaseThatNeverAnswers_areWaitedForWithinTheDeadline_alsoToRenameThem() throws IOException {
        try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Path file = Files.writeString(
                    folder.resolve("silent.yaml"),
                    "query:\n  url: jdbc:postgresql://127.0.0.1:" + silent.getLocalPort()
                            + "/ward\n  sql: SELECT age FROM visits\n");
            CellFormat renamed = CellFormat.PLAIN.withRenamed(Map.of("age", "years"));
            DataException failed = assertThrows(
                    DataException.class,
                    () -> SourceFile.open(
                            file, CsvOptions.defaults().withCells(renamed), Duration.ofSeconds(2), waited -> {}));
            assertTrue(failed.getMessage().contains("did not let this program in within 1 s"), failed.getMessage());
        }
    }

    @Test
    void open_ofAQuery_readsItsRows_inTheOrderOfTheColumnsThatAreWanted() throws IOException {
        Path file = query("SELECT age, dose, recovery FROM measured ORDER BY age");
        assertEquals(
                List.of("age", "dose", "recovery"),
                SourceFile.open(file, CsvOptions.defaults()).schema().names());
        RowSource rows = SourceFile.open(file, CsvOptions.defaults().withColumns("recovery", "age"));
        assertEquals(List.of("recovery", "age"), rows.schema().names());
        assertArrayEquals(new double[] {3, 20.5}, read(rows).get(0));
        assertEquals(3, read(rows).size(), "rows can be read again");
        CellFormat without = CellFormat.PLAIN.withDropped(Set.of("dose"));
        assertEquals(
                List.of("age", "recovery"),
                SourceFile.open(file, CsvOptions.defaults().withCells(without))
                        .schema()
                        .names());
    }

    /** SQL that a driver runs at each connection may make a table of any file. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "jdbc:h2:mem:a;INIT=CREATE TABLE t AS SELECT * FROM CSVREAD('rows.csv') | user: u | INIT",
                "jdbc:h2:mem:a;TRACE_LEVEL_FILE=0; init = RUNSCRIPT FROM 'x' | user: u | init",
                "jdbc:duckdb:;session_init_sql_file=x.sql | user: u | session_init_sql_file",
                "jdbc:duckdb: | Session_Init_Sql_File: x.sql | Session_Init_Sql_File",
                "jdbc:h2:mem:a | Init: CREATE TABLE t(x int) | Init",
            })
    void open_withSqlAtEachConnection_isRefused(String url, String property, String named) throws IOException {
        Path driver = QueryFixtures.jar(org.sqlite.JDBC.class);
        String more = "  properties: {" + property.replace(": ", ": \"") + "\"}\n";
        Path file = QueryFixtures.write(folder, url, driver, "SELECT x FROM t", more);
        YamlProblem refused = assertThrows(YamlProblem.class, () -> SourceFile.open(file, CsvOptions.defaults()));
        assertTrue(
                refused.getMessage().contains("must be without " + named + ", which runs SQL"), refused.getMessage());
    }

    @Test
    void open_withoutAColumn_saysWhichIsNear_andReadsNoRow() throws IOException {
        Path file = query("SELECT age, dose AS doses FROM measured");
        DataException missing = assertThrows(
                DataException.class,
                () -> SourceFile.open(file, CsvOptions.defaults().withColumns("age", "dose")));
        assertTrue(missing.getMessage().contains("dose (did you mean doses?)"), missing.getMessage());
    }

    @Test
    void open_withAKey_readsNames() throws IOException {
        Path file = query("SELECT 'patient-' || dose AS patient, age FROM measured ORDER BY age");
        RowSource rows = SourceFile.open(file, CsvOptions.defaults().withKeys("patient"));
        List<double[]> read = read(rows);
        assertEquals("patient-2.0", rows.keyText(read.get(1)[0]));
        assertEquals(30.5, read.get(1)[1]);
    }

    @Test
    void open_asAPrivateRunReads_countsNullAsMissing() throws IOException {
        Path file = query("SELECT age, nullif(dose, 2) AS dose FROM measured ORDER BY age");
        assertThrows(DataException.class, () -> read(SourceFile.open(file, CsvOptions.defaults())));
        RowSource rows = SourceFile.open(file, CsvOptions.defaults().withMissingValues(MissingValues.AS_NAN));
        assertTrue(Double.isNaN(read(rows).get(1)[1]));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "password: secret | must be outside this file",
                "passwordEnvironment: HEDGEROW_NOT_SET | the name of a variable that is set",
                "users: reader | did you mean \"user\"?",
            })
    void open_ofADescriptionThatIsWrong_saysWhat(String line, String message) throws IOException {
        Path file = query("SELECT age FROM measured");
        Files.writeString(file, Files.readString(file) + "  " + line + "\n");
        YamlProblem problem = assertThrows(YamlProblem.class, () -> SourceFile.open(file, CsvOptions.defaults()));
        assertTrue(problem.getMessage().contains(message), problem.getMessage());
    }

    /** A study can outlive a password, and its file can be away while it is replaced. */
    @Test
    void passwordFile_isReadAtEachConnection() throws Exception {
        String url = "jdbc:h2:" + folder.resolve("ward");
        try (Connection administrator = DriverManager.getConnection(url, "administrator", "")) {
            Path secret = folder.resolve("password.txt");
            Files.writeString(secret, "first\n");
            execute(administrator, "create user reader password 'first'");
            execute(administrator, "create table visits as select 20.5 as age from dual");
            execute(administrator, "grant select on visits to reader");
            String more = "  user: reader\n  passwordFile: password.txt\n";
            // the driver of the class path opens the same database as the test does
            Path file = Files.writeString(
                    folder.resolve("rotated.yaml"),
                    "query:\n  url: \"" + url + "\"\n  sql: SELECT age FROM visits\n" + more);
            RowSource rows = SourceFile.open(file, CsvOptions.defaults());
            execute(administrator, "alter user reader set password 'second'");
            assertThrows(DataException.class, () -> read(rows), "the file has the password before");
            Files.writeString(secret, "second\n");
            assertEquals(1, read(rows).size());
            Files.delete(secret);
            DataException gone = assertThrows(DataException.class, () -> read(rows));
            assertTrue(
                    gone.getMessage().contains("rotated.yaml:5: query.passwordFile: must be a file that can be read"),
                    gone.getMessage());
            Files.writeString(secret, "second\n");
            assertEquals(1, read(rows).size());
        }
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Test
    void open_withoutAPasswordFile_saysWhich() throws IOException {
        Path file = query("SELECT age FROM measured");
        Files.writeString(file, Files.readString(file) + "  passwordFile: nowhere.txt\n");
        DataException missing = assertThrows(DataException.class, () -> SourceFile.open(file, CsvOptions.defaults()));
        assertTrue(missing.getMessage().contains("must be a file that can be read"), missing.getMessage());
    }

    @Test
    void open_withoutADriver_namesTheKindOfDatabase_andNothingElseOfItsAddress() throws IOException {
        Path driver = QueryFixtures.jar(org.sqlite.JDBC.class);
        Path other = QueryFixtures.write(folder, "jdbc:mine://reader:secret@db/ward", driver, "SELECT 1 AS a", "");
        YamlProblem unknown = assertThrows(YamlProblem.class, () -> SourceFile.open(other, CsvOptions.defaults()));
        assertTrue(unknown.getMessage().contains("a driver that knows jdbc:mine:..."), unknown.getMessage());
        assertTrue(unknown.getMessage().contains("org.sqlite.JDBC"), unknown.getMessage());
        assertTrue(!unknown.getMessage().contains("secret"), unknown.getMessage());
        Path lost = QueryFixtures.write(folder, "jdbc:sqlite:x", Path.of("lost.jar"), "SELECT 1 AS a", "");
        YamlProblem absent = assertThrows(YamlProblem.class, () -> SourceFile.open(lost, CsvOptions.defaults()));
        assertTrue(absent.getMessage().contains("cannot read " + folder.resolve("lost.jar")), absent.getMessage());
    }

    @Test
    void open_withOptionsOfCsvFiles_isRefused() throws IOException {
        Path file = query("SELECT age FROM measured");
        CellFormat commas = new CellFormat(true, false, Set.of(), Set.of(), Map.of(), Map.of());
        assertThrows(
                IllegalArgumentException.class,
                () -> SourceFile.open(file, CsvOptions.defaults().withCells(commas)));
        assertThrows(
                IllegalArgumentException.class,
                () -> SourceFile.open(file, CsvOptions.defaults().withoutHeader()));
    }

    @Test
    void open_ofAQueryThatChangesRecords_isRefusedAndChangesNothing() throws IOException {
        Path file = query("DELETE FROM measured RETURNING age");
        assertThrows(DataException.class, () -> SourceFile.open(file, CsvOptions.defaults()));
        assertEquals(
                3,
                read(SourceFile.open(query("SELECT age FROM measured"), CsvOptions.defaults()))
                        .size());
    }
}
