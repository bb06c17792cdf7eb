// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.duckdb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a connection can do, apart from the check of a query's text: read the files of its tables. */
@Tag("slow")
class LockedDatabaseTest {

    @TempDir
    Path folder;

    private DuckDbTables tables = DuckDbTables.none();

    @BeforeEach
    void write() {
        tables = tables.withParquet("one", DuckDbFixtures.write(folder.resolve("one.parquet"), "SELECT 1 AS a"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SET threads = 1",
                "SET enable_external_access = true",
                "SET temp_directory = '.'",
                "INSTALL httpfs",
                "LOAD httpfs",
                "COPY one TO 'FOLDER/out.csv'",
                "COPY one TO 'FOLDER/one.parquet'",
                "ATTACH 'FOLDER/out.db'",
                "SELECT * FROM 'https://127.0.0.1:9/x.parquet'",
                "SELECT * FROM read_text('pom.xml')",
                "SELECT * FROM glob('FOLDER/*')",
            })
    void statementThatReachesFurther_isRefused(String statement) throws SQLException {
        String text = statement.replace("FOLDER", folder.toString());
        try (Connection connection = tables.database().getConnection();
                Statement locked = connection.createStatement()) {
            SQLException e = assertThrows(SQLException.class, () -> locked.execute(text));
            String message = String.valueOf(e.getMessage());
            assertTrue(message.contains("locked") || message.contains("disabled"), message);
        }
        assertEquals(List.of("one.parquet"), List.of(folder.toFile().list()));
    }

    @Test
    void memoryAndThreads_areThoseThatWereSaid_andNothingIsSpilled() throws SQLException {
        try (Connection connection =
                        tables.withMemory(256).withThreads(3).database().getConnection();
                Statement statement = connection.createStatement();
                ResultSet told = statement.executeQuery("SELECT current_setting('memory_limit'),"
                        + " current_setting('threads'), current_setting('temp_directory')")) {
            assertTrue(told.next());
            assertEquals(
                    List.of("256.0 MiB", "3", ""), List.of(told.getString(1), told.getString(2), told.getString(3)));
        }
    }

    /** Without them Parquet or JSON would need a download. */
    @Test
    void driver_bringsWhatReadsParquetAndJson() throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement();
                ResultSet told = statement.executeQuery("SELECT string_agg(extension_name, ' ' ORDER BY extension_name)"
                        + " FROM duckdb_extensions() WHERE loaded AND install_mode = 'STATICALLY_LINKED'")) {
            assertTrue(told.next());
            assertEquals("core_functions icu json parquet", told.getString(1));
        }
    }
}
