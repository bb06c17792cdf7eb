// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Simulated rows of one file, and the words of a command that learns from them. */
record SimulatedFile(Path rows) {

    static SimulatedFile of(Path folder, String options) {
        Shell shell = Shell.real();
        List<String> words = new ArrayList<>(List.of("simulate", "--sites", "1", "--out", folder.toString()));
        words.addAll(List.of(options.split(" ", -1)));
        assertEquals(0, shell.run(words.toArray(String[]::new)), shell.err());
        return new SimulatedFile(folder.resolve("site-1.csv"));
    }

    List<String> learn(String options) {
        List<String> words = new ArrayList<>(List.of("learn", "--data", rows.toString()));
        words.addAll(List.of(options.split(" ", -1)));
        return words;
    }

    List<String> learnAndCompare(String options) {
        List<String> words = learn(options);
        words.addAll(List.of("--truth", rows.resolveSibling("truth.csv").toString()));
        return words;
    }
}
