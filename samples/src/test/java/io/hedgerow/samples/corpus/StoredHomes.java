// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.corpus;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hedgerow.samples.operate.Program;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;

/**
 * What a release left on the disks of a private study between processes ({@code homes/study}), and of a run of
 * {@code learn} with ledgers and anchors ({@code homes/learn}). Keys and certificates are not kept: certificates
 * expire. Nor is what only reserves room.
 */
final class StoredHomes {

    private static final String FOLDER = "homes";
    static final List<String> SITES = List.of("site-1", "site-2", "site-3");

    /** For two runs of {@link #learn}, of which the release made one. */
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
        return copy;
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
        if (Files.exists(release.resolve(FOLDER))) {
            return;
        }
        Path study = temp.resolve("study");
        String data = release.resolve("data/wards").toString();
        runs("federation --data " + data + "/site-1.csv " + data + "/site-2.csv " + data + "/site-3.csv"
                + " --algorithm dp-gram --parameter private-mean=false --secure-aggregation --rounds 4"
                + " --privacy epsilon=2,delta=1e-6 --out " + study);
        signAnother(study);
        Path stored = release.resolve(FOLDER).resolve("study");
        for (String file : List.of(
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
                "site-3/home")) {
            copy(study.resolve(file), stored.resolve(file), false);
        }
        Path learn = temp.resolve("learn");
        Files.createDirectories(learn);
        for (String site : List.of("site-1.csv", "site-2.csv")) {
            Files.copy(release.resolve("data/wards").resolve(site), learn.resolve(site));
        }
        Files.writeString(learn.resolve("policy.yaml"), POLICY);
        runs(learn(learn));
        copy(learn, release.resolve(FOLDER).resolve("learn"), false);
    }

    /** The run whose ledgers and anchors are in a folder: the same again spends as much again. */
    static String learn(Path folder) {
        return "learn --data " + folder + "/site-1.csv " + folder + "/site-2.csv --algorithm dp-gram --centre none"
                + " --privacy epsilon=0.9,delta=1e-6 --policy " + folder + "/policy.yaml --ledger " + folder
                + "/ledger --anchors " + folder + "/anchors";
    }

    /** Another study of the same data sets, which their officer signs and site-1's rules allow. */
    private static void signAnother(Path study) throws IOException {
        String plan = Corpus.text(study.resolve("study.yaml"));
        String name = plan.lines()
                .filter(line -> line.startsWith("name:"))
                .findFirst()
                .orElseThrow();
        Path another = study.resolve("another.yaml");
        Files.writeString(another, plan.replace(name, "name: another"));
        runs("study sign " + another + " --key " + study.resolve("officer.key"));
        Files.writeString(
                study.resolve("site-1/another.yaml"),
                Corpus.text(study.resolve("site-1/join.yaml"))
                        .replace(digest(study.resolve("study.yaml")), digest(another)));
    }

    private static String digest(Path plan) {
        String[] words = runs("study digest " + plan).output().strip().split(" +", -1);
        return words[words.length - 1];
    }

    private static Program runs(String words) {
        Program program = Program.run(List.of(words.split(" ", -1)));
        assertEquals(0, program.exitCode(), () -> words + ": " + program.errors());
        return program;
    }
}
