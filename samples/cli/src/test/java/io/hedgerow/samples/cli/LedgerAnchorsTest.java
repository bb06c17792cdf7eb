// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.dp.ledger.LedgerHistory;
import io.hedgerow.samples.output.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Older ledgers that were put back under {@code learn}, noticed by what is kept elsewhere. */
@Tag("slow")
class LedgerAnchorsTest {

    private static final String POLICY =
            "budget: {epsilon: 1, delta: 1.0e-3}\nperStudy: {epsilon: 1, delta: 4.0e-4}\nminimumCohort: 1\n";

    @TempDir
    Path temp;

    private Path ledgers;
    private Path anchors;
    private Path rows;

    @BeforeEach
    void write() throws IOException {
        ledgers = temp.resolve("ledgers");
        anchors = temp.resolve("elsewhere");
        List<String> lines = new ArrayList<>(List.of("a,b,c"));
        for (int k = 0; k < 240; k++) {
            lines.add(Math.sin(k) + "," + Math.cos(2 * k) + "," + Math.sin(k + 0.1 * k * k));
        }
        rows = Files.write(temp.resolve("rows.csv"), lines);
        policy("");
    }

    private void policy(String more) throws IOException {
        Files.writeString(temp.resolve("policy.yaml"), POLICY + more);
    }

    private Shell learn(int exit, String... more) {
        List<String> words = new ArrayList<>(List.of("learn", "--algorithm", "dp-gram", "--data", rows.toString()));
        words.addAll(List.of("--privacy", "epsilon=0.4,delta=1e-6"));
        words.addAll(List.of("--policy", temp.resolve("policy.yaml").toString()));
        words.addAll(List.of("--ledger", ledgers.toString()));
        words.addAll(List.of(more));
        Shell shell = Shell.real();
        assertEquals(exit, shell.run(words.toArray(String[]::new)), shell.err());
        return shell;
    }

    private static void replace(Path target, Path by) throws IOException {
        if (Files.exists(target)) {
            try (Stream<Path> all = Files.walk(target)) {
                for (Path file : all.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
        try (Stream<Path> all = Files.walk(by)) {
            for (Path file : all.toList()) {
                Files.copy(file, target.resolve(by.relativize(file).toString()));
            }
        }
    }

    private double spent() {
        return LedgerHistory.read(ledgers.resolve("rows.csv")).spent().spentEpsilon();
    }

    /** Three runs of 0.4 are more than the budget of 1: the third is one that old ledgers would let through. */
    @Test
    void learn_withOlderLedgersPutBack_isRefused_withOrWithoutTheOption() throws IOException {
        learn(0, "--anchors", anchors.toString());
        Path older = temp.resolve("older");
        replace(older, ledgers);
        Path olderAnchors = temp.resolve("older-anchors");
        replace(olderAnchors, anchors);
        learn(0);
        learn(ExitCode.REFUSED.number());
        replace(ledgers, older);
        assertEquals(0.4, spent(), 0.003);
        // a record cannot be read: who reads one ends with bad data
        Files.writeString(rows, Files.readString(rows).replaceFirst("\n", "\n\"0,1,1\n"));
        for (String[] options : List.of(new String[0], new String[] {"--anchors", anchors.toString()})) {
            Shell refused = learn(ExitCode.REFUSED.number(), options);
            assertTrue(refused.err().contains("does not continue from its anchor"), refused.err());
        }
        Shell verified = Shell.real();
        assertEquals(
                ExitCode.REFUSED.number(),
                verified.run("ledger", "verify", "--ledger", ledgers.toString()),
                verified.err());
        assertTrue(verified.out().contains("does not continue from its anchor"), verified.out());
        write();
        // what only people can notice
        replace(anchors, olderAnchors);
        learn(0);
    }

    @Test
    void learn_saysAtTheFirstChargeOnly_thatNothingIsKeptElsewhere() {
        String said = "this is a ledger's first charge, and its last hash is kept nowhere else";
        Shell first = learn(0);
        assertTrue(first.err().contains(said) && first.err().contains("give --anchors DIR"), first.err());
        Shell second = learn(0);
        assertFalse(second.err().contains(said), second.err());
        ledgers = temp.resolve("anchored");
        Shell anchored = learn(0, "--anchors", anchors.toString());
        assertFalse(anchored.err().contains(said), anchored.err());
    }

    @Test
    void learn_whenTheAnchorIsNotThere_saysSo_orIsRefusedWhereThePolicyRequiresIt() throws IOException {
        learn(0, "--anchors", anchors.toString());
        Files.move(anchors, temp.resolve("moved"));
        Shell warned = learn(0);
        assertTrue(warned.err().contains("an older copy of the ledger's directory would not be noticed"), warned.err());
        policy("anchors: require\n");
        Shell refused = learn(ExitCode.REFUSED.number());
        assertTrue(refused.err().contains("requires an anchor"), refused.err());
    }

    @Test
    void learn_withAnchorsRequired_refusesTheFirstRunWithoutThem() throws IOException {
        policy("anchors: require\n");
        learn(ExitCode.REFUSED.number());
        assertFalse(Files.exists(ledgers));
        learn(0, "--anchors", anchors.toString());
        policy("anchors: maybe\n");
        Shell wrong = learn(ExitCode.BAD_DATA.number(), "--anchors", anchors.toString());
        assertTrue(wrong.err().contains("off, warn or require"), wrong.err());
    }

    @Test
    void learn_withAnchorsBesideItsLedgers_orWithoutLedgers_isRefused() {
        learn(ExitCode.USAGE.number(), "--anchors", ledgers.resolve("anchors").toString());
        Shell forgotten = Shell.real();
        assertEquals(
                ExitCode.USAGE.number(),
                forgotten.run(
                        "learn", "--data", rows.toString(), "--privacy", "epsilon=1", "--anchors", anchors.toString()));
        assertTrue(forgotten.err().contains("also give --ledger DIR"), forgotten.err());
    }
}
