// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.internal.text.Printable;
import io.hedgerow.samples.cli.command.TerminalProgress;
import io.hedgerow.samples.output.EventLog;
import io.hedgerow.samples.output.ExitCode;
import io.hedgerow.samples.output.Progress;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever others wrote into names, files and messages, a terminal shows no more than characters of it. */
@Tag("slow")
class ForeignTextTest {

    /** Clears the screen, three ways; reverses; hides; a lone surrogate; a tag. */
    private static final String HOSTILE = "\u001b[2J\u009b2J\u0007\u202Eevil\u2066\u200B\u2028\uD800x\uDB40\uDC41";

    @TempDir
    private Path temp;

    private Path file(String name, String text) throws IOException {
        return Files.writeString(temp.resolve(name), text.replace("\uD800", ""));
    }

    private static void shows(int exitCode, String... args) {
        Shell shell = Shell.real();
        assertEquals(exitCode, shell.run(args), shell.out() + shell.err());
        for (String text : List.of(shell.out(), shell.err())) {
            assertEquals(Printable.lines(text), text, String.join(" ", args));
        }
        assertTrue((shell.out() + shell.err()).contains("\\u202e"), "nothing was shown: " + shell.out() + shell.err());
    }

    private static void showsInAllForms(int exitCode, String... args) {
        shows(exitCode, args);
        for (String form : List.of("--json", "--verbose")) {
            String[] more = Arrays.copyOf(args, args.length + 1);
            more[args.length] = form;
            shows(exitCode, more);
        }
    }

    private Path rows(String name, String header) throws IOException {
        StringBuilder text = new StringBuilder(header).append('\n');
        for (int i = 0; i < 60; i++) {
            text.append(i % 7).append(',').append(2 * (i % 7) + i % 3).append('\n');
        }
        return file(name, text.toString());
    }

    @Test
    void namesOfColumns_inResultsAndErrors() throws IOException {
        Path rows = rows("rows.csv", "a" + HOSTILE + ",b");
        showsInAllForms(0, "learn", "--data", rows.toString());
        Path out = temp.resolve("out");
        Shell.real().run("learn", "--data", rows.toString(), "--out", out.toString());
        shows(0, "export", "--network", out.toString(), "--format", "dot", "--json");
        Shell piped = Shell.real();
        piped.run("export", "--network", out.toString(), "--format", "csv");
        assertTrue(
                piped.out().contains("\u202E"), "other programs get names as they are: " + piped.out() + piped.err());
        showsInAllForms(3, "learn", "--data", rows.toString(), "--columns", "c");
        showsInAllForms(
                3,
                "learn",
                "--data",
                file("cells.csv", "a,b\n1," + HOSTILE + "\n2,x\n").toString(),
                "--categories",
                "b=x|y");
    }

    @Test
    void networksOfOthers_writeNoLinesOfTheirOwn() throws IOException {
        Path other = file("other.json", """
                {"variables": ["a\\nSOUND \\u202e\\u001b[2J", "b"],
                 "edges": [{"from": "a\\nSOUND \\u202e\\u001b[2J", "to": "b", "weight": 1.0}]}
                """);
        Path own = file("own.json", Files.readString(other).replaceFirst("\"edges\": .*(?s).*", "\"edges\": []}"));
        Shell shell = Shell.real();
        assertEquals(0, shell.run("compare", own.toString(), other.toString()), shell.err());
        assertTrue(shell.out().contains("a\\u000aSOUND \\u202e\\u001b[2J"), shell.out());
        assertTrue(shell.out().lines().noneMatch(line -> line.startsWith("SOUND")), shell.out());
    }

    @Test
    void plansRulesAndRosters() throws IOException {
        Path plan = file("study.yaml", "format: 1\nname: \"" + HOSTILE.replaceAll("[\\p{Cntrl}]", "") + "\"\n");
        Shell shell = Shell.real();
        assertEquals(3, shell.run("study", "check", plan.toString()));
        assertTrue(shell.err().contains("study.yaml:2: must be text that reads as it is"), shell.err());
        assertEquals(Printable.lines(shell.err()), shell.err());
        showsInAllForms(2, "enrol", "request", "--dir", temp.resolve("id").toString(), "--site", HOSTILE);
        showsInAllForms(2, "enrol", "roster", "--roster", "r", "--coordinator-key", "k", "--member", HOSTILE);
        showsInAllForms(2, "study", "check", "f", "--no-such" + HOSTILE);
        showsInAllForms(
                3,
                "study",
                "check",
                temp.resolve("no" + HOSTILE.replaceAll("[\uD800]", "")).toString());
    }

    @Test
    void notesWarningsErrorsAndProgress() {
        for (EventLog.Format format : EventLog.Format.values()) {
            StringWriter err = new StringWriter();
            EventLog log = new EventLog(new PrintWriter(err, true), format, InstantSource.fixed(Instant.EPOCH));
            log.fail(ExitCode.BAD_DATA, "refused: \n" + HOSTILE);
            assertEquals(1, err.toString().lines().count(), err.toString());
            assertEquals(Printable.lines(err.toString()), err.toString());
            assertTrue(err.toString().contains("\\u202e"), err.toString());
        }
        StringWriter err = new StringWriter();
        TerminalProgress progress =
                new TerminalProgress(new PrintWriter(err, true), InstantSource.fixed(Instant.EPOCH), Duration.ZERO);
        progress.update(new Progress.Step(HOSTILE, 1, 2, 0));
        String drawn = err.toString().replaceFirst("^\r\u001b\\[K", "");
        assertEquals(Printable.line(drawn), drawn);
    }
}
