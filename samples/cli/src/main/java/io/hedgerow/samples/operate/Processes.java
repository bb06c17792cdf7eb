// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.operate;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;

/**
 * Starts child processes that run this program, each with its output in a file. They end when this is closed, and also
 * when this process is ended by a signal. The first that was started ends last. Other processes are left alone. One
 * thread starts and closes.
 */
public final class Processes implements AutoCloseable {

    /** Nothing is lost by an end without notice, so a process that ignores a request is killed after these seconds. */
    private static final long GRACE_SECONDS = 5;

    private final List<Process> running = new ArrayList<>();
    private final Runnable stopped;
    private final Thread atExit = new Thread(this::stopAtExit, "hedgerow-processes");
    private boolean stopping;

    /** Creates an empty set; {@code stopped} is called after a signal ended this process and its children. */
    public Processes(Runnable stopped) {
        this.stopped = stopped;
        Runtime.getRuntime().addShutdownHook(atExit);
    }

    /** Starts this program once more, with its standard output in a file and standard error in the same with .err. */
    public synchronized Process start(Path output, List<String> arguments) throws InterruptedException {
        requireNotStopping();
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                "io.hedgerow.samples.cli.Hedgerow"));
        command.addAll(arguments);
        try {
            Files.createDirectories(output.toAbsolutePath().getParent());
            Process process = new ProcessBuilder(command)
                    .redirectOutput(output.toFile())
                    .redirectError(errors(output).toFile())
                    .start();
            running.add(process);
            return process;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Waits for a line that a process prints; throws when it ended, this one is ending, or the time is over. */
    public String await(String who, Process process, Path output, String start, Duration within)
            throws InterruptedException {
        long end = System.nanoTime() + within.toNanos();
        while (true) {
            boolean alive = process.isAlive();
            Optional<String> found = said(errors(output), start);
            if (found.isPresent()) {
                return found.get();
            }
            if (!alive || System.nanoTime() > end) {
                requireNotStopping();
                throw new ChildFailedException(
                        who, alive ? OptionalInt.empty() : OptionalInt.of(process.exitValue()), output);
            }
            Thread.sleep(50);
        }
    }

    /** The rest of the first line of a file that contains a text. */
    static Optional<String> said(Path file, String start) {
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        try {
            return Files.readAllLines(file).stream()
                    .filter(line -> line.contains(start))
                    .map(line ->
                            line.substring(line.indexOf(start) + start.length()).strip())
                    .findFirst();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Path errors(Path output) {
        return output.resolveSibling(output.getFileName() + ".err");
    }

    /** Throws when this process is ending, for callers that must know whether a child was ended from here. */
    public synchronized void requireNotStopping() throws InterruptedException {
        if (stopping) {
            throw new InterruptedException("this process is ending");
        }
    }

    private void stopAtExit() {
        boolean some;
        synchronized (this) {
            stopping = true;
            some = !running.isEmpty();
        }
        end();
        if (some) {
            stopped.run();
        }
    }

    /** Ends the children that still run. */
    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(atExit);
        } catch (IllegalStateException e) {
            // this process is ending, and the hook ends the others
            return;
        }
        end();
    }

    /** Ends the children in reverse: sites would dial a coordinator again that is gone, so it ends after them. */
    private synchronized void end() {
        if (!running.isEmpty()) {
            end(running.subList(1, running.size()));
            end(running.subList(0, 1));
            running.clear();
        }
    }

    private static void end(List<Process> processes) {
        processes.forEach(Process::destroy);
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(GRACE_SECONDS);
        for (Process process : processes) {
            try {
                if (!process.waitFor(deadline - System.nanoTime(), TimeUnit.NANOSECONDS)) {
                    process.destroyForcibly().waitFor();
                }
            } catch (InterruptedException e) {
                process.destroyForcibly();
                Thread.currentThread().interrupt();
            }
        }
    }

    /** A process of a study on one machine did not end, or not as it should. */
    public static final class ChildFailedException extends RuntimeException {

        private static final long serialVersionUID = 1L;
        private static final int STILL_RUNNING = -1;
        private static final String ERROR = "hedgerow: error: ";

        private final int exitCode;

        ChildFailedException(String who, OptionalInt exitCode, Path output) {
            super(who + (exitCode.isPresent() ? " ended with code " + exitCode.getAsInt() : " did not end in time")
                    + said(Processes.errors(output))
                            .map(error -> " (" + error + ")")
                            .orElse("")
                    + ", see " + Processes.errors(output));
            this.exitCode = exitCode.orElse(STILL_RUNNING);
        }

        /** The last error that the process itself reported. */
        private static Optional<String> said(Path errors) {
            try {
                return Files.readAllLines(errors).stream()
                        .filter(line -> line.startsWith(ERROR))
                        .map(line -> line.substring(ERROR.length()))
                        .reduce((first, second) -> second);
            } catch (IOException e) {
                return Optional.empty(); // its place is named all the same
            }
        }

        /** The exit code of the process; empty when it was still running. */
        public OptionalInt exitCode() {
            return exitCode == STILL_RUNNING ? OptionalInt.empty() : OptionalInt.of(exitCode);
        }
    }
}
