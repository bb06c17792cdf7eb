// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.data.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.RowSource;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.ds.PGSimpleDataSource;

/** Which tables a query of PostgreSQL reads, for an account that may read and nothing else. */
@Tag("slow")
class PostgresOriginTest {

    private static PostgresServer server;

    @BeforeAll
    static void makeTables() throws IOException, SQLException {
        server = PostgresServer.start();
        try (Connection connection = server.administrator().getConnection();
                Statement statement = connection.createStatement()) {
            for (String one : new String[] {
                "create table visits(id int, age double precision)",
                "create table wards(id int, beds int)",
                "create view old as select id, age from visits where age > 60",
                "create view deeper as select o.id, o.age * 2 as twice from old o",
                "create materialized view stored as select id, avg(age) as age from visits group by id",
                "create table parent(id int, age double precision)",
                "create table child(note text) inherits (parent)",
                "create table days(id int, age double precision, day date) partition by range (day)",
                "create table days_2025 partition of days for values from ('2025-01-01') to ('2026-01-01')",
                "create table days_2026 partition of days for values from ('2026-01-01') to ('2027-01-01')"
                        + " partition by list (id)",
                "create table days_2026_one partition of days_2026 for values in (1)",
                "create schema archive",
                "create table archive.visits(id int, age double precision)",
                "create table guarded(id int, age double precision)",
                "alter table guarded enable row level security",
                "create policy own on guarded using (id in (select w.id from wards w))",
                "create function age_of(int) returns double precision language sql stable as"
                        + " 'select age from visits where id = $1'",
                "create function total(wards) returns double precision language sql stable as"
                        + " 'select sum(age) from visits where id = $1.id'",
                "create view behind as select age_of(id) as age from wards",
                "create view quoting as select query_to_xml('select age from visits', true, false, '') as x from wards",
                "create extension postgres_fdw",
                "create server other foreign data wrapper postgres_fdw options (dbname 'postgres')",
                "create foreign table far(id int, age double precision) server other options (table_name 'visits')",
                "create role reader login",
                "grant usage on schema archive to reader",
                "grant select on all tables in schema public, archive to reader",
            }) {
                statement.execute(one);
            }
        }
    }

    @AfterAll
    static void stop() throws IOException {
        if (server != null) {
            server.close();
        }
    }

    private static DataSource reader(String host, String path) {
        PGSimpleDataSource database = (PGSimpleDataSource) server.administrator();
        database.setServerNames(new String[] {host});
        database.setUser("reader");
        database.setCurrentSchema(path);
        return database;
    }

    private static RowSource.Origin origin(String query) {
        return JdbcRowSource.of(reader("127.0.0.1", "public"), query).origin().orElseThrow();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "select v.id, 2 * age as a from public.\"visits\" v order by id | visits",
                "select o.age + 0 as a, o.id + 0 as b, w.beds as c from old o join wards w on w.id = o.id | "
                        + "old visits wards",
                "select d.twice, w.beds from deeper d, wards w | deeper old visits wards",
                "select s.age, w.beds from stored s, wards w | stored visits wards",
                "select age from parent | child parent",
                "select age from only parent | child parent",
                "select age from child | child",
                "select age from days | days days_2025 days_2026 days_2026_one",
                "select age from days_2026 | days_2026 days_2026_one",
                "select age from guarded | guarded wards",
                "with x(a) as materialized (select age from public.visits) select a, round(beds, 2) as b"
                        + " from x cross join lateral (select beds from wards limit 1) as y | visits wards",
            })
    void origin_isThatOfEveryTableThatAViewOrAPartitionIsMadeOf(String query, String tables) {
        RowSource.Origin origin = origin(query);
        assertEquals(Optional.empty(), origin.unresolved());
        assertEquals(
                tables,
                String.join(" ", origin.tables())
                        .replace("postgres.public.", "")
                        .replace("postgres.archive.visits ", ""));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "select age_of(id) as a, beds from wards",
                "select w.total, w.beds from wards w",
                "select b.age, w.beds from behind b, wards w",
                "select w.beds from wards w, quoting q",
                "select f.age, w.beds from far f, wards w",
                "select n as id, beds from generate_series(1, 3) n, pg_stats, wards",
                "select n as id from generate_series(1, 3) n",
                "select xpath_exists('/x', query_to_xml('select age from visits', true, false, ''))::int as a, beds"
                        + " from wards",
                "select beds, u.age from wards, u&\"v!0069sits\" uescape '!' u",
            })
    void origin_ofWhatNoTableTells_isNotKnown_whateverTablesAreNamedWithIt(String query) {
        assertFalse(origin(query).known(), query);
    }

    /** An unqualified name is that of the search path: it counts as the table of every schema. */
    @Test
    void origin_ofATableByTheSearchPath_holdsThatOfItsFullName() {
        RowSource.Origin byPath = JdbcRowSource.of(reader("127.0.0.1", "archive"), "select age from visits")
                .origin()
                .orElseThrow();
        RowSource.Origin full = origin("select age from archive.visits");
        assertTrue(byPath.tables().containsAll(full.tables()));
        assertEquals(1, full.tables().size());
    }

    @Test
    void origin_atAnotherAddress_namesTheSameServer_andNoCredentials() {
        RowSource.Origin here = origin("select age from wards, visits");
        assertTrue(here.database().matches("jdbc:postgresql://localhost:[0-9]+/postgres"), here.database());
        RowSource.Origin alias = JdbcRowSource.of(reader("127.0.0.2", "public"), "select age from wards, visits")
                .origin()
                .orElseThrow();
        assertNotEquals(here.database(), alias.database());
        assertEquals(here.server(), alias.server());
        assertTrue(here.server().orElseThrow().matches("postgresql system [0-9]+/[0-9]+"), here.server()::toString);
        assertEquals(here.tables(), alias.tables());
    }
}
