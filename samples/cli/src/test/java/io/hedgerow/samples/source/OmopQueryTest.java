// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.source;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.csv.CsvOptions;
import io.hedgerow.core.data.jdbc.PostgresServer;
import io.hedgerow.samples.cli.Checkout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The guide's query, as it is written there, on tables of the OMOP model with a few made-up records. */
class OmopQueryTest {

    private static final Path GUIDE = Checkout.ROOT.resolve("docs/guides/data-sources.md");

    private static final int[] CONCEPTS = {3004249, 3025315, 3004410, 3016723};

    @TempDir
    Path folder;

    private static String query() throws IOException {
        String guide = Files.readString(GUIDE);
        int from = guide.indexOf("```sql", guide.indexOf("<!-- query: omop -->")) + "```sql\n".length();
        return guide.substring(from, guide.indexOf("```", from));
    }

    /**
     * Three persons. The first has an older systolic pressure and a later one after the day; the second lacks a
     * measurement; the third has a diagnosis after the day.
     */
    private static void fill(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("create table person (person_id integer primary key, year_of_birth integer)");
            statement.execute("create table measurement (measurement_id integer primary key, person_id integer,"
                    + " measurement_concept_id integer, measurement_date date, value_as_number numeric)");
            statement.execute("create table condition_occurrence (condition_occurrence_id integer primary key,"
                    + " person_id integer, condition_concept_id integer, condition_start_date date)");
            statement.execute("insert into person values (1, 1960), (2, 1970), (3, 1980)");
            int id = 0;
            for (int user = 1; user <= 3; user++) {
                for (int k = 0; k < CONCEPTS.length - (user == 2 ? 1 : 0); k++) {
                    id++;
                    statement.execute("insert into measurement values (" + id + ", " + user + ", " + CONCEPTS[k]
                            + ", '2025-06-01', " + (10 * user + k + 0.5) + ")");
                }
            }
            statement.execute("insert into measurement values (90, 1, 3004249, '2024-01-01', 99),"
                    + " (91, 1, 3004249, '2026-02-01', 98), (92, 1, 3025315, '2025-07-01', null)");
            statement.execute("insert into condition_occurrence values (1, 1, 201826, '2020-01-01'),"
                    + " (2, 1, 201826, '2021-01-01'), (3, 3, 201826, '2026-03-01')");
        }
    }

    private static void assertRead(RowSource rows) {
        assertEquals(
                List.of("person", "age", "systolic", "weight", "hba1c", "creatinine", "diabetes"),
                rows.schema().names());
        List<double[]> read = new ArrayList<>();
        rows.forEachRow(row -> read.add(row.clone()));
        assertEquals(2, read.size(), "who lacks a measurement is left out");
        assertArrayEquals(new double[] {1, 66, 10.5, 11.5, 12.5, 13.5, 1}, read.get(0));
        assertArrayEquals(new double[] {3, 46, 30.5, 31.5, 32.5, 33.5, 0}, read.get(1));
    }

    @Test
    void query_onSqlite_givesARowForEachUserWithAllMeasurements() throws Exception {
        Path database = folder.resolve("omop.db");
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + database)) {
            fill(connection);
        }
        assertRead(SourceFile.open(QueryFixtures.sqlite(folder, database, query()), CsvOptions.defaults()));
    }

    @Test
    @Tag("slow")
    void query_onPostgres_givesTheSame() throws Exception {
        try (PostgresServer server = PostgresServer.start()) {
            try (Connection connection = server.administrator().getConnection()) {
                fill(connection);
            }
            Path file = QueryFixtures.write(
                    folder, server.url(), QueryFixtures.jar(Class.forName("org.postgresql.Driver")), query(), "");
            assertRead(SourceFile.open(file, CsvOptions.defaults()));
            assertTrue(Files.readString(file).contains("jdbc:postgresql:"));
        }
    }
}
