// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.dp.ledger.LedgerHistory;
import io.hedgerow.samples.output.ExitCode;
import io.hedgerow.samples.source.QueryFixtures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whose budget the rows of a query are: that of the tables which it reads, whatever the query's file is called. */
@Tag("slow")
class PrivateQueriesTest {

    private static final String SQL = "SELECT a, b, c FROM measured";

    @TempDir
    Path temp;

    private Path ledgers;
    private Path database;

    @BeforeEach
    void makeDatabase() throws IOException, SQLException {
        ledgers = temp.resolve("ledgers");
        List<String> lines = new ArrayList<>(List.of("a,b,c"));
        for (int k = 0; k < 240; k++) {
            lines.add(Math.sin(k) + "," + Math.cos(2 * k) + "," + Math.sin(k + 0.1 * k * k));
        }
        database = QueryFixtures.table(temp.resolve("ward.db"), Files.write(temp.resolve("rows.csv"), lines));
    }

    private void change(String statement) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + database);
                Statement change = connection.createStatement()) {
            change.execute(statement);
        }
    }

    private Path query(String name, Path of, String sql, String more) throws IOException {
        Path written = QueryFixtures.sqlite(temp, of, sql);
        Files.writeString(written, Files.readString(written) + more);
        return Files.move(written, temp.resolve(name));
    }

    private Path query(String name, String sql) throws IOException {
        return query(name, database, sql, "");
    }

    private Shell learn(int exit, Path... queries) {
        List<String> words = new ArrayList<>(List.of("learn", "--algorithm", "dp-gram", "--ledger"));
        words.addAll(List.of(
                ledgers.toString(), "--policy", temp.resolve("policy.yaml").toString(), "--data"));
        Stream.of(queries).map(Path::toString).forEach(words::add);
        words.addAll(List.of("--privacy", "epsilon=0.4,delta=1e-6"));
        Shell shell = Shell.real();
        assertEquals(exit, shell.run(words.toArray(String[]::new)), shell.err());
        return shell;
    }

    @BeforeEach
    void allowTwice() throws IOException {
        Files.writeString(
                temp.resolve("policy.yaml"),
                "budget: {epsilon: 1, delta: 1.0e-3}\nperStudy: {epsilon: 1, delta: 4.0e-4}\nminimumCohort: 1\n");
    }

    private List<String> datasets() throws IOException {
        try (Stream<Path> inside = Files.list(ledgers)) {
            return inside.filter(LedgerHistory::isIn)
                    .map(path -> path.getFileName().toString())
                    .sorted()
                    .toList();
        }
    }

    private double spent(String dataset) {
        return LedgerHistory.read(ledgers.resolve(dataset)).spent().spentEpsilon();
    }

    @Test
    void learn_ofTwoQueriesOverOneTable_chargesOneBudget() throws IOException {
        learn(0, query("first.yaml", SQL));
        learn(0, query("second.yaml", "SELECT m.a, b, 1.0 * c AS c FROM \"MEASURED\" m -- another text"));
        assertEquals(List.of("first.yaml"), datasets());
        assertEquals(0.8, spent("first.yaml"), 0.006);
        Shell refused = learn(ExitCode.REFUSED.number(), query("third.yaml", SQL));
        assertTrue(refused.err().contains("there is left epsilon"), refused.err());
    }

    @Test
    void learn_ofAQueryFileThatWasRenamed_findsItsBudget() throws IOException {
        Path first = query("first.yaml", SQL);
        learn(0, first);
        learn(0, Files.move(first, temp.resolve("moved.yaml")));
        assertEquals(List.of("first.yaml"), datasets());
        assertEquals(0.8, spent("first.yaml"), 0.006);
    }

    @Test
    void learn_ofAnotherTable_hasABudgetOfItsOwn() throws IOException, SQLException {
        change("create table another as select * from measured where a > 0");
        learn(0, query("first.yaml", SQL));
        learn(0, query("second.yaml", "SELECT a, b, c FROM another"));
        assertEquals(List.of("first.yaml", "second.yaml"), datasets());
    }

    /** The driver names the table of no expression; that of the column beside them must not decide. */
    @Test
    void learn_ofAViewBesideAnotherTable_chargesTheTableOfTheView() throws IOException, SQLException {
        change("create view v as select rowid as id, a, b from measured");
        change("create table wards as select rowid as id, c as beds from measured");
        learn(0, query("first.yaml", SQL));
        String beside = "SELECT v.a + 0 AS a, v.b + 0 AS b, w.beds AS c FROM v JOIN wards w ON w.id = v.id";
        learn(0, query("second.yaml", beside));
        assertEquals(List.of("first.yaml"), datasets());
        assertEquals(0.8, spent("first.yaml"), 0.006);
        Shell refused = learn(ExitCode.REFUSED.number(), query("third.yaml", beside));
        assertTrue(refused.err().contains("there is left epsilon"), refused.err());
        learn(ExitCode.REFUSED.number(), query("fourth.yaml", database, beside, "  dataset: other\n"));
    }

    /** A part that has a name does not say whose the rest is. */
    @Test
    void learn_ofAKnownTableBesideWhatIsUnknown_isRefused_andSaysTheName() throws IOException {
        learn(0, query("first.yaml", SQL));
        Shell refused = learn(
                ExitCode.REFUSED.number(),
                query("second.yaml", "SELECT a, b, c FROM measured JOIN pragma_table_info('measured') p ON p.cid = 0"));
        assertTrue(refused.err().contains("PRAGMA_TABLE_INFO"), refused.err());
        assertTrue(refused.err().contains("known to these ledgers as dataset first.yaml"), refused.err());
    }

    @Test
    void learn_ofACopyOfTheDatabase_underAnotherName_isRefused() throws IOException {
        learn(0, query("first.yaml", SQL));
        Path copy = Files.copy(database, temp.resolve("copy.db"));
        Shell refused = learn(ExitCode.REFUSED.number(), query("second.yaml", copy, SQL, "  dataset: other\n"));
        assertTrue(refused.err().contains("a copy of " + database.toRealPath()), refused.err());
        learn(0, query("third.yaml", copy, SQL, ""));
        assertEquals(List.of("first.yaml"), datasets());
    }

    @Test
    void learn_ofAKnownTable_underAnotherStatedName_isRefused_andSaysTheNameThatItHas() throws IOException {
        learn(0, query("first.yaml", SQL));
        Shell refused = learn(ExitCode.REFUSED.number(), query("second.yaml", database, SQL, "  dataset: other\n"));
        assertTrue(refused.err().contains("known to these ledgers as dataset first.yaml"), refused.err());
        assertTrue(refused.err().contains("dataset: first.yaml in the query's file"), refused.err());
        Files.writeString(
                temp.resolve("policy.yaml"),
                "dataset: {id: other, rows: 240}\nunit: record\n" + Files.readString(temp.resolve("policy.yaml")));
        learn(ExitCode.REFUSED.number(), query("third.yaml", SQL));
        allowTwice();
        learn(0, query("fourth.yaml", database, SQL, "  dataset: first.yaml\n"));
        assertEquals(List.of("first.yaml"), datasets());
        assertEquals(0.8, spent("first.yaml"), 0.006);
    }

    @Test
    void learn_ofOneTableAtTwoSites_chargesNothing() throws IOException {
        Path first = query("first.yaml", SQL);
        Path second = query("second.yaml", SQL);
        learn(ExitCode.REFUSED.number(), first, second);
        assertEquals(0, datasets().stream().mapToDouble(this::spent).sum());
        learn(0, first);
        Shell refused = learn(ExitCode.REFUSED.number(), first, second);
        assertTrue(refused.err().contains("one data set is at one site"), refused.err());
    }

    @Test
    void learn_whenNothingTellsWhatAQueryReads_isRefused_unlessItSaysWhoseBudgetItIs() throws IOException {
        String sql = "WITH RECURSIVE n(k) AS (SELECT 1 UNION ALL SELECT k + 1 FROM n WHERE k < 240) "
                + "SELECT sin(k) AS a, cos(2 * k) AS b, sin(k * k) AS c FROM n";
        Shell refused = learn(ExitCode.REFUSED.number(), query("first.yaml", sql));
        assertTrue(refused.err().contains("the tables that this query reads are unknown"), refused.err());
        assertFalse(Files.exists(ledgers));
        learn(0, query("second.yaml", database, sql, "  dataset: made\n"));
        learn(0, query("third.yaml", database, sql, "  dataset: made\n"));
        assertEquals(List.of("made"), datasets());
        assertEquals(0.8, spent("made"), 0.006);
    }

    @Test
    void learn_whereFileAndPolicyNameDifferentDataSets_isRefused() throws IOException {
        Files.writeString(
                temp.resolve("policy.yaml"),
                "dataset: {id: ward, rows: 240}\nunit: record\n" + Files.readString(temp.resolve("policy.yaml")));
        Shell refused = learn(ExitCode.REFUSED.number(), query("first.yaml", database, SQL, "  dataset: other\n"));
        assertTrue(refused.err().contains("the policy is of dataset ward"), refused.err());
        learn(0, query("second.yaml", database, SQL, "  dataset: ward\n"));
        assertEquals(List.of("ward"), datasets());
    }
}
