package io.hedgerow.samples.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.Callable;

/** Runs the probe command and keeps what it printed. */
final class Shell {

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final CommandLineApplication application;

    private Shell(boolean live, Callable<ExitCode> work) {
        InstantSource clock = InstantSource.fixed(Instant.EPOCH);
        Terminal terminal = new Terminal(new PrintWriter(out), new PrintWriter(err), live, live, clock);
        application = new CommandLineApplication(List.of(new ProbeCommand(work)), terminal);
    }

    static Shell piped(Callable<ExitCode> work) {
        return new Shell(false, work);
    }

    static Shell piped() {
        return piped(() -> ExitCode.OK);
    }

    static Shell live() {
        return new Shell(true, () -> ExitCode.OK);
    }

    static Shell failing(Exception thrown) {
        return piped(() -> {
            throw thrown;
        });
    }

    int run(String... args) {
        return application.run(args);
    }

    String out() {
        return out.toString();
    }

    String err() {
        return err.toString();
    }
}
