// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli;

import io.hedgerow.samples.cli.command.SubCommand;
import io.hedgerow.samples.cli.command.Terminal;
import io.hedgerow.samples.output.ExitCode;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.ToIntFunction;

/** Runs the probe command, or the real ones, and keeps what they printed. */
public final class Shell {

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final ToIntFunction<String[]> program;

    /** With the probe, or the program itself. */
    private Shell(boolean live, SubCommand... probe) {
        InstantSource clock = InstantSource.fixed(Instant.EPOCH);
        Terminal terminal = new Terminal(new PrintWriter(out), new PrintWriter(err), live, live, clock);
        program = probe.length == 0
                ? args -> Hedgerow.run(terminal, args)
                : new CommandLineApplication(List.of(probe), terminal)::run;
    }

    static Shell piped(Callable<ExitCode> work) {
        return new Shell(false, new ProbeCommand(work));
    }

    static Shell piped() {
        return piped(() -> ExitCode.OK);
    }

    /** The program's own commands. */
    public static Shell real() {
        return new Shell(false);
    }

    /** The same on a terminal. */
    static Shell liveReal() {
        return new Shell(true);
    }

    static Shell live() {
        return new Shell(true, new ProbeCommand(() -> ExitCode.OK));
    }

    static Shell failing(Exception thrown) {
        return piped(() -> {
            throw thrown;
        });
    }

    public int run(String... args) {
        return program.applyAsInt(args);
    }

    public String out() {
        return out.toString();
    }

    public String err() {
        return err.toString();
    }
}
