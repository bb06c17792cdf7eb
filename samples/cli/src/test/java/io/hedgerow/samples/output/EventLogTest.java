// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.output;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hedgerow.samples.output.EventLog.LogEvent;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Instant;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;

class EventLogTest {

    private final StringWriter err = new StringWriter();
    private final InstantSource clock = InstantSource.fixed(Instant.parse("2031-03-04T09:00:00.5Z"));

    private CommandContext context(EventLog.Format format, boolean quiet) {
        return new CommandContext(Progress.silent(), new EventLog(new PrintWriter(err), format, clock), quiet, clock);
    }

    private static final LogEvent AWAY =
            LogEvent.of("site-away", "site north is away").ofStudy("wards").ofSite("north");

    @Test
    void json_isOneObjectInEachLine_withWhatIsKnown() {
        CommandContext context = context(EventLog.Format.JSON, false);
        context.note(AWAY);
        context.step(
                LogEvent.of("round-ended", "a round has ended").ofStudy("wards").ofRound(0));
        context.warn("a \"disk\"\nis full");
        String time = "{\"time\":\"2031-03-04T09:00:00.500Z\",";
        assertEquals(
                time
                        + "\"level\":\"info\",\"event\":\"site-away\",\"study\":\"wards\",\"site\":\"north\","
                        + "\"message\":\"site north is away\"}\n"
                        + time
                        + "\"level\":\"info\",\"event\":\"round-ended\",\"study\":\"wards\",\"round\":0,"
                        + "\"message\":\"a round has ended\"}\n"
                        + time
                        + "\"level\":\"warning\",\"event\":\"warning\","
                        + "\"message\":\"a \\\"disk\\\"\\nis full\"}\n",
                err.toString());
    }

    @Test
    void text_isForPeople_whoSeeRoundsElsewhere() {
        CommandContext context = context(EventLog.Format.TEXT, false);
        context.note(AWAY);
        context.step(LogEvent.of("round-ended", "a round has ended").ofRound(0));
        context.warn("a disk is full");
        assertEquals(
                "hedgerow: note: site north is away\nhedgerow: warning: a disk is full\n",
                err.toString().replace(System.lineSeparator(), "\n"));
    }

    @Test
    void quiet_leavesWarnings() {
        for (EventLog.Format format : EventLog.Format.values()) {
            CommandContext context = context(format, true);
            context.note(AWAY);
            context.step(AWAY);
            assertEquals("", err.toString());
        }
        context(EventLog.Format.TEXT, true).warn("a disk is full");
        assertEquals("hedgerow: warning: a disk is full\n", err.toString().replace(System.lineSeparator(), "\n"));
    }
}
