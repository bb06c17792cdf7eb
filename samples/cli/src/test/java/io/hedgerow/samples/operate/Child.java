// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.operate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** A process of a test, or what stands for one in this process, with its output in files. */
record Child(String name, Process process, Path out) {

    /** Longer than an ended study waits for its sites at its next start, two minutes; other things come in seconds. */
    private static final long PATIENCE_SECONDS = 180;

    /** How a process ends that was ended by {@code Runtime.halt} of a test's main class. */
    static final int HALTED = 137;

    /** Of {@code SIGKILL}. */
    static final int KILLED = 128 + 9;

    /**
     * Starts a main class on this class path.
     *
     * @param limit most kibibytes of a file that the process may write, or a negative number for no limit
     */
    static Child start(String name, Path out, int limit, String main, List<String> arguments) throws IOException {
        // the signal of a file that is too large is ignored by the Java machine: writes fail, as on a full disk
        return limited(name, out, limit < 0 ? "" : "-S -f " + limit, main, arguments);
    }

    /**
     * Starts a main class on this class path, with a limit on what it uses.
     *
     * @param limit option and value of the shell built-in that sets limits; empty for none
     */
    static Child limited(String name, Path out, String limit, String main, List<String> arguments) throws IOException {
        return start(name, out, limit, main, arguments, Map.of());
    }

    /** Starts the program in this process, where nothing is to be done to it. */
    static Child inThisProcess(String name, Path out, List<String> arguments) throws IOException {
        Files.createDirectories(out.getParent());
        return new Child(name, ThreadProcess.start(out, err(out), arguments), out);
    }

    /** Starts the program, which starts processes of its own: these map the archive, too. */
    static Child withChildren(String name, Path out, List<String> arguments) throws IOException {
        return start(name, out, "", "io.hedgerow.samples.cli.Hedgerow", arguments, ClassArchive.forChildren());
    }

    private static Child start(
            String name, Path out, String limit, String main, List<String> arguments, Map<String, String> environment)
            throws IOException {
        List<String> command = new ArrayList<>();
        if (!limit.isEmpty()) {
            command.addAll(List.of("bash", "-c", "ulimit " + limit + "; exec \"$@\"", "bash"));
        }
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(ClassArchive.options());
        command.add(main);
        command.addAll(arguments);
        Files.createDirectories(out.getParent());
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err(out).toFile());
        builder.environment().keySet().removeAll(List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "HEDGEROW_TTY"));
        builder.environment().putAll(environment);
        return new Child(name, builder.start(), out);
    }

    private static Path err(Path out) {
        return out.resolveSibling(out.getFileName() + ".err");
    }

    String errors() throws IOException {
        return Files.readString(err(out));
    }

    String output() throws IOException {
        return Files.readString(out);
    }

    int port() throws Exception {
        return Integer.parseInt(awaitLine("listening on port "));
    }

    void kill() throws InterruptedException {
        if (process instanceof ThreadProcess) {
            throw new IllegalStateException(name + " is no process that can be killed");
        }
        process.destroyForcibly();
        process.waitFor();
    }

    /** Waits for the end, which must have this exit code. */
    void ends(int exitCode) throws Exception {
        assertTrue(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS), name + " does not end: " + errors());
        assertEquals(exitCode, process.exitValue(), name + ": " + errors());
    }

    /** Waits for the end, which must be an error in one line that names all of this. */
    void fails(int exitCode, String... words) throws Exception {
        ends(exitCode);
        String errors = errors();
        assertTrue(errors.contains("hedgerow: error: "), errors);
        assertTrue(!errors.contains("\tat "), "no stack trace: " + errors);
        for (String word : words) {
            assertTrue(errors.contains(word), "must say \"" + word + "\": " + errors);
        }
    }

    /** There is room on the disk again. */
    void freeDisk() throws Exception {
        int done = new ProcessBuilder("prlimit", "--pid", String.valueOf(process.pid()), "--fsize=unlimited")
                .inheritIO()
                .start()
                .waitFor();
        assertEquals(0, done, "prlimit must free the disk");
    }

    void awaitOutput(String start) throws Exception {
        awaitLine(start);
    }

    /** Waits for a line with this, and gives what follows it. */
    String awaitLine(String start) throws Exception {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (true) {
            boolean alive = process.isAlive();
            Optional<String> found = Processes.said(err(out), start);
            if (found.isPresent()) {
                return found.get();
            }
            assertTrue(alive && System.nanoTime() < end, name + " did not say \"" + start + "\": " + errors());
            Thread.sleep(20); // a file that another process writes cannot be waited for
        }
    }
}
