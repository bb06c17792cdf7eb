// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli.privacy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.DatasetIdentity;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.privacy.PrivacyUnit;
import io.hedgerow.core.privacy.ReservationRequest;
import io.hedgerow.dp.accounting.BasicAccountant;
import io.hedgerow.dp.accounting.CertifiedAccountant;
import io.hedgerow.dp.accounting.PrivacyBudget;
import io.hedgerow.dp.accounting.RenyiAccountant;
import io.hedgerow.dp.accounting.ZcdpAccountant;
import io.hedgerow.dp.ledger.AccountedLedger;
import io.hedgerow.dp.ledger.AccountingMode;
import io.hedgerow.dp.ledger.LedgerClock;
import io.hedgerow.dp.ledger.LedgerTamperedException;
import io.hedgerow.dp.ledger.LedgerTerms;
import io.hedgerow.dp.ledger.SitePolicy.StudyCap;
import io.hedgerow.dp.ledger.SpendingPlan;
import io.hedgerow.dp.ledger.SpendingRule;
import io.hedgerow.samples.cli.Shell;
import io.hedgerow.samples.cli.SiteFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LedgerCommandTest {

    private static final MechanismEvent ROUND = new MechanismEvent.Gaussian(0.03, 1);

    @TempDir
    Path temp;

    @BeforeEach
    void makeTwoLedgers() {
        make("north");
        make("south");
    }

    private void make(String site) {
        PrivacyBudget budget = new PrivacyBudget(3, 4e-8);
        DatasetIdentity dataset = new DatasetIdentity(site + " visits");
        LedgerTerms terms = new LedgerTerms(
                dataset,
                LedgerTerms.Fingerprint.of(VariableSchema.of("age", "dose"), 500),
                new PrivacyUnit.RecordUnit(),
                Adjacency.REPLACE_ONE,
                budget,
                new AccountingMode.FixedPlan());
        SpendingRule rule = SpendingRule.fixedPlan(
                new CertifiedAccountant(), new BasicAccountant(), new ZcdpAccountant(), new RenyiAccountant());
        LedgerClock clock = new LedgerClock(InstantSource.fixed(Instant.parse("2030-01-02T03:04:05Z")));
        try (AccountedLedger ledger =
                AccountedLedger.open(temp.resolve(site), terms, new StudyCap(budget), rule, clock)) {
            ledger.declare(new SpendingPlan("trial-7", "dp-pgcd", "discrete", Collections.nCopies(20, ROUND), 1e-8));
            for (int round = 0; round < 3; round++) {
                ledger.reserve(new ReservationRequest(
                        dataset, new PrivacyUnit.RecordUnit(), Adjacency.REPLACE_ONE, "trial-7", round, ROUND));
            }
        }
    }

    private String run(int expected, String... args) {
        Shell shell = Shell.real();
        int code = shell.run(args);
        assertEquals(expected, code, shell.out() + shell.err());
        return shell.out();
    }

    private JsonNode json(String... args) throws IOException {
        return SiteFolder.json(Shell.real(), args);
    }

    private void damage(String site) throws IOException {
        Path file = temp.resolve(site).resolve("hedgerow.ledger");
        byte[] bytes = Files.readAllBytes(file);
        bytes[bytes.length / 2] ^= 1;
        Files.write(file, bytes);
    }

    @Test
    void show_tellsWhatEveryLedgerSpentAndHasLeft() throws IOException {
        String text = run(0, "ledger", "show", "--ledger", temp.toString());
        for (String part : List.of(
                "north visits  (" + temp.resolve("north") + ")",
                "south visits  (" + temp.resolve("south") + ")",
                "promise      epsilon 3, delta 4.0E-8 per record, replace-one, fixed-plan",
                "calls        gaussian 3",
                "3 of 20",
                "6 records, head ")) {
            assertTrue(text.contains(part), text);
        }
        JsonNode ledger = json(
                        "ledger",
                        "show",
                        "--json",
                        "--ledger",
                        temp.resolve("south").toString())
                .get("ledgers")
                .get(0);
        assertEquals("south visits", ledger.get("dataset").asText());
        assertEquals(1e-8, ledger.get("spent").get("delta").asDouble());
        double epsilon = ledger.get("spent").get("epsilon").asDouble();
        assertEquals(epsilon, ledger.get("epsilonByAccountant").get("certified").asDouble());
        for (String looser : List.of("basic", "rdp", "zcdp")) {
            JsonNode other = ledger.get("epsilonByAccountant").get(looser);
            assertTrue(other == null || other.asDouble() >= epsilon, looser);
        }
        assertEquals(3, ledger.get("studies").get(0).get("drawnRounds").asInt());
    }

    @Test
    void verify_endsWithFiveWhenALedgerWasChanged_andStillTellsOfTheOthers() throws IOException {
        String before = run(0, "ledger", "verify", "--ledger", temp.toString());
        assertEquals(2, before.lines().filter(line -> line.startsWith("SOUND")).count(), before);
        damage("north");
        String after = run(5, "ledger", "verify", "--ledger", temp.toString());
        assertTrue(after.contains("SOUND   " + temp.resolve("south")), after);
        assertTrue(after.contains("DAMAGED ledger " + temp.resolve("north/hedgerow.ledger") + " was changed"), after);
        assertTrue(run(5, "ledger", "show", "--ledger", temp.toString()).contains("DAMAGED"));
        assertFalse(run(5, "ledger", "export", "--ledger", temp.toString()).contains("north visits"));
    }

    /** As if the process that wrote it had been killed: the lock file keeps the hash of the header only. */
    private void forgetTheClosing() throws IOException {
        Path lock = temp.resolve("north/hedgerow.ledger.lock");
        Files.writeString(lock, Files.readString(lock).substring(0, 64));
    }

    @Test
    void verify_withAnAnchor_findsAnOlderCopy() throws IOException {
        Path file = temp.resolve("north/hedgerow.ledger");
        String head = json(
                        "ledger",
                        "show",
                        "--json",
                        "--ledger",
                        temp.resolve("north").toString())
                .get("ledgers")
                .get(0)
                .get("head")
                .asText();
        String north = temp.resolve("north").toString();
        assertTrue(
                run(0, "ledger", "verify", "--ledger", north, "--anchor", head).startsWith("SOUND"));
        List<String> lines = Files.readAllLines(file);
        Files.writeString(file, String.join("\n", lines.subList(0, lines.size() - 1)) + "\n");
        assertTrue(run(5, "ledger", "verify", "--ledger", north).contains("is an older copy"), "it was closed");
        forgetTheClosing();
        assertTrue(run(0, "ledger", "verify", "--ledger", north).startsWith("SOUND"), "complete in itself");
        String found = run(5, "ledger", "verify", "--ledger", north, "--anchor", head);
        assertTrue(found.contains("does not continue from the anchor"), found);
    }

    @Test
    void acknowledge_opensALedgerThatHasLostItsLockFile_andNoCutOne() throws IOException {
        Path file = temp.resolve("north/hedgerow.ledger");
        Path lock = temp.resolve("north/hedgerow.ledger.lock");
        String north = temp.resolve("north").toString();
        List<String> lines = Files.readAllLines(file);
        String head = lines.get(lines.size() - 1)
                .substring(lines.get(lines.size() - 1).length() - 64);
        run(5, "ledger", "acknowledge", "--ledger", north, "--anchor", head); // it has its lock file
        run(2, "ledger", "acknowledge", "--ledger", north);
        Files.delete(lock);
        Files.writeString(file, String.join("\n", lines.subList(0, lines.size() - 1)) + "\n");
        run(5, "ledger", "acknowledge", "--ledger", north, "--anchor", head);
        assertThrows(LedgerTamperedException.class, () -> make("north"));
        Files.writeString(file, String.join("\n", lines) + "\n");
        assertThrows(LedgerTamperedException.class, () -> make("north"));
        assertTrue(run(0, "ledger", "acknowledge", "--ledger", north, "--anchor", head)
                .startsWith("SOUND"));
        run(0, "ledger", "verify", "--ledger", north, "--anchor", head);
        assertEquals(64 + 74, Files.size(lock));
    }

    @Test
    void export_givesEveryRecord_asCsvAndAsJson() throws IOException {
        String north = temp.resolve("north").toString();
        List<String> lines =
                run(0, "ledger", "export", "--ledger", north).lines().toList();
        assertEquals("ledger,sequence,time,type,study,round,what,amount,delta,previous,hash", lines.get(0));
        assertEquals(7, lines.size());
        assertTrue(
                lines.get(3)
                        .contains(
                                ",2030-01-02T03:04:05Z,declare,trial-7,,\"{\"\"solver\"\":\"\"dp-pgcd\"\",\"\"noise\"\":"
                                        + "\"\"discrete\"\",\"\"delta\"\":1.0E-8,\"\"rounds\"\":[[20,[\"\"gaussian\"\",0.03,1]]]}\","),
                lines.get(3));
        JsonNode records = json("ledger", "export", "--json", "--ledger", north).get("records");
        assertEquals(6, records.size());
        assertEquals("record", records.get(0).get("what").get("unit").asText());
        assertEquals(0.03, records.get(2).at("/what/rounds/0/1/1").asDouble());
        assertEquals(records.get(4).get("hash"), records.get(5).get("previous"));
        assertTrue(lines.get(6).endsWith(records.get(5).get("hash").asText()));
    }

    @Test
    void incompleteRecord_isNoDamage() throws IOException {
        Path file = temp.resolve("north/hedgerow.ledger");
        byte[] bytes = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(bytes, bytes.length - 3));
        forgetTheClosing();
        String north = temp.resolve("north").toString();
        assertTrue(run(0, "ledger", "verify", "--ledger", north).contains("of a record that was never acknowledged"));
        assertTrue(run(0, "ledger", "show", "--ledger", north).contains("bytes of an incomplete record"));
    }

    @Test
    void badCommandLines_areRefused() throws IOException {
        Path empty = Files.createDirectory(temp.resolve("empty"));
        Map<String[], Integer> cases = Map.of(
                new String[] {"ledger", "show"}, 2,
                new String[] {"ledger", "burn", "--ledger", temp.toString()}, 2,
                new String[] {"ledger", "show", "--ledger", temp.toString(), "--anchor", "0".repeat(64)}, 2,
                new String[] {"ledger", "verify", "--ledger", temp.toString(), "--anchor", "ABC"}, 2,
                new String[] {"ledger", "verify", "--ledger", temp.toString(), "--anchor", "0".repeat(64)}, 3,
                new String[] {"ledger", "show", "--ledger", empty.toString()}, 3,
                new String[] {"ledger", "show", "--ledger", temp.resolve("none").toString()}, 3);
        cases.forEach((args, code) -> run(code, args));
    }
}
