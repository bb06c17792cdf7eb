// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.output;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.hedgerow.core.internal.text.Printable;
import java.io.PrintWriter;
import java.time.InstantSource;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * Writes events to standard error, one line for each: as text for people, {@code hedgerow: note: ...}, or as a JSON
 * object with {@code time}, {@code level}, {@code event}, {@code message} and, where they are known, {@code study},
 * {@code site}, {@code round} (from 0) and {@code exitCode}.
 *
 * <p>Thread-safe: a line is written at once.
 */
public final class EventLog {

    public enum Format {
        TEXT,
        JSON
    }

    private final PrintWriter err;
    private final Format format;
    private final InstantSource clock;

    public EventLog(PrintWriter err, Format format, InstantSource clock) {
        this.err = err;
        this.format = format;
        this.clock = clock;
    }

    /** Whether programs read it: true for JSON. */
    public boolean isForPrograms() {
        return format == Format.JSON;
    }

    /** Something to know although all is well. */
    public void note(LogEvent event) {
        write("info", "note", event, null);
    }

    /** Records that the run will fail unless a person acts. */
    public void warn(LogEvent event) {
        write("warning", "warning", event, null);
    }

    /** The run has failed. */
    public void fail(ExitCode code, String message) {
        write("error", "error", LogEvent.of("failed", message), code.number());
    }

    private void write(String level, String word, LogEvent event, @Nullable Integer exitCode) {
        if (format == Format.TEXT) {
            err.println("hedgerow: " + word + ": " + Printable.line(event.text()));
        } else {
            err.print(JsonOutput.line(new Line(
                    clock.instant().toString(),
                    level,
                    event.name(),
                    event.study().orElse(null),
                    event.site().orElse(null),
                    event.round().isPresent() ? event.round().getAsInt() : null,
                    exitCode,
                    event.text())));
        }
        err.flush();
    }

    @JsonInclude(JsonInclude.Include.NON_NULL)
    private record Line(
            String time,
            String level,
            String event,
            @Nullable String study,
            @Nullable String site,
            @Nullable Integer round,
            @Nullable Integer exitCode,
            String message) {}

    /**
     * A log event for people and programs.
     *
     * @param name what kind of event, lower case with dashes, such as {@code site-away}
     * @param text one line for people
     * @param site its name, where it is about one
     * @param round from 0, where it is about one
     */
    public record LogEvent(String name, String text, Optional<String> study, Optional<String> site, OptionalInt round) {
        public static LogEvent of(String name, String text) {
            return new LogEvent(name, text, Optional.empty(), Optional.empty(), OptionalInt.empty());
        }

        public LogEvent ofStudy(String newStudy) {
            return new LogEvent(name, text, Optional.of(newStudy), site, round);
        }

        public LogEvent ofSite(String newSite) {
            return new LogEvent(name, text, study, Optional.of(newSite), round);
        }

        public LogEvent ofRound(int newRound) {
            return new LogEvent(name, text, study, site, OptionalInt.of(newRound));
        }
    }
}
