// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.data;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.jdbc.JdbcRowSource;
import io.hedgerow.core.internal.columns.EndingCoding;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JdbcRowSourceTest {

    private final JdbcDataSource database = new JdbcDataSource();
    /** Keeps the in-memory database alive. */
    private Connection keeper;

    @BeforeEach
    void createTable() throws SQLException {
        database.setURL("jdbc:h2:mem:rows");
        keeper = database.getConnection();
        try (Statement statement = keeper.createStatement()) {
            statement.execute(
                    "create table people(id int, height double precision, weight decimal(10,3), name varchar(10),"
                            + " note double precision)");
            statement.execute("insert into people values (1, 1.75, 80.125, 'a', null), (2, 1.5, 50, 'b', 4),"
                    + " (3, 1.25, 30.5, 'c', 5)");
        }
    }

    @AfterEach
    void drop() throws SQLException {
        keeper.close();
    }

    @Test
    void read_whenQueryHasAliases_namesColumnsByThem() {
        JdbcRowSource source = JdbcRowSource.of(
                database, "select height * 2 as twice, weight as \"w\", id from people order by id desc");

        assertEquals(List.of("TWICE", "w", "ID"), source.schema().names());
        assertRows(source, new double[][] {{2.5, 30.5, 3}, {3, 50, 2}, {3.5, 80.125, 1}});
        // Again: each reading runs the query anew.
        assertRows(source, new double[][] {{2.5, 30.5, 3}, {3, 50, 2}, {3.5, 80.125, 1}});
        assertEquals(3, SufficientStatistics.of(source).rows());
    }

    @Test
    void read_whenNullsAreSkipped_leavesOutTheRow() {
        JdbcRowSource source =
                JdbcRowSource.of(database, "select id, note from people order by id", MissingValues.SKIP_ROW);
        assertRows(source, new double[][] {{2, 4}, {3, 5}});
        assertEquals(
                new RowSource.Omitted(
                        source.description(),
                        3,
                        1,
                        0,
                        Map.of("NOTE", 1L),
                        List.of(),
                        source.omitted().contrasts()),
                source.omitted());
    }

    @Test
    void read_whenNullsAreUsed_keepsTheRow() {
        JdbcRowSource source = JdbcRowSource.of(database, "select id, note from people order by id", MissingValues.USE);
        assertRows(source, new double[][] {{1, Double.NaN}, {2, 4}, {3, 5}});
        assertEquals(
                new RowSource.Omitted(source.description(), 3, 0, 1, Map.of("NOTE", 1L), List.of(), List.of()),
                source.omitted());
        JdbcRowSource infinite =
                JdbcRowSource.of(database, "select cast('Infinity' as double) as x from people", MissingValues.USE);
        DataException refused = assertThrows(DataException.class, () -> infinite.forEachRow(row -> {}));
        assertTrue(refused.getMessage().contains("must be a finite number"), refused.getMessage());
    }

    @Test
    void missingLevels_areNaN_whereMissingCellsAreUsed() {
        String query = "select nullif(name, 'b') as who, id from people order by id";
        Map<String, VariableKind.Coding> levels = Map.of("WHO", VariableKind.categorical("c", "a"));
        assertRows(JdbcRowSource.of(database, query, MissingValues.USE, Set.of(), levels), new double[][] {
            {1, 1}, {Double.NaN, 2}, {0, 3}
        });
        DataException refused = assertThrows(
                DataException.class,
                () -> JdbcRowSource.of(database, query, MissingValues.USE, Set.of("WHO"))
                        .forEachRow(row -> {}));
        assertTrue(refused.getMessage().contains("row 2, column \"WHO\": must be a number"), refused.getMessage());
    }

    /** A text is kept to the letter; a number has none, whatever its type. */
    @Test
    void keysOfText_areKeptToTheLetter() {
        JdbcRowSource text = JdbcRowSource.of(
                database,
                "select case id when 1 then '7' when 2 then '007' else '7.0' end as person from people order by id",
                MissingValues.REFUSE,
                Set.of("PERSON"));
        List<String> written = new ArrayList<>();
        text.forEachRow(row -> written.add(text.keyText(row[0])));
        assertEquals(List.of("7", "007", "7.0"), written);
        JdbcRowSource number = JdbcRowSource.of(
                database,
                "select cast(7 as decimal(9, 2)) as person, cast(7 as double) as other from people where id = 1",
                MissingValues.REFUSE,
                Set.of("PERSON", "OTHER"));
        assertRows(number, new double[][] {{7, 7}});
    }

    @Test
    void keys_mayBeNames() {
        String query =
                "select case id when 3 then ' 7' else name || '-x' end as person, height from people order by id";
        JdbcRowSource source = JdbcRowSource.of(database, query, MissingValues.REFUSE, Set.of("PERSON", "other"));
        List<double[]> rows = new ArrayList<>();
        for (int reading = 0; reading < 2; reading++) {
            source.forEachRow(row -> rows.add(row.clone()));
        }
        assertEquals("a-x", source.keyText(rows.get(0)[0]));
        assertEquals("b-x", source.keyText(rows.get(1)[0]));
        assertEquals(7, rows.get(2)[0]);
        assertEquals(rows.get(0)[0], rows.get(3)[0], "the same number in every reading");
        String missing = "select nullif(name, 'b') as person, height from people order by id";
        DataException refused = assertThrows(
                DataException.class,
                () -> JdbcRowSource.of(database, missing, MissingValues.REFUSE, Set.of("PERSON"))
                        .forEachRow(row -> {}));
        assertTrue(
                refused.getMessage().contains("row 2, column \"PERSON\": must be a number, was NULL"),
                refused.getMessage());
        assertRows(
                JdbcRowSource.of(
                        database,
                        "select 'na' as person, id from people where id = 1",
                        MissingValues.AS_NAN,
                        Set.of("PERSON")),
                new double[][] {{Double.NaN, 1}});
        DataException neither = assertThrows(
                DataException.class,
                () -> JdbcRowSource.of(
                                database,
                                "select 'na' as person, id from people",
                                MissingValues.SKIP_ROW,
                                Set.of("PERSON"))
                        .forEachRow(row -> {}));
        assertTrue(
                neither.getMessage().contains("must say whose row it is by a number, or a name"), neither.getMessage());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "select id, note from people order by id | , row 1, column \"NOTE\": must be a number, was NULL (missing):"
                        + " complete the cell, exclude the record in the query, or read with MissingValues.USE"
                        + " (gram) or SKIP_ROW",
                "select id, name from people | , column \"NAME\": must be numeric, has type CHARACTER VARYING: cast it in"
                        + " the query, leave it out, or name its levels if it is a category",
                "select id, true as b from people | , column \"B\": must be numeric, has type BOOLEAN: cast it in the query,"
                        + " leave it out, or name its levels if it is a category",
                "select id, height as id from people | , column 2: must have a name of its own, was \"ID\": name it in the"
                        + " query with AS",
                "select id from people where id > 9 | : needs at least 2 rows, has 0",
                "select cast('NaN' as double precision) as x | , row 1, column \"X\": must be a finite number, was NaN",
            })
    void read_whenDataIsBad_saysWhereAndWhatIsAllowed(String query, String message) {
        DataException e =
                assertThrows(DataException.class, () -> SufficientStatistics.of(JdbcRowSource.of(database, query)));

        assertEquals("query \"" + query + "\"" + message, e.getMessage());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "select from from people | 42001",
                "select none from people | 42S22",
                "select id from nobody | 42S02"
            })
    void of_whenSqlIsWrong_passesOnTheDatabasesReasonInOneLine(String query, String state) {
        DataException e = assertThrows(DataException.class, () -> JdbcRowSource.of(database, query));

        String message = String.valueOf(e.getMessage());
        assertTrue(
                message.startsWith("query \"" + query + "\": must be a query that the database can run, failed with "),
                message);
        assertTrue(message.endsWith(" (SQL state " + state + ")"), message);
        assertEquals(1, message.lines().count());
    }

    @Test
    void read_whenQueryFailsWhileRunning_passesOnTheReason() {
        JdbcRowSource source = JdbcRowSource.of(database, "select id, 1 / (3 - id) as x from people order by id");

        DataException e = assertThrows(DataException.class, () -> source.forEachRow(row -> {}));

        assertTrue(String.valueOf(e.getMessage()).contains("Division by zero"), e.getMessage());
    }

    @Test
    void read_whenTableChangedSinceOpening_isRefused() throws SQLException {
        JdbcRowSource source = JdbcRowSource.of(database, "select * from (select id, height from people)");
        JdbcRowSource star = JdbcRowSource.of(database, "select id, weight from people");
        try (Statement statement = keeper.createStatement()) {
            statement.execute("drop table people");
        }

        assertThrows(DataException.class, () -> source.forEachRow(row -> {}));
        assertThrows(DataException.class, () -> star.forEachRow(row -> {}));
    }

    @Test
    void description_whenQueryIsLong_isOneShortLine() {
        JdbcRowSource source = JdbcRowSource.of(
                database, "select id,\n  height, weight, id + 1 as a, id + 2 as b, id + 3 as c from people");

        assertEquals("query \"select id,   height, weight, id + 1 as a, id + 2 as b, id + …\"", source.description());
        assertEquals("JdbcRowSource[" + source.description() + "]", source.toString());
    }

    private static void assertRows(RowSource source, double[][] expected) {
        List<double[]> rows = new ArrayList<>();
        source.forEachRow(row -> rows.add(row.clone()));
        assertEquals(expected.length, rows.size());
        for (int r = 0; r < expected.length; r++) {
            assertArrayEquals(expected[r], rows.get(r));
        }
    }

    /** Text, truth values and codes that are numbers are levels to the letter. */
    @Test
    void textsThatAreLevels_areTheirPlaces() {
        String query = "select name, id < 3 as young, id as code, weight from people order by id";
        Map<String, VariableKind.Coding> levels = Map.of(
                "NAME", VariableKind.categorical("c", "b", "a"),
                "YOUNG", VariableKind.categorical("false", "true"),
                "CODE", VariableKind.categorical("1", "2", "3"));
        JdbcRowSource source = JdbcRowSource.of(database, query, MissingValues.REFUSE, Set.of(), levels);
        assertEquals(List.of("c", "b", "a"), source.schema().levels(0));
        assertEquals(VariableKind.NUMERIC, source.schema().kind(3));
        assertRows(source, new double[][] {{2, 1, 0, 80.125}, {1, 1, 1, 50}, {0, 0, 2, 30.5}});
        assertEquals(List.of("NAME", "YOUNG", "CODE", "WEIGHT"), JdbcRowSource.columns(database, query));
    }

    /** Neither its text nor whether it is NULL. */
    @Test
    void cellsOfAColumnThatHasEnded_areNotFetched() {
        EndingCoding ended = new EndingCoding() {
            @Override
            public boolean hasEnded() {
                return true;
            }

            @Override
            public VariableKind kind() {
                return VariableKind.NUMERIC;
            }

            @Override
            public double code(String text) {
                throw new AssertionError("no text is needed");
            }

            @Override
            public String complaint(String text) {
                throw new AssertionError("no text is needed");
            }
        };
        Map<String, VariableKind.Coding> texts = Map.of("NAME", ended, "NOTE", ended);
        String query = "select note, name, id from people order by id";
        JdbcRowSource source = JdbcRowSource.of(database, query, MissingValues.REFUSE, Set.of(), texts);
        assertRows(source, new double[][] {{0, 0, 1}, {0, 0, 2}, {0, 0, 3}});
    }

    @Test
    void aTextThatIsNoLevel_isRefused_orMissing() {
        String query = "select name from people order by id";
        Map<String, VariableKind.Coding> levels = Map.of("NAME", VariableKind.categorical("A", "b"));
        JdbcRowSource source = JdbcRowSource.of(database, query, MissingValues.REFUSE, Set.of(), levels);
        DataException refused = assertThrows(DataException.class, () -> source.forEachRow(row -> {}));
        assertTrue(
                refused.getMessage()
                        .contains("row 1, column \"NAME\": must be one of the levels A, b, was \"a\", did you mean"
                                + " \"A\"?"),
                refused.getMessage());
        assertRows(
                JdbcRowSource.of(database, query, MissingValues.AS_NAN, Set.of(), levels),
                new double[][] {{Double.NaN}, {1}, {Double.NaN}});
    }
}
