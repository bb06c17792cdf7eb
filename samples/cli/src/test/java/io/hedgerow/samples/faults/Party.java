// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.faults;

import io.hedgerow.samples.operate.ClassArchive;
import io.hedgerow.samples.operate.ThreadProcess;
import io.hedgerow.samples.output.ExitCode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A site or the coordinator: one process after the other. A process that was ended from outside, or ended with the code
 * for a fault that passes, is followed by another one; any other end is the party's end. A party to which nothing is to
 * be done can run in this process, with the same command line, files and connections. One thread uses it.
 */
final class Party implements AutoCloseable {

    static final String COORDINATOR = "coordinator";

    /** Before a process that ended twice because it could not write is followed by a third. */
    private static final long RESTART_MILLIS = 1000;

    private static final int MOST_STARTS = 60;
    private static final long LONGEST_END_SECONDS = 30;

    /** How a process ends by a signal. */
    private static final List<Integer> SIGNALLED = List.of(128 + 9, 128 + 15);

    private static final Pattern PORT = Pattern.compile("listening on port (\\d+)");

    private final String name;
    private final Path outputs;
    private final Supplier<List<String>> arguments;
    private final Trace trace;
    private boolean ownProcess;
    private final List<Integer> ends = new ArrayList<>();
    private Optional<Process> process = Optional.empty();
    private OptionalInt ended = OptionalInt.empty();
    private int starts;
    private boolean endedFromOutside;
    /** Codes of ends after which it is started again. */
    private List<Integer> again = List.of(ExitCode.TEMPORARY.number());

    private int held;
    private long notBefore = Long.MIN_VALUE;

    /**
     * Not started yet.
     *
     * @param outputs directory of what its processes print
     * @param arguments of its next process
     */
    Party(String name, Path outputs, Supplier<List<String>> arguments, Trace trace) {
        this.name = name;
        this.outputs = outputs;
        this.arguments = arguments;
        this.trace = trace;
    }

    String name() {
        return name;
    }

    /** From its next start on: whether it is a process of its own, which can be ended and signalled. */
    void ownProcess(boolean now) {
        ownProcess = now;
    }

    /** Its source can hold other rows for a time: a site that did not join for that is started again. */
    void hasSource() {
        again = List.of(ExitCode.TEMPORARY.number(), ExitCode.BAD_DATA.number());
    }

    /** Lets it begin at the next look, also where it had ended. */
    void begin() {
        ended = OptionalInt.empty();
    }

    private void start() throws IOException {
        endedFromOutside = false;
        starts++;
        Files.createDirectories(outputs);
        Path output = outputs.resolve(name + "-" + starts + ".out");
        process = Optional.of(ownProcess ? process(output) : ThreadProcess.start(output, errors(), arguments.get()));
        trace.add(name + " is started, number " + starts);
    }

    private Process process(Path output) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-Xmx256m");
        command.addAll(ClassArchive.options());
        command.add("io.hedgerow.samples.cli.Hedgerow");
        command.addAll(arguments.get());
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectOutput(output.toFile()).redirectError(errors().toFile());
        builder.environment().keySet().removeAll(List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "HEDGEROW_TTY"));
        return builder.start();
    }

    private Path errors() {
        return outputs.resolve(name + "-" + starts + ".err");
    }

    /** What its newest process said. */
    String said() throws IOException {
        return Files.exists(errors()) ? Files.readString(errors()) : "";
    }

    /** Whether one of its processes printed a stack trace. */
    boolean printedStackTrace() throws IOException {
        for (int start = 1; start <= starts; start++) {
            if (Files.readString(outputs.resolve(name + "-" + start + ".err")).contains("\n\tat ")) {
                return true;
            }
        }
        return false;
    }

    /** What its newest process gave as the reason of its end: an error, or the state in which the study ended. */
    Optional<String> reason() throws IOException {
        return line(said(), "hedgerow: error: ").or(() -> line(printed(), "study "));
    }

    private String printed() {
        try {
            return Files.readString(outputs.resolve(name + "-" + starts + ".out"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Optional<String> line(String text, String start) {
        return text.lines()
                .filter(line -> line.startsWith(start))
                .map(line -> line.substring(start.length()).strip())
                .reduce((first, last) -> last);
    }

    /** Where its newest process listens, once it has said so. */
    OptionalInt port() throws IOException {
        Matcher said = PORT.matcher(said());
        return said.find() ? OptionalInt.of(Integer.parseInt(said.group(1))) : OptionalInt.empty();
    }

    int starts() {
        return starts;
    }

    /** How its processes ended, in order. */
    List<Integer> ends() {
        return List.copyOf(ends);
    }

    /** How it ended; empty while it runs or is to be started again. */
    OptionalInt ended() {
        return ended;
    }

    boolean isAlive() {
        return process.isPresent() && process.get().isAlive();
    }

    /** Sees what has become of its process and starts another one where that is due. */
    void look() throws IOException {
        if (process.isPresent() && !process.get().isAlive()) {
            int code = process.get().exitValue();
            process = Optional.empty();
            ends.add(code);
            boolean temporary = again.contains(code);
            boolean another = temporary || (endedFromOutside && SIGNALLED.contains(code));
            trace.add(name + " has ended with " + code + (another ? ", to be started again" : ""));
            if (!another || starts >= MOST_STARTS) {
                ended = OptionalInt.of(code);
            } else if (temporary && ends.size() > 1 && ends.get(ends.size() - 2) == code) {
                notBefore = System.nanoTime() + RESTART_MILLIS * 1_000_000;
            }
        }
        if (process.isEmpty() && ended.isEmpty() && held == 0 && System.nanoTime() >= notBefore) {
            notBefore = Long.MIN_VALUE;
            start();
        }
    }

    /** Keeps it from being started again until it was let go as often. */
    void hold() {
        held++;
    }

    /** See {@link #hold}. */
    void letGo() {
        held--;
    }

    /** Ends its process without notice, or with a request; it is started again. */
    void end(boolean withNotice) {
        endedFromOutside = true;
        if (withNotice) {
            process.ifPresent(Process::destroy);
        } else {
            process.ifPresent(Process::destroyForcibly);
        }
    }

    /** The process that runs now, to be signalled. */
    Optional<Process> process() {
        return process;
    }

    /** Sends a signal of the shell. */
    static void signal(Process process, String signal) throws IOException, InterruptedException {
        new ProcessBuilder("sh", "-c", "kill -" + signal + " " + process.pid() + " 2> /dev/null")
                .start()
                .waitFor();
    }

    /** Ends it at once; a process that was stopped ends, too. */
    @Override
    public void close() {
        process.ifPresent(Process::destroyForcibly);
        try {
            if (process.isPresent() && process.get().waitFor(LONGEST_END_SECONDS, TimeUnit.SECONDS)) {
                process = Optional.empty();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
