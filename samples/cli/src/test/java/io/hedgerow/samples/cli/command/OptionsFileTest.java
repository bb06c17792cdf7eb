// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.hedgerow.samples.cli.CommandLineApplication;
import io.hedgerow.samples.cli.Hedgerow;
import io.hedgerow.samples.cli.Shell;
import io.hedgerow.samples.output.ExitCode;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.ParseResult;

/** {@code --config}: options from a file, over which the command line wins. */
class OptionsFileTest {

    private static final String SITE = """
            # what a site joins with
            site: north
            study: study.yaml
            rules: join.yaml
            identity: identity
            data: rows.csv
            home: state
            coordinator: hub.example.org:7433
            patience: 60
            quiet: true
            """;

    @TempDir
    Path folder;

    private String file(String text) throws IOException {
        return Files.writeString(folder.resolve("options.yaml"), text).toString();
    }

    private static ParseResult parsed(String... words) {
        PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
        Terminal terminal = new Terminal(nowhere, nowhere, false, false, InstantSource.system());
        return new CommandLineApplication(Hedgerow.commands(), terminal)
                .parsed(words)
                .subcommand();
    }

    private static Object value(ParseResult parsed, String option) {
        return parsed.commandSpec().findOption(option).getValue();
    }

    @Test
    void values_areThoseOfTheFile_evenOfRequiredOptions() throws IOException {
        ParseResult join = parsed("site", "join", "--config", file(SITE));
        assertEquals("north", value(join, "--site"));
        assertEquals(Path.of("rows.csv"), value(join, "--data"));
        assertEquals(60L, value(join, "--patience"));
        assertEquals(true, value(join, "--quiet"));
        ParseResult start =
                parsed("coordinator", "start", "--config=" + file("study: s\nidentity: i\ndata: d\nstatus: 8080\n"));
        assertEquals(8080, value(start, "--status"));
        assertEquals("127.0.0.1:7433", value(start, "--listen"), "what neither says has its default");
    }

    /** Before or behind --config; a flag that both set stays set. */
    @Test
    void commandLine_wins() throws IOException {
        String file = file(SITE);
        ParseResult join = parsed(
                "site", "join", "--site=south", "--config", file, "--patience", "7", "--quiet", "--data", "other.csv");
        assertEquals("south", value(join, "--site"));
        assertEquals(7L, value(join, "--patience"));
        assertEquals(Path.of("other.csv"), value(join, "--data"));
        assertEquals(true, value(join, "--quiet"));
        assertEquals(Path.of("join.yaml"), value(join, "--rules"));
    }

    @Test
    void flags_mayBeFalse_andTexts_areTakenAsTheyAre() throws IOException {
        ParseResult join = parsed(
                "site",
                "join",
                "--config",
                file(SITE.replace("quiet: true", "personalise: false").replace("rows.csv", "'${HOME} #1.csv'")));
        assertEquals(false, value(join, "--personalise"));
        assertEquals(Path.of("${HOME} #1.csv"), value(join, "--data"), "no variable of the parser's");
    }

    @Test
    void unknownKeys_areNamedAllAtOnce_withTheNearest() throws IOException {
        Shell shell = Shell.real();
        int code =
                shell.run("site", "join", "--config", file(SITE + "rooster: r.yaml\nlisten: x\njson: true\nhom: h\n"));
        assertEquals(ExitCode.USAGE.number(), code);
        for (String part : new String[] {
            "options.yaml: no option of 'hedgerow site' for a file:",
            "'rooster' (did you mean 'roster'?), 'listen', 'json', 'hom' (did you mean 'home'?)",
            "try 'hedgerow site --help'"
        }) {
            assertTrue(shell.err().contains(part), part + " in " + shell.err());
        }
        assertFalse(shell.err().contains("config,"), shell.err());
    }

    @Test
    void badFiles_areSaidWithPlaceAndReason() throws IOException {
        assertError(ExitCode.BAD_DATA, "nowhere.yaml: cannot be read: no such file", folder.resolve("nowhere.yaml"));
        assertError(ExitCode.BAD_DATA, "options.yaml:2: site must be a value, or be left out", "study: s\nsite:\n");
        assertError(ExitCode.BAD_DATA, "options.yaml:1: site must be a value, or be left out, was a list", "site: [a]");
        assertError(ExitCode.BAD_DATA, "options.yaml:2: key \"site\" appears twice", "site: a\nsite: b\n");
        assertError(ExitCode.BAD_DATA, "options.yaml:1: the document must be keys with values", "north");
        assertError(ExitCode.USAGE, "'--patience'", SITE.replace("60", "soon"));
        assertError(ExitCode.USAGE, "missing required option", "site: a\n");
    }

    private void assertError(ExitCode code, String part, String text) throws IOException {
        assertError(code, part, Path.of(file(text)));
    }

    private static void assertError(ExitCode code, String part, Path file) {
        Shell shell = Shell.real();
        assertEquals(code.number(), shell.run("site", "join", "--config=" + file), shell.err());
        assertTrue(shell.err().contains(part), part + " in " + shell.err());
    }

    @Test
    void configWithoutAFile_isTheParsersError() {
        Shell shell = Shell.real();
        assertEquals(ExitCode.USAGE.number(), shell.run("coordinator", "start", "--config"));
        assertTrue(shell.err().contains("--config"), shell.err());
    }

    /** The doctor looks at what join would do, so it takes the same file; what only join reads is no error there. */
    @Test
    void doctor_takesTheFileOfJoin() throws IOException {
        Shell shell = Shell.real();
        String there = SITE.lines()
                .map(line -> line.replaceFirst("^(study|rules|identity|data|home): ", "$1: " + folder + "/"))
                .filter(line -> !line.startsWith("coordinator"))
                .collect(java.util.stream.Collectors.joining("\n"));
        assertEquals(ExitCode.BAD_DATA.number(), shell.run("site", "doctor", "--config", file(there)), shell.err());
        assertTrue(shell.out().contains("fail  keys"), shell.out());
    }

    /** Whoever collects the lines of a service reads none that is something else, also when it cannot begin. */
    @Test
    void logFormatOfTheFile_isThatOfTheErrors() throws IOException {
        Shell shell = Shell.real();
        String file = file(SITE + "log-format: json\npersonalise: true\n");
        assertEquals(ExitCode.USAGE.number(), shell.run("site", "join", "--config", file));
        JsonNode line = new ObjectMapper().readTree(shell.err());
        assertEquals(1, shell.err().lines().count(), shell.err());
        assertEquals("error", line.get("level").asText());
        assertEquals("failed", line.get("event").asText());
        assertEquals(2, line.get("exitCode").asInt());
        assertEquals("1970-01-01T00:00:00Z", line.get("time").asText());
        assertEquals(
                "--personalise writes a file: give --out DIR",
                line.get("message").asText());
    }

    @Test
    void help_tellsOfBoth() {
        for (String command : new String[] {"site", "coordinator"}) {
            Shell shell = Shell.real();
            assertEquals(0, shell.run(command, "--help"));
            assertTrue(shell.out().contains("--config=FILE"), shell.out());
            assertTrue(shell.out().contains("--log-format=FORMAT"), shell.out());
            assertTrue(shell.out().contains("text, json"), shell.out());
        }
    }
}
