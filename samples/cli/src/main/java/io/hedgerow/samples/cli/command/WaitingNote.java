// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli.command;

import io.hedgerow.samples.output.CommandContext;
import io.hedgerow.samples.output.EventLog;
import io.hedgerow.samples.output.EventLog.LogEvent;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.function.Consumer;

/** Warns the user of what a command waits for, even with {@code --quiet}. */
public final class WaitingNote {

    private WaitingNote() {}

    /** A database that has not answered for some time, told in the format of the command's log. */
    public static Consumer<Duration> database(CommandContext context) {
        return waited -> context.warn(database(waited));
    }

    /** The same for commands whose log is text. */
    public static void databaseInText(Duration waited) {
        PrintWriter err = new PrintWriter(System.err, false, StandardCharsets.UTF_8);
        new EventLog(err, EventLog.Format.TEXT, InstantSource.system()).warn(database(waited));
    }

    private static LogEvent database(Duration waited) {
        return LogEvent.of("database-silent", "waiting for the database, " + waited.toSeconds() + " s");
    }
}
