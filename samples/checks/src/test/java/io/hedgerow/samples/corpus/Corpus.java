// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.corpus;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hedgerow.samples.cli.Checkout;
import io.hedgerow.samples.operate.Program;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What releases wrote, one folder each, such as {@code corpus/0.2}. Every build reads all of them. With
 * {@code -Dcorpus.update} tests write the folder of the current release anew, and no other.
 */
final class Corpus {

    /** Runs have this time, so that no file says when it was written. */
    static final InstantSource CLOCK = InstantSource.fixed(Instant.parse("2026-01-01T00:00:00Z"));

    private static final Path FOLDER = Checkout.ROOT.resolve("samples/checks/src/test/resources/corpus");
    private static final String UPDATE = "corpus.update";
    private static final Pattern VERSION = Pattern.compile("hedgerow (\\d+\\.\\d+)\\.\\S+");

    private Corpus() {}

    static boolean isUpdated() {
        return System.getProperty(UPDATE) != null;
    }

    /** The folder of the release that this build is to become. */
    static Path current() {
        Matcher version = VERSION.matcher(run("--version").output());
        if (!version.find()) {
            throw new IllegalStateException("--version must begin with hedgerow and three numbers");
        }
        return FOLDER.resolve(version.group(1));
    }

    /** The folders of all releases, the current one included, in order of their names. */
    static List<Path> releases() {
        try (Stream<Path> folders = Files.list(FOLDER)) {
            return folders.filter(Files::isDirectory).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Program run(String... words) {
        return Program.run(Arrays.asList(words), CLOCK);
    }

    /**
     * Runs a line of a table, whose words are separated by single spaces: {@code @} stands for the folder of the
     * release, {@code OUT} for a directory that the run may make, {@code HOMES} for a copy of the release's homes.
     */
    static Program run(String line, Path release, Path out, Path homes) {
        return run(Arrays.stream(line.split(" ", -1))
                .map(word -> word.replace("@", release.toString())
                        .replace("OUT", out.toString())
                        .replace("HOMES", homes.toString()))
                .toArray(String[]::new));
    }

    /** What such a run wrote, without the places of this machine. */
    static String placeless(String text, Path release, Path out, Path homes) {
        return text.replace("\r\n", "\n")
                .replace(release.toString(), "@")
                .replace(out.toString(), "OUT")
                .replace(homes.toString(), "HOMES");
    }

    /** Text of a stored file, with the ends of lines that a run writes. */
    static String text(Path file) {
        try {
            return Files.readString(file).replace("\r\n", "\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Stores what was written; only while the corpus is updated. */
    static void write(Path file, String text) {
        try {
            Files.createDirectories(file.getParent());
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What is written now must be what is stored, unless the corpus is updated. */
    static void requireSame(Path stored, String now) {
        if (isUpdated()) {
            write(stored, now);
            return;
        }
        assertEquals(Files.exists(stored) ? text(stored) : "no file", now, () -> stored + hint());
    }

    /** What a failure says of a deliberate change. */
    static String hint() {
        return ": differs from what this build writes; if that is meant, run the tests of the corpus with -D" + UPDATE;
    }
}
