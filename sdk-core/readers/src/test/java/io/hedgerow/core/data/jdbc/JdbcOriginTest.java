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
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
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
            two.execute("create view renamed(a, b) as select id, age from visits");
            two.execute("create table keys(id int)");
            for (String name : List.of("strasse", "stra\u00dfe", "cafe", "cafe\u0301s", "ab", "\"ab\"\"cd\"")) {
                two.execute("create table " + name + "(id int)");
            }
            one.execute("create table u(id int)");
            two.execute("create virtual table words using fts5(note)");
            one.execute("create view deeper as select age + id as a from old");
            one.execute("create synonym seen for visits");
            one.execute("create alias age_of as 'int ageOf(int id) { return id; }'");
            one.execute("create view hidden as select age_of(id) as a from dose");
            one.execute("create linked table elsewhere(null, 'jdbc:h2:mem:elsewhere;init=create table if not exists"
                    + " visits(age int)', '', '', 'VISITS')");
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
                "select id, age from old | ORIGIN.PUBLIC.OLD ORIGIN.PUBLIC.VISITS",
                "select o.age + 0 as a, d.amount from old o join dose d on d.id = o.id | "
                        + "ORIGIN.PUBLIC.DOSE ORIGIN.PUBLIC.OLD ORIGIN.PUBLIC.VISITS",
                "select a + 1 as b, d.amount from deeper, dose d | "
                        + "ORIGIN.PUBLIC.DEEPER ORIGIN.PUBLIC.DOSE ORIGIN.PUBLIC.OLD ORIGIN.PUBLIC.VISITS",
                "select s.age from seen s | ORIGIN.PUBLIC.SEEN ORIGIN.PUBLIC.VISITS",
                "with x(a, b) as (select id, age from visits), y as (select a from x) select y.a, b from x, y | "
                        + "ORIGIN.ARCHIVE.VISITS ORIGIN.PUBLIC.VISITS",
                "select extract(year from date '2026-01-01') as y from public.visits where id is distinct from 3 | "
                        + "ORIGIN.PUBLIC.VISITS",
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
                "select 1 as one | names no table",
                "select x from system_range(1, 3) | names no table",
                "select age_of(id) as a, amount from dose | AGE_OF",
                "select a.x, amount from dose, table(x int = (1, 2)) a | calls TABLE",
                "select amount, length(file_read(cast(id as varchar))) as m from dose | calls FILE_READ",
                "select ordinal_position as n, amount from dose, information_schema.columns | information_schema",
                "select amount, l.age from dose, elsewhere l | no name of a table",
                "select amount, h.a from dose, hidden h | AGE_OF",
                "select amount, u.age from dose, u&\"V\\0049SITS\" u | by the numbers of its letters",
            })
    void origin_ofAnythingBesideTables_isNotKnown_whateverTablesAreNamedWithIt(String query, String why) {
        RowSource.Origin origin = h2(query);
        assertFalse(origin.known());
        String said = origin.unresolved().orElseThrow().toLowerCase(Locale.ROOT);
        assertTrue(said.contains(why.toLowerCase(Locale.ROOT)), said);
    }

    /** A driver names the table of a plain column, and none of an expression: it must not decide. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "select id, age from old | old visits",
                "select age + 1 as a from old | old visits",
                "select o.id + 0 as a, o.age + 0 as b, d.amount as c from old o join dose d on d.id = o.id | "
                        + "dose old visits",
                "select amount from dose where id in keys | dose keys",
                "select d.amount, (select max(b) from renamed) as m from \"dose\" d | dose renamed visits",
            })
    void origin_ofAView_isThatOfItsTables(String query, String tables) {
        RowSource.Origin origin = JdbcRowSource.of(sqlite, query).origin().orElseThrow();
        assertEquals(Optional.empty(), origin.unresolved());
        assertEquals(tables, String.join(" ", origin.tables()));
    }

    /** Capitals, doubled quotes and marks that combine do not lead to another table. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "select id, 1 as one from stra\u00dfe | strasse stra\u00dfe",
                "select id, 1 as one from cafe\u0301s | cafe\u0301s",
                "select id, 1 as one from \"ab\"\"cd\" | ab\"cd",
            })
    void origin_ofUnusualNames_isOfThoseTables(String query, String tables) {
        RowSource.Origin origin = JdbcRowSource.of(sqlite, query).origin().orElseThrow();
        assertEquals(Optional.empty(), origin.unresolved());
        assertEquals(tables, String.join(" ", origin.tables()));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "SELECT x FROM decoy: query('SELECT 1 AS x') | calls QUERY",
                "SELECT x FROM dose, decoy : query('SELECT 1 AS x') | calls QUERY",
                "SELECT amount FROM dose UNION SELECT age FROM\u00a0visits | a space to some databases",
                "SELECT amount FROM dose\u2003x | a space to some databases",
                "SELECT amount FROM dose, u & \"V\\0049SITS\" x | by the numbers of its letters",
                "SELECT amount::DECIMAL(9, 2) AS a FROM dose | -",
            })
    void complaint_isAboutWhatMayBeACallOrAName(String query, String why) {
        Optional<String> complaint =
                SqlReferences.of(SqlDialect.STANDARD.words(query), true).complaint();
        assertEquals(!why.equals("-"), complaint.isPresent(), complaint.orElse(query));
        assertTrue(why.equals("-") || complaint.orElseThrow().contains(why), complaint.orElse(query));
    }

    /** The rows of a virtual table are those of a module, which may be of another table. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "select d.amount, w.rowid as r from dose d, words w",
                "select d.amount, p.cid from dose d, pragma_table_info('visits') p",
                "select d.amount, s.rootpage from dose d, sqlite_master s",
            })
    void origin_ofAVirtualTable_isNotKnown(String query) {
        assertFalse(JdbcRowSource.of(sqlite, query).origin().orElseThrow().known());
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

    /** One file is one database, by whatever part of a driver it is opened. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdbc:sqlite:FILE",
                "jdbc:sqlite:file:FILE",
                "jdbc:sqlite:file:ENCODED?cache=shared",
                "jdbc:h2:FILE",
                "jdbc:h2:file:FILE;IFEXISTS=TRUE",
                "jdbc:h2:nio:FILE",
                "jdbc:h2:nioMapped:FILE",
                "jdbc:h2:async:FILE",
                "jdbc:h2:split:FILE",
                "jdbc:h2:split:20:nio:FILE",
                "jdbc:duckdb:FILE",
            })
    void address_ofAFile_isTheFile_howeverItIsOpened(String url) throws IOException {
        Path file = temp.resolve("ward.db").toRealPath();
        DatabaseAddress address = DatabaseAddress.of(url.replace("FILE", file.toString())
                .replace("ENCODED", file.toString().replace("/", "%2F")));
        assertEquals(Optional.of(file), address.file());
        assertEquals(Optional.empty(), address.complaint());
    }

    @ParameterizedTest
    @CsvSource(
            value = {
                "jdbc:h2:tcp://localhost//d/x,true",
                "jdbc:h2:zip:/d/x.zip!/x,true",
                "jdbc:h2:split:/d/nowhere,true",
                "jdbc:sqlite:file:/d/nowhere,true",
                "jdbc:sqlite:file:/d/50%,true",
                "jdbc:duckdb:md:ward,true",
                "jdbc:h2:mem:ward,false",
                "jdbc:sqlite:,false",
                "jdbc:sqlite::memory:,false",
                "jdbc:sqlite:file::memory:?cache=shared,false",
                "jdbc:duckdb:,false",
                "jdbc:duckdb::memory:x,false",
                "jdbc:postgresql:ward,false",
            })
    void address_thatIsNeitherAFileHereNorInMemory_isUnresolved(String url, boolean unresolved) {
        assertEquals(unresolved, DatabaseAddress.of(url).complaint().isPresent());
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
        assertEquals(expected == null ? "" : expected, DatabaseAddress.of(url).text());
    }
}
