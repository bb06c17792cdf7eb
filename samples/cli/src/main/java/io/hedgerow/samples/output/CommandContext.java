// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.output;

import io.hedgerow.samples.output.EventLog.LogEvent;
import java.time.InstantSource;

/** The environment of a running command: progress, log, clock and quiet mode. */
public final class CommandContext {

    private final Progress progress;
    private final EventLog log;
    private final boolean quiet;
    private final InstantSource clock;

    public CommandContext(Progress progress, EventLog log, boolean quiet, InstantSource clock) {
        this.progress = progress;
        this.log = log;
        this.quiet = quiet;
        this.clock = clock;
    }

    /** Where to tell how far the computation is: silent without a terminal. */
    public Progress progress() {
        return progress;
    }

    /** The same without progress, for several computations at a time. */
    public CommandContext withoutProgress() {
        return new CommandContext(Progress.silent(), log, quiet, clock);
    }

    public InstantSource clock() {
        return clock;
    }

    /** Tells something the user should know although all is well. Goes to standard error, unless {@code --quiet}. */
    public void note(String line) {
        note(LogEvent.of("note", line));
    }

    /** The same with what programs want to know. */
    public void note(LogEvent event) {
        if (!quiet) {
            progress.close();
            log.note(event);
        }
    }

    /** Tells what a terminal shows as progress: a line where programs read, and nothing where people do. */
    public void step(LogEvent event) {
        if (log.isForPrograms()) {
            note(event);
        }
    }

    /** Warns that the run will fail unless a person acts. Goes to standard error, also with {@code --quiet}. */
    public void warn(String line) {
        warn(LogEvent.of("warning", line));
    }

    /** The same with what programs want to know. */
    public void warn(LogEvent event) {
        progress.close();
        log.warn(event);
    }
}
