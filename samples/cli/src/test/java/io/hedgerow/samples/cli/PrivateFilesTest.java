// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.hedgerow.dp.ledger.LedgerHistory;
import io.hedgerow.samples.output.ExitCode;
import io.hedgerow.samples.source.QueryFixtures;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whose budget a file's is, who is one person, and what a refusal has read. */
@Tag("slow")
class PrivateFilesTest extends LedgerFiles {

    @Test
    void learn_ofOneFileByUser_splitsByUserAndSaysSo() throws IOException {
        Path file = file("all.csv");
        String[] split = {"--columns", "patient,a,b,c", "--sites", "3", "--privacy", "epsilon=1,unit=patient"};
        List<String> json = words(file, split);
        json.add("--json");
        JsonNode result = SiteFolder.json(Shell.real(), json.toArray(String[]::new));
        for (JsonNode site : result.get("privacy")) {
            assertEquals("by person, at random", site.get("division").asText());
            assertEquals(0, site.get("severalSites").size(), "everybody is at one site");
        }
        Shell text = Shell.real();
        assertEquals(0, text.run(words(file, split).toArray(String[]::new)), text.err());
        assertTrue(text.out().contains("split by person, at random"), text.out());
    }

    /** A query that gives its rows in another order whenever it runs. */
    private Path query(String columns) throws IOException, SQLException {
        Path database = temp.resolve("all.db");
        if (Files.notExists(database)) {
            QueryFixtures.table(database, file("all.csv"));
        }
        return QueryFixtures.sqlite(temp, database, "select " + columns + " from measured order by random()");
    }

    @Test
    void learn_ofAQueryWithoutAnOrder_isDividedByUser_andByRowRefusedBeforeTheLedger()
            throws IOException, SQLException {
        Path query = query("patient, a, b, c");
        learn(0, query, "--sites", "3", "--privacy", "epsilon=1,unit=patient");
        assertEquals(List.of("rows.yaml"), datasets());
        assertTrue(spent("rows.yaml") > 0);
        ledgers = temp.resolve("others");
        Shell refused = learn(ExitCode.BAD_DATA.number(), query("a, b, c"), "--sites", "3", "--privacy", "epsilon=1");
        assertTrue(
                refused.err().contains("must keep the order of its rows")
                        && refused.err().contains("unit=COLUMN in --privacy"),
                refused.err());
        assertFalse(Files.exists(ledgers), "nothing was charged");
    }

    /** The ledger is charged by then, and nothing that was made of the other rows leaves. */
    @Test
    void learn_ofAQueryWithOtherRowsAtEveryReading_endsWithoutANetwork() throws IOException, SQLException {
        Path query = query("patient, a, b, random() % 5 as c");
        Shell shell = learn(ExitCode.BAD_DATA.number(), query, "--sites", "3", "--privacy", "epsilon=1,unit=patient");
        assertTrue(shell.err().contains("must have the same rows at every reading"), shell.err());
        assertTrue(spent("rows.yaml") > 0);
        assertEquals("", shell.out());
    }

    @ParameterizedTest
    @ValueSource(strings = {"blocks", "shuffle"})
    void learn_ofAQueryWithoutAnOrder_withoutABudget_findsThatPartsWouldMix(String partition)
            throws IOException, SQLException {
        Shell shell = Shell.real();
        assertEquals(
                ExitCode.BAD_DATA.number(),
                shell.run(
                        "learn",
                        "--algorithm",
                        "gram",
                        "--sites=2",
                        "--partition=" + partition,
                        "--data=" + query("a, b, c")),
                shell.err());
        assertTrue(shell.err().contains("the same rows in the same order at every reading"), shell.err());
    }

    @Test
    void learn_ofSeveralFiles_saysWhatAUserAtTwoAndAtAllOfThemCosts() throws IOException {
        List<String> words =
                words(file("a.csv"), file("b.csv").toString(), file("c.csv").toString());
        words.addAll(List.of("--privacy", "epsilon=1,delta=1e-6,unit=patient"));
        Shell text = Shell.real();
        assertEquals(0, text.run(words.toArray(String[]::new)), text.err());
        assertTrue(text.out().contains("a person with rows at 2 sites: epsilon "), text.out());
        words.add("--json");
        JsonNode site = SiteFolder.json(Shell.real(), words.toArray(String[]::new))
                .get("privacy")
                .get(0);
        assertFalse(site.has("division"));
        assertEquals(2, site.get("severalSites").get(0).get("sites").asInt());
        assertEquals(3, site.get("severalSites").get(1).get("sites").asInt());
        double one = site.get("epsilon").asDouble();
        double two = site.get("severalSites").get(0).get("epsilon").asDouble();
        double three = site.get("severalSites").get(1).get("epsilon").asDouble();
        // composition of Gaussians is dearer than one of them and cheaper than adding their epsilons up
        assertTrue(one < two && two < 2 * one && two < three && three < 3 * one, one + ", " + two + ", " + three);
    }

    @Test
    void learn_ofOneFileInAnyNumberOfSites_chargesOneLedger() throws IOException {
        Path file = file("all.csv");
        String policy = policy(SHARED);
        learn(0, file, "--policy", policy, "--privacy", "epsilon=0.4,delta=1e-6");
        learn(0, file, "--policy", policy, "--privacy", "epsilon=0.4,delta=1e-6", "--sites", "3");
        learn(0, file, "--policy", policy, "--privacy", "epsilon=0.4,delta=1e-6", "--sites", "4");
        assertEquals(List.of("all.csv"), datasets());
        // calibrated within half a per cent from below; sites of one run are charged once
        assertEquals(1.2, spent("all.csv"), 0.006);
        Shell refused =
                learn(ExitCode.REFUSED.number(), file, "--policy", policy, "--privacy", "epsilon=0.9", "--sites=5");
        assertTrue(refused.err().contains("there is left epsilon"), refused.err());
    }

    @Test
    void learn_withAPolicyThatNamesItsData_chargesThatDataSetWhateverTheFileIsCalled() throws IOException {
        Path file = file("all.csv");
        String policy = policy("dataset: {id: north-ward, rows: " + ROWS + "}\nunit: record\n" + SHARED);
        learn(0, file, "--policy", policy, "--privacy", "epsilon=1");
        learn(0, file("moved.csv"), "--policy", policy, "--privacy", "epsilon=0.9", "--sites", "3");
        assertEquals(List.of("north-ward"), datasets());
        learn(ExitCode.REFUSED.number(), file, "--policy", policy, "--privacy", "epsilon=0.5", "--sites", "4");
        List<String> two = words(file, file("other.csv").toString(), "--policy", policy);
        Shell several = Shell.real();
        assertEquals(ExitCode.USAGE.number(), several.run(two.toArray(String[]::new)), several.err());
        assertTrue(several.err().contains("the policy is of dataset north-ward"), several.err());
    }

    /** With replace-one the number of rows is public, so it is compared before anything is charged. */
    @Test
    void learn_withAPolicyThatNamesItsRows_comparesThemBeforeTheCharge() throws IOException {
        Path file = file("all.csv", ROWS + 1);
        String policy = policy("dataset: {id: north-ward, rows: " + ROWS + "}\nunit: record\n" + SHARED);
        Shell shell = learn(ExitCode.BAD_DATA.number(), file, "--policy", policy, "--privacy", "epsilon=1");
        assertTrue(shell.err().contains("must hold the declared number of " + ROWS + " rows"), shell.err());
        assertTrue(shell.err().contains("nothing was charged"), shell.err());
        file("all.csv", ROWS);
        learn(0, file, "--policy", policy, "--privacy", "epsilon=1");
        assertTrue(spent("north-ward") > 0.9 && spent("north-ward") <= 1, "charged once");
    }

    @Test
    void learn_whenTheLastSiteIsRefused_costsTheOthersNothing() throws IOException {
        Path first = file("first.csv");
        Path last = Files.writeString(temp.resolve("last.csv"), Files.readString(first) + "99,0.5,0.5,0.5\n");
        String policy = policy(SHARED);
        learn(0, last, "--policy", policy, "--privacy", "epsilon=1,delta=1e-6");
        learn(0, last, "--policy", policy, "--privacy", "epsilon=0.9,delta=1e-6");
        learn(
                ExitCode.REFUSED.number(),
                first,
                last.toString(),
                "--policy",
                policy,
                "--privacy",
                "epsilon=1,delta=1e-6");
        assertTrue(!LedgerHistory.isIn(ledgers.resolve("first.csv")) || spent("first.csv") == 0);
        learn(0, first, "--policy", policy, "--privacy", "epsilon=1,delta=1e-6");
        assertEquals(1, spent("first.csv"), 0.005);
    }

    /** Its first line can be read, its records not to the end: compressed data that were cut. */
    private Path thatCannotBeRead(String name) throws IOException {
        Path file = file(name);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
            out.write(Files.readAllBytes(file));
        }
        return Files.write(file, Arrays.copyOf(bytes.toByteArray(), bytes.size() - 20));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "epsilon=5,unit=record",
                "epsilon=1,delta=1e-2,unit=record",
                "epsilon=1.5,unit=patient",
                "epsilon=1,unit=patient"
            })
    void learn_whenPolicyOrLedgerRefuses_hasReadNoRecord(String asked) throws IOException {
        String user = asked.contains("patient") ? "unit: {person: patient}\n" : "";
        String policy = policy(user + SHARED);
        String small = "epsilon=0.9,delta=1e-6" + (user.isEmpty() ? ",unit=record" : ",unit=patient");
        Path file = file("all.csv");
        learn(0, file, "--policy", policy, "--privacy", small);
        learn(0, file, "--policy", policy, "--privacy", small);
        Path broken = thatCannotBeRead("all.csv");
        Shell refused = learn(ExitCode.REFUSED.number(), broken, "--policy", policy, "--privacy", asked);
        assertTrue(refused.err().contains("there is left epsilon"), refused.err());
        // a record is what cannot be read: whoever reads one ends with bad data
        Shell reading = Shell.real();
        List<String> unasked = words(broken, "--privacy", small);
        assertEquals(ExitCode.BAD_DATA.number(), reading.run(unasked.toArray(String[]::new)), reading.err());
    }

    @Test
    void learn_withALedgerOfAnotherPromise_isRefusedBeforeARecordIsRead() throws IOException {
        learn(0, file("all.csv"), "--privacy", "epsilon=1,unit=record");
        Path broken = thatCannotBeRead("all.csv");
        for (String asked : List.of(
                "epsilon=0.5,unit=record",
                "epsilon=1,unit=patient",
                "epsilon=1,unit=record,adjacency=zero-out,n0=200")) {
            Shell refused = learn(ExitCode.REFUSED.number(), broken, "--privacy", asked);
            assertTrue(refused.err().contains("never change;"), refused.err());
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "epsilon=1,unit=record",
                "epsilon=1,unit=record,adjacency=zero-out,n0=80",
                "epsilon=1,unit=patient"
            })
    void learn_withABudget_dividesAtRandomOnly(String asked) throws IOException {
        Shell blocks =
                learn(ExitCode.USAGE.number(), file("all.csv"), "--sites=3", "--partition=blocks", "--privacy", asked);
        assertTrue(blocks.err().contains("--partition blocks cannot be combined with a privacy budget"), blocks.err());
        learn(0, file("all.csv"), "--sites=3", "--partition=shuffle", "--privacy", asked);
    }

    /** Whether a run goes on must not depend on what records hold, so the name of a column has to do. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "learn --data @ --privacy epsilon=2",
                "learn --data @ --algorithm dp-fed-sparse --privacy epsilon=2,delta=1e-6",
                "federation --data @ --sites 2 --algorithm dp-gram --epsilon 2 --out never"
            })
    void budgetOverSeveralRowsPerIndividual_mustSayWhatItProtects(String command) throws IOException {
        String visits = file("visits.csv").toString();
        Shell shell = Shell.real();
        assertEquals(
                ExitCode.USAGE.number(), shell.run(command.replace("@", visits).split(" ")), shell.err());
        String asked = "--privacy must say what it protects, because column \"patient\" of " + visits
                + " may say whose a row is: add unit=patient to protect individuals with all their rows, or unit=record if"
                + " every row is another individual's";
        assertTrue(shell.err().contains(asked), shell.err());
        Shell said = Shell.real();
        said.run("learn", "--data", visits, "--privacy", "epsilon=2,unit=record");
        assertFalse(said.err().contains("must say what it protects"), said.err());
    }
}
