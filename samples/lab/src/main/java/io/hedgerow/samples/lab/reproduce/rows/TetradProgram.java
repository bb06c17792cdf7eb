// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.reproduce.rows;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.samples.exchange.TetradGraph;
import io.hedgerow.samples.lab.reproduce.paper.Settings;
import io.hedgerow.samples.operate.SiteFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Runs the command line of Tetrad (causal-cmd), which the user has and names: it is GPL, so it is neither part of this
 * project nor linked with it. Rows go to a file, a graph comes back in another, in a directory that is removed.
 */
public final class TetradProgram {

    /** The names of PC, which differ between releases. */
    private static final Map<String, List<String>> ALGORITHMS =
            Map.of("pc-voting", List.of("pc", "pc-all"), "fges-voting", List.of("fges"));

    private static final String PREFIX = "graph";
    private static final int MOST_SAID = 300;

    private final Path program;
    private final long minutes;

    public TetradProgram(Path program) {
        this(program, 10);
    }

    TetradProgram(Path program, long minutes) {
        if (!Files.isRegularFile(program)) {
            throw new IllegalArgumentException("--tetrad-jar must be a file, was " + program);
        }
        this.program = program.toAbsolutePath();
        this.minutes = minutes;
    }

    /** Whether settings name an algorithm of Tetrad. */
    public static boolean runs(Settings settings) {
        return settings.find("algorithm").filter(ALGORITHMS::containsKey).isPresent();
    }

    PartialGraph learn(String algorithm, RowSource rows) throws InterruptedException {
        try {
            Path directory = Files.createTempDirectory("tetrad");
            try {
                Path data = directory.resolve("rows.csv");
                SiteFiles.write(rows, data);
                String said = "";
                for (String name : ALGORITHMS.getOrDefault(algorithm, List.of())) {
                    said = run(name, data, directory);
                    try (Stream<Path> files = Files.list(directory)) {
                        List<Path> written = files.filter(file -> {
                                    String own = file.getFileName().toString();
                                    return own.startsWith(PREFIX) && own.endsWith(".txt");
                                })
                                .sorted(Comparator.naturalOrder())
                                .toList();
                        for (Path file : written) {
                            List<String> lines = Files.readAllLines(file);
                            if (lines.stream().anyMatch(TetradGraph::begins)) {
                                return new PartialGraph(TetradGraph.parse(lines, rows.schema()));
                            }
                        }
                    }
                }
                throw new IllegalStateException(program.getFileName() + " wrote no graph for " + algorithm
                        + "; it said: "
                        + said.substring(0, Math.min(MOST_SAID, said.length())).strip());
            } finally {
                remove(directory);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(program + ": " + e.getMessage(), e);
        }
    }

    private String run(String algorithm, Path data, Path directory) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        if (program.toString().endsWith(".jar")) {
            command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
            command.add("-jar");
        }
        command.add(program.toString());
        command.addAll(List.of("--algorithm", algorithm, "--data-type", "continuous", "--dataset", data.toString()));
        command.addAll(List.of("--delimiter", "comma", "--prefix", PREFIX, "--out", directory.toString()));
        command.addAll(
                algorithm.equals("fges") ? List.of("--score", "sem-bic-score") : List.of("--test", "fisher-z-test"));
        Path said = directory.resolve("said.log");
        Process process = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(said.toFile())
                .start();
        try {
            if (!process.waitFor(minutes, TimeUnit.MINUTES)) {
                throw new IllegalStateException(program.getFileName() + " must end within " + minutes
                        + " minutes for a site, did not with " + algorithm);
            }
            return Files.readString(said);
        } finally {
            process.destroyForcibly();
        }
    }

    private static void remove(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
