// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.operate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A source of rows that is away, or holds others than were declared, before and after the charge. */
@Tag("slow")
@Timeout(300)
class SourceFailsTest {

    private static final int DEADLINE = 60;

    @TempDir
    Path temp;

    private static Path data(TestFederation federation, String site) {
        List<String> words = federation.siteArguments(site);
        return Path.of(words.get(words.indexOf("--data") + 1));
    }

    private static void requirePaidOnce(TestFederation federation) {
        for (String site : federation.sites()) {
            federation.requireNothingComputedTwice(site, true);
            federation.requireSpentOnce(site);
        }
    }

    @Test
    void fileWithItsHeaderAlone_orWithoutItsLastRow_isRefusedBeforeTheCharge() throws Exception {
        try (TestFederation federation = TestFederation.budgeted(temp.resolve("study"), 3, false, DEADLINE)) {
            Path data = data(federation, "site-1");
            List<String> lines = Files.readAllLines(data);
            Files.write(data, lines.subList(0, 1));
            federation.site("site-1").fails(3, "must have at least 2 units, has 0");
            Files.write(data, lines.subList(0, lines.size() - 1));
            federation
                    .site("site-1")
                    .fails(
                            3,
                            "must hold the declared number of " + (lines.size() - 1) + " rows, holds "
                                    + (lines.size() - 2),
                            "nothing was charged");
            assertEquals(0, federation.ledger("site-1").spent().spentEpsilon());
            assertEquals(0, federation.network("site-1").attempts(), "it never dialled");
            Files.write(data, lines);
            List<Child> sites = federation.everySite();
            federation.coordinator().ends(0);
            for (Child site : sites) {
                site.ends(0);
            }
            requirePaidOnce(federation);
        }
    }

    /** Nothing listens at port 1. */
    @Test
    void databaseThatIsAwayWhileASiteJoins_isAskedAgain_untilItsPatienceIsOver() throws Exception {
        try (TestFederation federation = TestFederation.budgeted(temp.resolve("study"), 3, false, DEADLINE)) {
            Path query = Files.writeString(
                    temp.resolve("away.yaml"),
                    "query:\n  url: jdbc:postgresql://127.0.0.1:1/ward\n  sql: SELECT dose FROM visits\n");
            List<String> words = new ArrayList<>(federation.siteArguments("site-1"));
            words.set(words.indexOf("--data") + 1, query.toString());
            words.addAll(List.of("--patience", "4"));
            Child.inThisProcess("away", temp.resolve("out"), words)
                    .fails(75, "tries again to join: ", "the database cannot be reached now");
            assertEquals(0, federation.network("site-1").attempts(), "it never dialled");
        }
    }

    /** People learn what a site waits for every ten seconds, also with {@code --quiet}; a thread may wake late. */
    @Test
    void databaseThatNeverAnswers_isWaitedForInTheFormatOfTheLog_alsoByDoctorAndLearn() throws Exception {
        try (TestFederation federation = TestFederation.budgeted(temp.resolve("study"), 3, false, DEADLINE);
                ServerSocket silent = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
            Path query = Files.writeString(
                    temp.resolve("silent.yaml"),
                    "query:\n  url: jdbc:postgresql://127.0.0.1:" + silent.getLocalPort()
                            + "/ward\n  sql: SELECT dose FROM visits\n  longestWait: 11s\n");
            List<String> words = new ArrayList<>(federation.siteArguments("site-1"));
            words.set(words.indexOf("--data") + 1, query.toString());
            words.addAll(List.of("--patience", "1", "--quiet", "--log-format", "json"));
            Child site = Child.inThisProcess("silent", temp.resolve("out"), words);
            List<String> checked = new ArrayList<>(federation.siteArguments("site-1"));
            checked.set(1, "doctor");
            checked.set(checked.indexOf("--data") + 1, query.toString());
            checked.subList(checked.indexOf("--coordinator"), checked.indexOf("--coordinator") + 2)
                    .clear();
            checked.add("--quiet");
            Child doctor = Child.inThisProcess("doctor", temp.resolve("doctor"), checked);
            Child learn = Child.start(
                    "learn",
                    temp.resolve("learn"),
                    -1,
                    "io.hedgerow.samples.cli.Hedgerow",
                    List.of("learn", "--data", query.toString(), "--quiet"));
            site.ends(75);
            String[] lines = site.errors().split("\n", -1);
            assertTrue(lines[0].contains("\"level\":\"warning\",\"event\":\"database-silent\""), site.errors());
            assertTrue(lines[0].matches(".*\"message\":\"waiting for the database, [1-9][0-9]+ s\".*"), site.errors());
            assertTrue(lines[1].contains("\"event\":\"failed\""), site.errors());
            for (Child other : List.of(doctor, learn)) {
                other.awaitOutput("hedgerow: warning: waiting for the database, 1");
                other.process().waitFor();
                String all = other.output() + other.errors();
                assertTrue(all.contains("the database did not let this program in within 11 s"), all);
            }
            learn.ends(75);
            doctor.ends(3);
        }
    }

    /** The last site comes when the first one has joined and its rows are gone; with it all are charged. */
    private void afterTheCharge(String name, boolean masked, Failing failing) throws Exception {
        try (TestFederation federation = TestFederation.budgeted(temp.resolve(name), 3, masked, DEADLINE)) {
            Path data = data(federation, "site-1");
            byte[] rows = Files.readAllBytes(data);
            Child coordinator = federation.coordinator();
            Child first = federation.site("site-1");
            Child second = federation.site("site-2");
            coordinator.awaitOutput("site site-1 is connected");
            failing.fail(data);
            Child third = federation.site("site-3");
            first.awaitOutput("the data cannot be read now, which is tried again");
            coordinator.awaitOutput("site site-1 cannot answer: it cannot read its data now");
            second.awaitOutput("site site-1 cannot answer: it cannot read its data now");
            Files.write(data, rows);
            coordinator.ends(0);
            for (Child site : List.of(first, second, third)) {
                site.ends(0);
            }
            assertEquals("rounds-completed", federation.state());
            requirePaidOnce(federation);
        }
    }

    private interface Failing {
        void fail(Path data) throws IOException;
    }

    @Test
    void fileThatIsGoneAfterTheCharge_keepsTheRoundOpen_andTheStudyHasItsNetwork() throws Exception {
        afterTheCharge("plain", false, Files::delete);
    }

    @Test
    void fileWithOtherRowsAfterTheCharge_behindMasks_keepsTheRoundOpen() throws Exception {
        afterTheCharge("masked", true, data -> {
            List<String> lines = Files.readAllLines(data);
            Files.write(data, lines.subList(0, lines.size() / 2));
        });
    }

    /** The password was changed between the charge and the reading; its file follows later, and is away before that. */
    @Test
    void passwordThatChangesAfterTheCharge_keepsTheRoundOpen_untilItsFileHasIt() throws Exception {
        try (TestFederation federation = TestFederation.budgeted(temp.resolve("study"), 3, false, DEADLINE)) {
            String url = "jdbc:h2:" + temp.resolve("ward");
            Path secret = Files.writeString(temp.resolve("password.txt"), "first\n");
            String columns =
                    '"' + Files.readAllLines(data(federation, "site-1")).get(0).replace(",", "\",\"") + '"';
            Path query = Files.writeString(
                    temp.resolve("ward.yaml"),
                    "query:\n  url: \"" + url
                            + "\"\n  user: reader\n  passwordFile: password.txt\n  sql: >-\n    SELECT " + columns
                            + " FROM visits\n");
            try (Connection administrator = DriverManager.getConnection(url, "administrator", "");
                    Statement statement = administrator.createStatement()) {
                statement.execute("create table visits(" + columns.replace(",", " double precision,")
                        + " double precision) as select * from csvread('" + data(federation, "site-1") + "')");
                statement.execute("create user reader password 'first'");
                statement.execute("grant select on visits to reader");
                List<String> words = new ArrayList<>(federation.siteArguments("site-1"));
                words.set(words.indexOf("--data") + 1, query.toString());
                Child coordinator = federation.coordinator();
                Child first = Child.inThisProcess("rotated", temp.resolve("out"), words);
                Child second = federation.site("site-2");
                coordinator.awaitOutput("site site-1 is connected");
                Files.delete(secret);
                statement.execute("alter user reader set password 'second'");
                Child third = federation.site("site-3");
                first.awaitOutput("passwordFile: must be a file that can be read");
                Files.writeString(secret, "first\n");
                first.awaitOutput("Wrong user name or password");
                Files.writeString(secret, "second\n");
                coordinator.ends(0);
                for (Child site : List.of(first, second, third)) {
                    site.ends(0);
                }
            }
            requirePaidOnce(federation);
        }
    }

    /** Too few answered before the deadline; what was paid for is not lost, as nothing was computed. */
    @Test
    @Tag("long") // it waits for a deadline
    void fileThatStaysAwayUntilTheDeadline_costsNothingMoreWhenAllAreStartedAgain() throws Exception {
        try (TestFederation federation = TestFederation.budgeted(temp.resolve("study"), 3, false, 15)) {
            Path data = data(federation, "site-1");
            byte[] rows = Files.readAllBytes(data);
            Child coordinator = federation.coordinator();
            Child first = federation.site("site-1");
            Child second = federation.site("site-2");
            coordinator.awaitOutput("site site-1 is connected");
            Files.delete(data);
            Child third = federation.site("site-3");
            coordinator.ends(7);
            assertEquals("quorum-not-met", federation.state());
            assertTrue(coordinator.output().contains("to go on with that round"), coordinator.output());
            for (Child site : List.of(first, second, third)) {
                site.ends(7);
            }
            Files.write(data, rows);
            List<Child> again = federation.everySite();
            federation.coordinator().ends(0);
            for (Child site : again) {
                site.ends(0);
            }
            requirePaidOnce(federation);
        }
    }
}
