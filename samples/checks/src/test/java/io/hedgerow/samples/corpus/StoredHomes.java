// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.corpus;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hedgerow.samples.operate.Program;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * What a release left on the disks of a private study between processes ({@code homes/study}), and of a run of
 * {@code learn} with ledgers and anchors ({@code homes/learn}). Keys and certificates are not kept: certificates
 * expire. Nor is what only reserves room.
 */
final class StoredHomes {

    private static final String FOLDER = "homes";
    private static final String HOMES = "HOMES";
    static final List<String> SITES = List.of("site-1", "site-2", "site-3");

    /** The run whose ledgers and anchors are in {@code homes/learn}: the same again spends as much again. */
    static final String LEARN = "learn --data HOMES/learn/site-1.csv HOMES/learn/site-2.csv --algorithm dp-gram"
            + " --centre none --privacy epsilon=0.9,delta=1e-6 --policy HOMES/learn/policy.yaml"
            + " --ledger HOMES/learn/ledger --anchors HOMES/learn/anchors";

    private static final List<String> STORED = List.of(
            "study.yaml",
            "study.yaml.sig",
            "another.yaml",
            "another.yaml.sig",
            "roster.yaml",
            "roster.yaml.sig",
            "result/result.json",
            "result/network.csv",
            "coordinator/state",
            "site-1/rows.csv",
            "site-1/policy.yaml",
            "site-1/join.yaml",
            "site-1/another.yaml",
            "site-1/home",
            "site-2/home",
            "site-3/home");

    /** For two runs of {@link #LEARN}, of which the release made one. */
    private static final String POLICY = """
            unit: record
            adjacency: replace-one
            budget: {epsilon: 2, delta: 2.0e-6}
            perStudy: {epsilon: 1, delta: 1.0e-6}
            minimumCohort: 2
            allowedSolvers: [dp-gram]
            """;

    private StoredHomes() {}

    /** A copy to work on, which its owner alone can write, as commands demand and a repository cannot keep. */
    static Path copy(Path release, Path temp) throws IOException {
        Path copy = temp.resolve(FOLDER);
        copy(release.resolve(FOLDER), copy, true);
        rewriteAnchors(copy, HOMES, copy.toString());
        return copy;
    }

    /** A ledger remembers where its anchor is; a stored one says it by a word for the folder of the homes. */
    private static void rewriteAnchors(Path homes, String from, String to) throws IOException {
        try (Stream<Path> files = Files.walk(homes)) {
            for (Path file : files.filter(path -> path.endsWith("hedgerow.ledger.anchor"))
                    .toList()) {
                Files.writeString(file, Corpus.text(file).replace(from, to));
            }
        }
    }

    private static void copy(Path from, Path to, boolean owned) throws IOException {
        boolean posix = FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Path target = to.resolve(from.relativize(file).toString());
                boolean folder = Files.isDirectory(file);
                if (folder) {
                    Files.createDirectories(target);
                } else if (!file.toString().endsWith(".room")) {
                    Files.createDirectories(target.getParent());
                    Files.copy(file, target);
                }
                if (owned && posix) {
                    Files.setPosixFilePermissions(
                            target, PosixFilePermissions.fromString(folder ? "rwx------" : "rw-------"));
                }
            }
        }
    }

    /**
     * Runs what leaves the homes, and stores them. Homes that are there stay as they are: noise and keys are others
     * each time, which says nothing new.
     */
    static void makeMissing(Path release, Path temp) throws IOException {
        Path stored = release.resolve(FOLDER);
        if (Files.exists(stored)) {
            return;
        }
        copy(release.resolve("data/wards"), temp.resolve("wards"), false);
        runs(
                "federation --data HOMES/wards/site-1.csv HOMES/wards/site-2.csv HOMES/wards/site-3.csv --algorithm dp-gram"
                        + " --parameter private-mean=false --secure-aggregation --rounds 4 --privacy epsilon=2,delta=1e-6"
                        + " --out HOMES/study",
                temp);
        signAnother(temp);
        for (String file : STORED) {
            copy(temp.resolve("study").resolve(file), stored.resolve("study").resolve(file), false);
        }
        Path learn = temp.resolve("learn");
        Files.createDirectories(learn);
        for (String site : List.of("site-1.csv", "site-2.csv")) {
            Files.copy(temp.resolve("wards").resolve(site), learn.resolve(site));
        }
        Files.writeString(learn.resolve("policy.yaml"), POLICY);
        runs(LEARN, temp);
        copy(learn, stored.resolve("learn"), false);
        rewriteAnchors(stored, temp.toString(), HOMES);
    }

    /** Another study of the same data sets, which their officer signs and site-1's rules allow. */
    private static void signAnother(Path temp) throws IOException {
        Path study = temp.resolve("study");
        String plan = Corpus.text(study.resolve("study.yaml"));
        String name = plan.lines()
                .filter(line -> line.startsWith("name:"))
                .findFirst()
                .orElseThrow();
        Files.writeString(study.resolve("another.yaml"), plan.replace(name, "name: another"));
        runs("study sign HOMES/study/another.yaml --key HOMES/study/officer.key", temp);
        Files.writeString(
                study.resolve("site-1/another.yaml"),
                Corpus.text(study.resolve("site-1/join.yaml"))
                        .replace(digest("study.yaml", temp), digest("another.yaml", temp)));
    }

    private static String digest(String plan, Path temp) {
        String[] words =
                runs("study digest HOMES/study/" + plan, temp).output().strip().split(" +", -1);
        return words[words.length - 1];
    }

    /** A command line with {@link #HOMES} for a folder, whatever its name. */
    static Program run(String line, Path homes) {
        return Program.run(Arrays.stream(line.split(" ", -1))
                .map(word -> word.replace(HOMES, homes.toString()))
                .toList());
    }

    private static Program runs(String line, Path homes) {
        Program program = run(line, homes);
        assertEquals(0, program.exitCode(), () -> line + ": " + program.errors());
        return program;
    }
}
