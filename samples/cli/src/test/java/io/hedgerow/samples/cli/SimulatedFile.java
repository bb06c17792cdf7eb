// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli;

import io.hedgerow.core.internal.simulation.model.SimulatedSites;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Simulated rows of one file, and the words of a command that learns from them. */
record SimulatedFile(Path rows) {

    static SimulatedFile of(Path folder, SimulatedSites.Builder study) {
        return new SimulatedFile(
                Path.of(SiteFolder.written(folder, study.sites(1)).site(1)));
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
