// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a process leaves that is killed by the operating system (SIGKILL) while it writes a file. */
@Tag("slow")
class LeftoversTest {

    @TempDir
    private Path temp;

    /** A disk on which making bytes durable takes until the process is killed. */
    private static final Disk STUCK = new Disk() {
        @Override
        public void force(Path file, Storage open) {
            System.out.println("writing " + file.getFileName());
            while (true) {
                try {
                    Thread.sleep(Long.MAX_VALUE);
                } catch (InterruptedException e) {
                    return;
                }
            }
        }

        @Override
        public void forceNames(Path directory) {}
    };

    /** Begins to write a file. */
    static final class Writer {
        private Writer() {}

        /** With the directory. */
        public static void main(String[] arguments) throws IOException {
            PartFile.write(Path.of(arguments[0]), new byte[] {1, 2, 3}, true, STUCK);
        }
    }

    private List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(temp)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    private Process writer() throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-Xmx32m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Writer.class.getName(),
                        temp.toString())
                .redirectErrorStream(true)
                .start();
    }

    @Test
    void leftovers_ofALiveProcess_stay_andOfAKilledOneGoWithTheNextWrite() throws Exception {
        Process first = writer();
        try (BufferedReader said = first.inputReader()) {
            String part = said.readLine().replace("writing ", "");
            assertEquals(List.of(part), names());

            PrivateFiles.removeLeftovers(temp);
            PrivateFiles.replace(temp.resolve("other"), new byte[] {4});
            assertEquals(List.of(part, "other"), names());

            first.destroyForcibly();
            assertTrue(first.waitFor(30, TimeUnit.SECONDS));
            assertEquals(List.of(part, "other"), names());
        }
        PrivateFiles.create(temp.resolve("key"), new byte[] {5}, true);
        assertEquals(List.of("key", "other"), names());
    }

    @Test
    void leftovers_ofThisProcess_stayWhileTheyAreWritten() throws IOException {
        try (PartFile part = PartFile.write(temp, new byte[] {1}, true, Disk.REAL)) {
            PrivateFiles.removeLeftovers(temp);
            PrivateFiles.replace(temp.resolve("other"), new byte[] {4});
            part.link(temp.resolve("key"));
        }
        assertEquals(List.of("key", "other"), names());
        assertEquals(1, Files.readAllBytes(temp.resolve("key"))[0]);
    }

    @Test
    void linksDirectoriesAndOtherNames_stay() throws IOException {
        Path foreign = Files.write(temp.resolve("foreign"), new byte[] {7});
        Files.createSymbolicLink(temp.resolve(".hedgerow-1.part"), foreign);
        Files.createDirectory(temp.resolve(".hedgerow-2.part"));
        Files.createFile(temp.resolve("hedgerow-3.part"));
        Files.createFile(temp.resolve(".hedgerow-4"));
        Files.createFile(temp.resolve(".hedgerow-5.part"));
        PrivateFiles.removeLeftovers(temp);
        assertEquals(
                List.of(".hedgerow-1.part", ".hedgerow-2.part", ".hedgerow-4", "foreign", "hedgerow-3.part"), names());
        assertEquals(7, Files.readAllBytes(foreign)[0]);
    }

    @Test
    void removeLeftovers_ofADirectoryThatIsNotThere_doesNothing() {
        PrivateFiles.removeLeftovers(temp.resolve("none"));
        assertThrows(IOException.class, () -> PartFile.write(temp.resolve("none"), new byte[1], true, Disk.REAL));
    }
}
