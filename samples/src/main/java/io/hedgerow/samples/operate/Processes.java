package io.hedgerow.samples.operate;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Child processes that run this program, each with its output in a file. They end when this is closed. Not thread-safe. */
public final class Processes implements AutoCloseable {

    private final List<Process> running = new ArrayList<>();

    /** None yet. */
    public Processes() {}

    /**
     * Starts this program once more.
     *
     * @param output file of standard output; standard error goes to the same name with .err
     * @param arguments the command line
     * @return the process
     */
    public Process start(Path output, List<String> arguments) {
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
                    .redirectError(
                            output.resolveSibling(output.getFileName() + ".err").toFile())
                    .start();
            running.add(process);
            return process;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Waits for a line in a file.
     *
     * @param file that a process writes
     * @param start of the line
     * @param process that writes it
     * @param within longest wait
     * @return the rest of the line
     * @throws InterruptedException when the thread is interrupted
     * @throws IllegalStateException when the process ended or the time passed without it
     */
    public static String await(Path file, String start, Process process, Duration within) throws InterruptedException {
        long end = System.nanoTime() + within.toNanos();
        while (System.nanoTime() < end) {
            if (Files.exists(file)) {
                try {
                    for (String line : Files.readAllLines(file)) {
                        int at = line.indexOf(start);
                        if (at >= 0) {
                            return line.substring(at + start.length()).strip();
                        }
                    }
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
            if (!process.isAlive()) {
                throw new IllegalStateException("a process ended with code " + process.exitValue() + ", see " + file);
            }
            Thread.sleep(50);
        }
        throw new IllegalStateException("a process did not say \"" + start + "\" within " + within + ", see " + file);
    }

    /** Ends what still runs. */
    @Override
    public void close() {
        for (Process process : running) {
            process.destroy();
        }
        for (Process process : running) {
            try {
                if (!process.waitFor(5, TimeUnit.SECONDS)) {
                    process.destroyForcibly();
                }
            } catch (InterruptedException e) {
                process.destroyForcibly();
                Thread.currentThread().interrupt();
            }
        }
        running.clear();
    }
}
