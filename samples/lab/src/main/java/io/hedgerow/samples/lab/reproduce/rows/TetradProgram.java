// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.reproduce.rows;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.samples.exchange.TetradGraph;
import io.hedgerow.samples.lab.reproduce.paper.Measure;
import io.hedgerow.samples.lab.reproduce.paper.Settings;
import io.hedgerow.samples.operate.SiteFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
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
            throw new UncheckedIOException(program + ": " + Words.reason(e), e);
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

    /** A graph in which some edges have no direction, as a class of equivalent networks has. Immutable. */
    static final class PartialGraph {

        private final boolean[][] marks;

        /** i → j where only marks[i][j] is set, i — j where marks[j][i] is, too; [d][d]. */
        PartialGraph(boolean[][] marks) {
            this.marks = new boolean[marks.length][];
            for (int i = 0; i < marks.length; i++) {
                this.marks[i] = marks[i].clone();
            }
        }

        /** Whether it has i → j or i — j. */
        boolean has(int i, int j) {
            return marks[i][j];
        }

        /**
         * The edges that more than half of the sites have (001, §6); a site whose edge has no direction votes for both.
         */
        static PartialGraph voted(List<PartialGraph> sites) {
            int d = sites.get(0).marks.length;
            boolean[][] marks = new boolean[d][d];
            for (int i = 0; i < d; i++) {
                for (int j = 0; j < d; j++) {
                    int from = i;
                    int to = j;
                    marks[i][j] = 2
                                    * sites.stream()
                                            .filter(site -> site.marks[from][to])
                                            .count()
                            > sites.size();
                }
            }
            return new PartialGraph(marks);
        }

        /**
         * Compares with a network: an edge without direction is right where the network has it either way (001, §6).
         */
        Map<Measure, Double> figures(WeightMatrix truth) {
            int found = 0;
            int right = 0;
            int missed = 0;
            int wrong = 0;
            int skeleton = 0;
            for (int i = 0; i < marks.length; i++) {
                for (int j = 0; j < i; j++) {
                    boolean joined = marks[i][j] || marks[j][i];
                    boolean isTrue = truth.hasEdge(i, j) || truth.hasEdge(j, i);
                    boolean fits = (marks[i][j] && truth.hasEdge(i, j)) || (marks[j][i] && truth.hasEdge(j, i));
                    found += joined ? 1 : 0;
                    right += joined && fits ? 1 : 0;
                    missed += isTrue && !joined ? 1 : 0;
                    wrong += joined && !fits ? 1 : 0;
                    skeleton += joined && isTrue ? 1 : 0;
                }
            }
            Map<Measure, Double> all = new EnumMap<>(Measure.class);
            all.put(Measure.SHD, (double) missed + wrong);
            all.put(Measure.TPR, truth.edgeCount() == 0 ? 1 : right / (double) truth.edgeCount());
            all.put(Measure.FDR, found == 0 ? 0 : wrong / (double) found);
            all.put(Measure.EDGES, (double) found);
            all.put(Measure.SKELETON, (double) skeleton);
            return all;
        }
    }
}
