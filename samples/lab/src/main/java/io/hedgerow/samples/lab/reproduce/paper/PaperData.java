// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.reproduce.paper;

import io.hedgerow.core.data.DataException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The place of real data, which are not part of this project: {@code sachs/sachs.csv} and
 * {@code sachs/sachs_truth.csv}, {@code dream4/insilico_size100_N_timeseries.tsv} and {@code …_goldstandard.tsv},
 * {@code fmri/simN_timeseries.csv} and {@code …_networks.csv}.
 *
 * @param directory empty where none was given
 * @param tetrad the command line of Tetrad, which is not part of this project either; empty where none was given
 */
public record PaperData(Optional<Path> directory, Optional<Path> tetrad) {

    public PaperData(Optional<Path> directory) {
        this(directory, Optional.empty());
    }

    /** The directory that is taken where none was given: {@code ../shared/data}; empty where there is none. */
    public static Optional<Path> usual() {
        Path known = Path.of("..", "shared", "data");
        return Files.isDirectory(known) ? Optional.of(known) : Optional.empty();
    }

    public boolean has(List<String> files) {
        return files.stream()
                .allMatch(file -> directory.isPresent()
                        && Files.isRegularFile(directory.get().resolve(file)));
    }

    public Path file(String name) {
        return directory
                .map(known -> known.resolve(name))
                .filter(Files::isRegularFile)
                .orElseThrow(() -> new DataException("data absent: there is no " + name + " in "
                        + directory.map(Path::toString).orElse("any directory")
                        + "; give --data DIR with a directory that has it (docs/published-data.md"
                        + " says how to make it)"));
    }
}
