// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.output;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OutputDirectoryTest {

    @TempDir
    Path home;

    @Test
    void commit_makesANewDirectoryWithAllFiles() throws IOException {
        Path target = home.resolve("deep/results");
        try (OutputDirectory out = OutputDirectory.prepare(target)) {
            out.write("network.json", "{}");
            out.write("network.dot", file -> Files.writeString(file, "digraph {}"));
            assertFalse(Files.exists(target), "nothing appears before the commit");
            assertEquals(List.of(target.resolve("network.json"), target.resolve("network.dot")), out.commit());
        }
        assertEquals(Map.of("network.json", "{}", "network.dot", "digraph {}"), files(target));
        assertEquals(List.of("results"), names(home.resolve("deep")));
    }

    @Test
    void commit_replacesItsOwnFilesAndLeavesOthers() throws IOException {
        Files.writeString(home.resolve("network.json"), "old");
        Files.writeString(home.resolve("notes.txt"), "mine");
        try (OutputDirectory out = OutputDirectory.prepare(home)) {
            out.write("network.json", "new");
            out.commit();
        }
        assertEquals(Map.of("network.json", "new", "notes.txt", "mine"), files(home));
    }

    /** A picture of an earlier network is no part of this one's result, and a result that fails takes nothing away. */
    @Test
    void leaveOut_takesAwayWhatAnEarlierResultLeft_whenThisOneAppears() throws IOException {
        Files.writeString(home.resolve("curves.svg"), "old");
        Files.writeString(home.resolve("notes.txt"), "mine");
        try (OutputDirectory out = OutputDirectory.prepare(home)) {
            out.write("network.json", file -> {}); // claims to write, leaves no file: its move fails
            out.leaveOut("curves.svg");
            assertThrows(IOException.class, out::commit);
        }
        assertEquals(Map.of("curves.svg", "old", "notes.txt", "mine"), files(home));
        try (OutputDirectory out = OutputDirectory.prepare(home)) {
            out.write("network.json", "new");
            out.leaveOut("curves.svg");
            out.leaveOut("curves.csv");
            assertEquals(List.of(home.resolve("network.json")), out.commit());
        }
        assertEquals(Map.of("network.json", "new", "notes.txt", "mine"), files(home));
    }

    @Test
    void writeIn_makesADirectory_andReplacesFilesInOneThatIsThere() throws IOException {
        for (String text : List.of("first", "second")) {
            try (OutputDirectory out = OutputDirectory.prepare(home)) {
                out.write("a.csv", text);
                out.writeIn("below", "a.csv", text);
                out.writeIn("below", "b.csv", text);
                out.commit();
            }
            assertEquals(List.of("a.csv", "below"), names(home));
            assertEquals(Map.of("a.csv", text, "b.csv", text), files(home.resolve("below")));
        }
        try (OutputDirectory out = OutputDirectory.prepare(home)) {
            assertThrows(IllegalArgumentException.class, () -> out.writeIn("..", "a.csv", "x"));
            assertThrows(IllegalArgumentException.class, () -> out.writeIn("below", "../a.csv", "x"));
        }
    }

    @Test
    void writeIn_whenAnotherMoveFails_removesTheDirectoryItMade() throws IOException {
        try (OutputDirectory out = OutputDirectory.prepare(home)) {
            out.writeIn("below", "a.csv", "new");
            out.writeIn("below", "b.csv", "new");
            out.write("c.json", file -> {}); // claims to write, leaves no file: its move fails
            assertThrows(IOException.class, out::commit);
        }
        assertEquals(List.of(), names(home));
    }

    @Test
    void close_withoutCommit_leavesNoTrace() throws IOException {
        Path target = home.resolve("results");
        try (OutputDirectory out = OutputDirectory.prepare(target)) {
            out.write("network.json", "{}");
        }
        assertEquals(List.of(), names(home));
    }

    @Test
    void write_whenTheDiskIsFull_leavesNoTraceAndSaysWhere() throws IOException {
        Files.writeString(home.resolve("network.json"), "old");
        try (OutputDirectory out = OutputDirectory.prepare(home)) {
            out.write("network.dot", "digraph {}");
            IOException thrown = assertThrows(
                    IOException.class,
                    () -> out.write("network.json", file -> {
                        Files.writeString(file, "{ half");
                        throw new IOException("No space left on device");
                    }));
            assertEquals(
                    "cannot write " + home.resolve("network.json") + ": No space left on device", thrown.getMessage());
        }
        assertEquals(Map.of("network.json", "old"), files(home));
    }

    @Test
    void commit_whenOneMoveFails_undoesTheOthers() throws IOException {
        Files.writeString(home.resolve("a.json"), "old");
        try (OutputDirectory out = OutputDirectory.prepare(home)) {
            out.write("a.json", "new");
            out.write("b.json", "new");
            out.write("c.json", "new");
            Files.createDirectory(home.resolve("c.json"));
            IOException thrown = assertThrows(IOException.class, out::commit);
            assertTrue(thrown.toString().contains("c.json is a directory"), thrown.toString());
        }
        Files.delete(home.resolve("c.json"));
        assertEquals(Map.of("a.json", "old"), files(home));
    }

    @Test
    void commit_whenItFails_removesTheDirectoryItMade() throws IOException {
        Path target = home.resolve("results");
        try (OutputDirectory out = OutputDirectory.prepare(target)) {
            out.write("a.json", "new");
            out.write("b.json", file -> {}); // claims to write, leaves no file: its move fails
            assertThrows(IOException.class, out::commit);
        }
        assertEquals(List.of(), names(home));
    }

    @Test
    void prepare_whenTheTargetIsAFile_saysSo() throws IOException {
        Path file = Files.writeString(home.resolve("results"), "mine");
        IOException thrown = assertThrows(IOException.class, () -> OutputDirectory.prepare(file));
        assertEquals("cannot write to directory " + file + ": exists and is not a directory", thrown.getMessage());
        assertThrows(IOException.class, () -> OutputDirectory.prepare(file.resolve("below")));
        assertEquals(Map.of("results", "mine"), files(home));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "../network.json", "a/b", "a\\b", ".hidden"})
    void write_refusesNamesThatLeadElsewhere(String name) throws IOException {
        try (OutputDirectory out = OutputDirectory.prepare(home)) {
            assertThrows(IllegalArgumentException.class, () -> out.write(name, "x"));
        }
    }

    @Test
    void write_refusesTheSameNameTwice() throws IOException {
        try (OutputDirectory out = OutputDirectory.prepare(home)) {
            out.write("a", "1");
            assertThrows(IllegalStateException.class, () -> out.write("a", "2"));
        }
    }

    private static List<String> names(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    private static Map<String, String> files(Path directory) throws IOException {
        Map<String, String> contents = new TreeMap<>();
        for (String name : names(directory)) {
            contents.put(name, Files.readString(directory.resolve(name)));
        }
        return contents;
    }

    /** Writes a file, says so, and waits until it is killed. */
    static final class Writer {
        private Writer() {}

        /** With the directory. */
        public static void main(String[] arguments) throws IOException, InterruptedException {
            try (OutputDirectory out = OutputDirectory.prepare(Path.of(arguments[0]))) {
                out.write("network.json", "half");
                System.out.println("writing");
                Thread.sleep(Long.MAX_VALUE);
            }
        }
    }

    @Test
    @Tag("slow")
    void hiddenDirectory_ofALiveProcess_stays_andOfAKilledOneGoesWithTheNextResult() throws Exception {
        Files.writeString(home.resolve("network.json"), "old");
        Process writer = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-Xmx32m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Writer.class.getName(),
                        home.toString())
                .redirectErrorStream(true)
                .start();
        try (BufferedReader said = writer.inputReader()) {
            assertEquals("writing", said.readLine());
            OutputDirectory.prepare(home).close();
            assertEquals(2, names(home).size(), () -> "a living process needs its directory");
            writer.destroyForcibly();
            assertTrue(writer.waitFor(30, TimeUnit.SECONDS));
        }
        assertEquals(2, names(home).size());
        OutputDirectory.prepare(home).close();
        assertEquals(Map.of("network.json", "old"), files(home));
    }

    @Test
    void result_thatWasBeingReplacedWhenTheProcessWasKilled_isPutBack() throws IOException {
        Files.writeString(home.resolve("network.csv"), "new");
        Path left = Files.createDirectory(home.resolve(".hedgerow-partial-1"));
        Files.createFile(left.resolve(".lock"));
        Files.writeString(left.resolve(".old-network.csv"), "old");
        Files.writeString(left.resolve(".old-network.json"), "old");
        Files.writeString(left.resolve("network.json"), "new");
        OutputDirectory.prepare(home).close();
        assertEquals(Map.of("network.csv", "new", "network.json", "old"), files(home));
    }

    @Test
    void whatIsNoLeftover_stays(@TempDir Path elsewhere) throws IOException {
        Files.writeString(elsewhere.resolve(".lock"), "");
        Files.writeString(elsewhere.resolve("mine"), "mine");
        Files.createSymbolicLink(home.resolve(".hedgerow-partial-1"), elsewhere);
        Files.createFile(home.resolve(".hedgerow-partial-2"));
        Path earlier = Files.createDirectory(home.resolve(".hedgerow-partial-3"));
        Files.writeString(earlier.resolve("network.json"), "of an earlier release, which may be alive");
        Path below = Files.createDirectory(home.resolve(".hedgerow-partial-4"));
        Files.createFile(below.resolve(".lock"));
        Files.writeString(below.resolve(".old-.below-0"), "the only copy");
        Files.createDirectory(home.resolve(".hedgerow-partial-5"));
        OutputDirectory.prepare(home).close();
        assertEquals(
                List.of(".hedgerow-partial-1", ".hedgerow-partial-2", ".hedgerow-partial-3", ".hedgerow-partial-4"),
                names(home));
        assertEquals("mine", Files.readString(elsewhere.resolve("mine")));
        assertTrue(Files.exists(below.resolve(".old-.below-0")));
    }
}
