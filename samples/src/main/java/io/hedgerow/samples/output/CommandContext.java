package io.hedgerow.samples.output;

import java.io.PrintWriter;
import java.time.InstantSource;
import java.util.Objects;

/** What a command may use of its surroundings while it runs. */
public final class CommandContext {

    private final Progress progress;
    private final PrintWriter err;
    private final boolean quiet;
    private final InstantSource clock;

    /**
     * Of one command.
     *
     * @param progress is told how far it is
     * @param err for notes
     * @param quiet whether notes are left out
     * @param clock the time
     */
    public CommandContext(Progress progress, PrintWriter err, boolean quiet, InstantSource clock) {
        this.progress = Objects.requireNonNull(progress, "progress");
        this.err = Objects.requireNonNull(err, "err");
        this.quiet = quiet;
        this.clock = Objects.requireNonNull(clock, "clock");
    }

    /** Where to tell how far the computation is: silent unless somebody looks at a terminal. */
    public Progress progress() {
        return progress;
    }

    /** The time: the clock of this run. */
    public InstantSource clock() {
        return clock;
    }

    /**
     * Tells something the user should know although all is well. Goes to standard error, unless {@code --quiet}.
     *
     * @param line one line
     */
    public void note(String line) {
        if (!quiet) {
            say("note", line);
        }
    }

    /**
     * Tells that somebody has to do something, or the run will fail. Goes to standard error, also with {@code --quiet}.
     *
     * @param line one line
     */
    public void warn(String line) {
        say("warning", line);
    }

    private void say(String kind, String line) {
        progress.close();
        err.println("hedgerow: " + kind + ": " + line);
        err.flush();
    }
}
