// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class WriterLockTest {

    @TempDir
    private Path temp;

    private Path file() {
        return temp.resolve("lock");
    }

    private String refusal() {
        return FileReason.of(assertThrows(IOException.class, () -> WriterLock.acquire(file())));
    }

    /** Another process: 0 when it gets the file, 1 when another process has it. */
    static final class Other {
        public static void main(String[] arguments) {
            try {
                WriterLock.acquire(Path.of(arguments[0])).close();
            } catch (IOException refused) {
                System.exit(FileReason.of(refused).equals("it is in use by another process") ? 1 : 2);
            }
        }
    }

    private int otherProcess() throws IOException, InterruptedException {
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        return new ProcessBuilder(
                        java.toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Other.class.getName(),
                        file().toString())
                .inheritIO()
                .start()
                .waitFor();
    }

    /** On POSIX closing any handle of a file gives up the locks that the process has on it. */
    @Test
    void acquire_whileItIsHeld_isRefusedHereAndInOtherProcesses() throws IOException, InterruptedException {
        try (WriterLock held = WriterLock.acquire(file())) {
            assertEquals("it is in use by this process", refusal());
            held.setMark("made");
            assertEquals("made", held.mark());
            assertEquals(1, otherProcess());
        }
        assertEquals(0, otherProcess());
        WriterLock.acquire(file()).close();
    }

    @Test
    void mark_isThereForTheNextWriter() throws IOException {
        try (WriterLock lock = WriterLock.acquire(file())) {
            assertEquals("", lock.mark());
            lock.setMark("first");
        }
        try (WriterLock lock = WriterLock.acquire(file())) {
            assertEquals("first", lock.mark());
        }
        assertEquals("first", Files.readString(file()));
    }

    @Test
    void requireHeld_whenTheFileWasReplaced_isRefused() throws IOException {
        try (WriterLock lock = WriterLock.acquire(file())) {
            lock.requireHeld();
            Files.move(file(), temp.resolve("elsewhere"));
            assertThrows(IOException.class, lock::requireHeld);
            Files.createFile(file());
            assertThrows(IOException.class, lock::requireHeld);
        }
    }

    @Test
    void acquire_ofALink_isRefused() throws IOException {
        Files.createFile(temp.resolve("other"));
        Files.createSymbolicLink(file(), temp.resolve("other"));
        assertEquals("lock is not a regular file", refusal());
    }

    @Test
    void closeTwice_doesNotGiveUpTheLockOfTheNext() throws IOException {
        WriterLock first = WriterLock.acquire(file());
        first.close();
        try (WriterLock next = WriterLock.acquire(file())) {
            first.close();
            assertEquals("it is in use by this process", refusal());
            assertEquals("", next.mark());
        }
    }

    @Test
    @Timeout(60)
    void await_getsTheFileWhenTheWriterIsDone() throws Exception {
        CompletableFuture<String> second;
        try (WriterLock first = WriterLock.await(file())) {
            second = CompletableFuture.supplyAsync(() -> {
                try (WriterLock lock = WriterLock.await(file())) {
                    return lock.mark();
                } catch (IOException e) {
                    return FileReason.of(e);
                }
            });
            assertFalse(second.isDone());
            first.setMark("by the first");
        }
        assertEquals("by the first", second.get(50, TimeUnit.SECONDS));
    }

    @Test
    void interruptedThread_locksReadsAndWrites() throws IOException {
        Thread.currentThread().interrupt();
        try (WriterLock lock = WriterLock.acquire(file())) {
            Storage open = lock.storage();
            open.write(ByteBuffer.wrap("text".getBytes(StandardCharsets.US_ASCII)), 0);
            open.force();
            assertEquals("text", lock.mark());
            assertTrue(Thread.interrupted(), "the interrupt is still there for whoever waits for it");
        }
        assertEquals("text", Files.readString(file()));
    }
}
