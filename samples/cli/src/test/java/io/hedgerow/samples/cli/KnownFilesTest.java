// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.samples.output.ExitCode;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A file that the ledgers know already, under another name or path, changed or saved again. */
@Tag("slow")
class KnownFilesTest extends LedgerFiles {

    /** Git and spreadsheets do that unasked. */
    @Test
    void learn_ofTheSameRowsSavedAgain_underAnotherName_isRefused() throws IOException {
        String[] more = {"--columns", "a,b,c", "--policy", policy(SHARED), "--privacy", "epsilon=0.4,delta=1e-6"};
        Path first = file("first.csv");
        learn(0, first, more);
        Path second = Files.writeString(
                temp.resolve("second.csv"), "\uFEFF" + Files.readString(first).replace("\n", "\r\n"));
        Shell refused = learn(ExitCode.REFUSED.number(), second, more);
        assertTrue(refused.err().contains("known to these ledgers as dataset first.csv"), refused.err());
        assertEquals(List.of("first.csv"), datasets());
    }

    @Test
    void learn_ofANearCopy_isNamedOnTheTerminal_andInNoResult() throws IOException {
        String[] more = {"--columns", "a,b,c", "--policy", policy(SHARED), "--privacy", "epsilon=0.4,delta=1e-6"};
        learn(0, file("first.csv"), more);
        List<String> words = words(file("second.csv", ROWS - 1), more);
        Path out = temp.resolve("out");
        words.addAll(List.of("--ledger", ledgers.toString(), "--out", out.toString()));
        Shell shell = Shell.real();
        assertEquals(0, shell.run(words.toArray(String[]::new)), shell.err());
        assertTrue(shell.err().contains("of its rows in common with"), shell.err());
        assertFalse(shell.out().contains("in common with"), shell.out());
        assertFalse(Files.readString(out.resolve("result.json")).contains("in common with"));
        assertEquals(List.of("first.csv", "second.csv"), datasets());
    }

    @ParameterizedTest
    @ValueSource(strings = {"symlink", "hard link", "renamed", "policy"})
    void learn_ofAFileThatTheLedgersKnowUnderAnotherName_isRefused(String how) throws IOException {
        Path file = file("all.csv");
        String policy = policy(SHARED);
        learn(0, file, "--policy", policy, "--privacy", "epsilon=1");
        Path other = temp.resolve("other.csv");
        switch (how) {
            case "symlink" -> Files.createSymbolicLink(other, file);
            case "hard link" -> Files.createLink(other, file);
            case "renamed" -> Files.move(file, other);
            default -> {
                other = file;
                policy = policy("dataset: {id: north-ward, rows: " + ROWS + "}\nunit: record\n" + SHARED);
            }
        }
        Shell refused =
                learn(ExitCode.REFUSED.number(), other, "--policy", policy, "--privacy", "epsilon=1", "--sites=2");
        assertTrue(refused.err().contains("known to these ledgers as dataset all.csv"), refused.err());
        assertEquals(List.of("all.csv"), datasets());
    }

    /** Another path to the same name is the same data set, and so is a copy, by what is in it. */
    @Test
    void learn_ofTheSameFileOnAnotherPath_isChargedToTheSameLedger() throws IOException {
        Path file = file("all.csv");
        String policy = policy(SHARED);
        learn(0, file, "--policy", policy, "--privacy", "epsilon=0.5");
        Path around = temp.resolve("ledgers").resolve("..").resolve("all.csv");
        learn(0, around, "--policy", policy, "--privacy", "epsilon=0.5");
        assertEquals(List.of("all.csv"), datasets());
        for (String how : List.of("copy.csv", "copy.csv.gz")) {
            Path copy = temp.resolve(how);
            try (OutputStream out = how.endsWith("gz")
                    ? new GZIPOutputStream(Files.newOutputStream(copy))
                    : Files.newOutputStream(copy)) {
                Files.copy(file, out);
            }
            Shell refused = learn(ExitCode.REFUSED.number(), copy, "--policy", policy, "--privacy", "epsilon=0.5");
            assertTrue(refused.err().contains("known to these ledgers as dataset all.csv"), refused.err());
            assertFalse(refused.err().contains("make a copy"), refused.err());
        }
        assertEquals(List.of("all.csv"), datasets());
    }

    /** The file was rewritten: its path says which data set it is. A copy of what it was before is told as well. */
    @Test
    void learn_ofAFileThatWasRewritten_isChargedToItsLedger_andACopyOfBeforeIsRefused() throws IOException {
        Path file = file("all.csv");
        String policy = policy(SHARED);
        learn(0, file, "--policy", policy, "--privacy", "epsilon=0.5");
        Path before = Files.copy(file, temp.resolve("before.csv"));
        Files.writeString(file, Files.readString(file).replace("0,0.0,1.0,0.0", "0,0.5,1.0,0.0"));
        learn(0, file, "--policy", policy, "--privacy", "epsilon=0.5");
        assertEquals(1, spent("all.csv"), 0.006);
        for (Path copy : List.of(before, Files.copy(file, temp.resolve("after.csv")))) {
            learn(ExitCode.REFUSED.number(), copy, "--policy", policy, "--privacy", "epsilon=0.5");
        }
        assertEquals(List.of("all.csv"), datasets());
    }
}
