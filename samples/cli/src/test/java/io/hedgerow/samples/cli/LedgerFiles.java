// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hedgerow.dp.ledger.LedgerHistory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Files of rows, of four to a patient, and the directory of ledgers that {@code learn} charges for them. */
abstract class LedgerFiles {

    static final int ROWS = 240;
    /** A policy that several files may share. */
    static final String SHARED =
            "budget: {epsilon: 2, delta: 1.0e-3}\nperStudy: {epsilon: 1, delta: 4.0e-4}\nminimumCohort: 1\n";

    @TempDir
    Path temp;

    Path ledgers;

    @BeforeEach
    void nameLedgers() {
        ledgers = temp.resolve("ledgers");
    }

    Path file(String name) throws IOException {
        return file(name, ROWS);
    }

    Path file(String name, int rows) throws IOException {
        List<String> lines = new ArrayList<>(List.of("patient,a,b,c"));
        for (int k = 0; k < rows; k++) {
            lines.add(k / 4 + "," + Math.sin(k) + "," + Math.cos(2 * k) + "," + Math.sin(k + 0.1 * k * k));
        }
        return Files.write(temp.resolve(name), lines);
    }

    String policy(String text) throws IOException {
        return Files.writeString(temp.resolve("policy.yaml"), text).toString();
    }

    static List<String> words(Path file, String... more) {
        List<String> words = new ArrayList<>(List.of("learn", "--algorithm", "dp-gram", "--data", file.toString()));
        words.addAll(List.of(more));
        return words;
    }

    Shell learn(int exit, Path file, String... more) {
        List<String> words = words(file, more);
        words.addAll(List.of("--ledger", ledgers.toString()));
        Shell shell = Shell.real();
        assertEquals(exit, shell.run(words.toArray(String[]::new)), shell.err());
        return shell;
    }

    List<String> datasets() throws IOException {
        try (Stream<Path> inside = Files.list(ledgers)) {
            return inside.filter(LedgerHistory::isIn)
                    .map(path -> path.getFileName().toString())
                    .sorted()
                    .toList();
        }
    }

    double spent(String dataset) {
        return LedgerHistory.read(ledgers.resolve(dataset)).spent().spentEpsilon();
    }
}
