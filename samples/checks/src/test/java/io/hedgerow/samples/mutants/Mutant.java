// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.mutants;

import io.hedgerow.samples.cli.Checkout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A mistake that somebody could make, as small changes of one source file, with the tests that must fail and the audits
 * that must refute. A file of {@code samples/checks/src/test/mutants} reads:
 *
 * <pre>
 * breaks: one sentence
 * file: the source, from the root of the repository
 * tests: classes, separated by commas
 * audit: options of audit epsilon; left out where no mechanism is broken
 * no-property: why no property of an accountant can see it; left out where one must
 * &lt;&lt;&lt;&lt;
 * lines that occur once
 * ====
 * lines in their place
 * &gt;&gt;&gt;&gt;
 * </pre>
 *
 * @param name of the file
 * @param breaks what breaks, for people
 * @param file from the root of the repository
 * @param tests class names; at least one
 * @param audit words behind {@code audit epsilon}; empty when no mechanism is broken
 * @param noProperty why no property sees it; empty when one must, or when it is no mistake of an accountant
 * @param edits what is replaced by what; at least one
 */
record Mutant(
        String name,
        String breaks,
        String file,
        List<String> tests,
        List<String> audit,
        String noProperty,
        List<Edit> edits) {

    static final Path ROOT = Checkout.ROOT;
    private static final Path FOLDER = ROOT.resolve("samples/checks/src/test/mutants");

    /** One replacement. */
    record Edit(String search, String replacement) {}

    static List<Mutant> all() throws IOException {
        List<Mutant> mutants = new ArrayList<>();
        try (Stream<Path> files = Files.list(FOLDER)) {
            for (Path file : files.sorted().toList()) {
                mutants.add(read(file));
            }
        }
        return mutants;
    }

    private static Mutant read(Path path) throws IOException {
        String name = path.getFileName().toString().replace(".txt", "");
        List<String> lines = Files.readAllLines(path);
        String breaks = "";
        String file = "";
        List<String> tests = List.of();
        List<String> audit = List.of();
        String noProperty = "";
        List<Edit> edits = new ArrayList<>();
        List<String> search = new ArrayList<>();
        List<String> block = new ArrayList<>();
        for (String line : lines) {
            switch (line) {
                case "<<<<" -> block = new ArrayList<>();
                case "====" -> {
                    search = block;
                    block = new ArrayList<>();
                }
                case ">>>>" -> {
                    edits.add(new Edit(String.join("\n", search), String.join("\n", block)));
                    block = new ArrayList<>();
                }
                default -> {
                    int colon = line.indexOf(": ");
                    String value = colon < 0 ? "" : line.substring(colon + 2).trim();
                    switch (edits.isEmpty() && block.isEmpty() && colon > 0 ? line.substring(0, colon) : "") {
                        case "breaks" -> breaks = value;
                        case "file" -> file = value;
                        case "tests" -> tests = List.of(value.split(",\\s*"));
                        case "audit" -> audit = List.of(value.split("\\s+"));
                        case "no-property" -> noProperty = value;
                        default -> block.add(line);
                    }
                }
            }
        }
        return new Mutant(name, breaks, file, tests, audit, noProperty, edits);
    }

    /** Whether it is a mistake of an accountant, whose properties must see it. */
    boolean inAccounting() {
        return className().matches("io\\.hedgerow\\.dp\\.(internal\\.)?accounting\\..*");
    }

    /** The folder of the module that the file is in, and its tests. */
    Path module() {
        return ROOT.resolve(file.substring(0, file.indexOf("/src/")));
    }

    /** The folder of the module that has a test: that of the file, or one whose studies open all doors. */
    Path moduleOf(String test) {
        String source = "src/test/java/" + test.replace('.', '/') + ".java";
        Stream<Path> sdk = Stream.concat(Stream.of(module()), Checkout.modulesOfTheSdk().stream());
        return Stream.concat(sdk, Stream.of(ROOT.resolve("samples/cli"), ROOT.resolve("samples/site-app")))
                .filter(folder -> Files.exists(folder.resolve(source)))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("mutant " + name + " names " + test + ", which is neither"
                        + " in a module of the SDK nor in samples/cli or samples/site-app"));
    }

    String className() {
        return file.substring(file.indexOf("/java/") + 6).replace(".java", "").replace('/', '.');
    }

    /**
     * The source with the mistake.
     *
     * @throws IllegalStateException when a text that is to be replaced does not occur exactly once
     */
    String source() throws IOException {
        String source = Files.readString(ROOT.resolve(file));
        if (edits.isEmpty()) {
            throw new IllegalStateException("mutant " + name + " must replace something, has no <<<< ==== >>>>, each on"
                    + " a line of its own");
        }
        for (Edit edit : edits) {
            int at = source.indexOf(edit.search());
            if (edit.search().isBlank() || at < 0 || source.indexOf(edit.search(), at + 1) >= 0) {
                throw new IllegalStateException("mutant " + name + ": the text to replace must occur once in " + file
                        + ", occurs " + (at < 0 ? "nowhere" : "more often") + ": " + edit.search());
            }
            source = source.substring(0, at)
                    + edit.replacement()
                    + source.substring(at + edit.search().length());
        }
        return source;
    }
}
