// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.data.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.RowSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import java.util.Set;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sqlite.SQLiteDataSource;

/** Which tables a query reads, told without a record. */
class JdbcOriginTest {

    @TempDir
    Path temp;

    private final JdbcDataSource h2 = new JdbcDataSource();
    private final SQLiteDataSource sqlite = new SQLiteDataSource();
    private Connection keeper;

    @BeforeEach
    void makeTables() throws SQLException {
        h2.setURL("jdbc:h2:mem:origin");
        h2.setUser("reader");
        h2.setPassword("secret");
        keeper = h2.getConnection();
        sqlite.setUrl("jdbc:sqlite:" + temp.resolve("ward.db"));
        try (Connection file = sqlite.getConnection();
                Statement two = file.createStatement();
                Statement one = keeper.createStatement()) {
            for (Statement statement : new Statement[] {one, two}) {
                statement.execute("create table visits(id int, age double precision, dose double precision)");
                statement.execute("create table dose(id int, amount double precision)");
                statement.execute("create view old as select id, age from visits where age > 60");
            }
            one.execute("create schema archive");
            one.execute("create table archive.visits(id int, age double precision)");
        }
    }

    @AfterEach
    void drop() throws SQLException {
        keeper.close();
    }

    private RowSource.Origin h2(String query) {
        return JdbcRowSource.of(h2, query).origin().orElseThrow();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "select dose.amount from dose | ORIGIN.PUBLIC.DOSE",
                "select v.dose from public.visits v | ORIGIN.PUBLIC.VISITS",
                "select 2 * age as a from \"PUBLIC\".\"VISITS\" where id in (select id from dose) | "
                        + "ORIGIN.PUBLIC.DOSE ORIGIN.PUBLIC.VISITS",
                "with x as (table archive.visits) select age from x | ORIGIN.ARCHIVE.VISITS",
                "select count(*) as n from archive/* public. */.visits -- dose | ORIGIN.ARCHIVE.VISITS",
                "select age from visits where 'dose' <> '' | ORIGIN.ARCHIVE.VISITS ORIGIN.PUBLIC.DOSE ORIGIN.PUBLIC.VISITS",
            })
    void origin_hasTheTablesThatTheQueryNames_wherever(String query, String tables) {
        RowSource.Origin origin = h2(query);
        assertEquals(tables, String.join(" ", origin.tables()));
        assertTrue(origin.known());
        assertEquals("jdbc:h2:mem:origin", origin.database());
        assertEquals(Optional.empty(), origin.file());
        assertFalse(origin.toString().contains("secret"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "select 1 as one",
                "select x from system_range(1, 3)",
                "select id, age from old",
                "select old.age, v.id from old join public.visits v on v.id = old.id"
            })
    void origin_ofAFunctionOrAView_isNotKnown(String query) {
        assertFalse(h2(query).known());
    }

    @Test
    void origin_ofAView_isKnownWhereTheDriverSaysWhatItsColumnsAreOf() {
        RowSource.Origin origin =
                JdbcRowSource.of(sqlite, "select id, age from old").origin().orElseThrow();
        assertTrue(origin.known());
        assertEquals(Set.of("old", "visits"), origin.tables());
        assertFalse(JdbcRowSource.of(sqlite, "select age + 1 as a from old")
                .origin()
                .orElseThrow()
                .known());
    }

    @Test
    void origin_ofADatabaseInAFile_namesTheFile_whateverItsPath() throws IOException {
        Path link = Files.createSymbolicLink(temp.resolve("link.db"), temp.resolve("ward.db"));
        SQLiteDataSource other = new SQLiteDataSource();
        other.setUrl(
                "jdbc:sqlite:file:" + temp.resolve("x").resolve("..").resolve(link.getFileName()) + "?cache=shared");
        Files.createDirectory(temp.resolve("x"));
        RowSource.Origin straight =
                JdbcRowSource.of(sqlite, "select age from visits").origin().orElseThrow();
        RowSource.Origin around =
                JdbcRowSource.of(other, "select age as b from VISITS").origin().orElseThrow();
        assertEquals(straight, around);
        assertEquals(Optional.of(temp.resolve("ward.db").toRealPath()), straight.file());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                "jdbc:postgresql://DB.example.org/ward?user=u&password=p@w | jdbc:postgresql://db.example.org:5432/ward",
                "jdbc:postgresql://u:p@db.example.org:5432/ward | jdbc:postgresql://db.example.org:5432/ward",
                "jdbc:postgresql:ward | jdbc:postgresql://localhost:5432/ward",
                "jdbc:postgresql://127.0.0.1/ward | jdbc:postgresql://localhost:5432/ward",
                "jdbc:mariadb://u:p@h:3307/x?token=t | jdbc:mysql://h:3307/x",
                "jdbc:sqlserver://H;databaseName=x;user=u;password=p | jdbc:sqlserver://h:1433",
                "jdbc:oracle:thin:u/p@//h:1521/s | jdbc:oracle://h:1521/s",
                "jdbc:oracle:thin:u/p@H:1521:s | jdbc:oracle:H:1521:s",
                "jdbc:duckdb: | jdbc:duckdb:",
                "something | -",
            })
    void address_holdsNoCredentials_andHasOneForm(String url, String expected) {
        assertEquals(
                expected == null ? "" : expected,
                QueryOrigin.DatabaseAddress.of(url).text());
    }
}
