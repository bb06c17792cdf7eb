// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.hedgerow.core.data.DataException;
import io.hedgerow.core.internal.result.ResultDocument;
import io.hedgerow.core.privacy.PolicyRefusedException;
import io.hedgerow.samples.output.ExitCode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class CommandLineApplicationTest {

    @Test
    void run_withoutArguments_printsHelpWithExamples() {
        Shell shell = Shell.piped();
        assertEquals(0, shell.run());
        assertTrue(shell.out().startsWith("Usage: hedgerow"), shell.out());
        assertTrue(shell.out().contains("Keep 95% of it:"), shell.out());
        assertTrue(shell.out().contains("./hedgerow probe --solver fed-sparse"), shell.out());
        assertEquals("", shell.err());
    }

    @Test
    void help_ofACommand_hasDescriptionAllowedValuesExamplesAndExitCodes() {
        Shell shell = Shell.piped();
        assertEquals(0, shell.run("probe", "--help"));
        for (String part : new String[] {
            "Tries the shell.", "One of fed-sparse, closed-form", "--json", "Examples:", "Exit codes:", "130"
        }) {
            assertTrue(shell.out().contains(part), part + " is missing in " + shell.out());
        }
        assertFalse(shell.out().contains("\u001b"));
    }

    @Test
    void help_ofAnAction_hasWhatThatActionReads() {
        Shell shell = Shell.real();
        assertEquals(0, shell.run("enrol", "--help"));
        String whole = shell.out();
        shell = Shell.real();
        assertEquals(0, shell.run("enrol", "sign", "--help"));
        String sign = shell.out();
        for (String read :
                List.of("--fingerprint", "--days", "--passphrase-file", "--json", "enrol sign --authority")) {
            assertTrue(whole.contains(read) && sign.contains(read), read + " is missing in " + sign);
        }
        for (String other : List.of("--member", "--label", "enrol revoke --authority")) {
            assertTrue(whole.contains(other) && !sign.contains(other), other + " is in " + sign);
        }
    }

    @Test
    void help_onATerminal_isColoured() {
        Shell shell = Shell.live();
        shell.run("probe", "--help");
        assertTrue(shell.out().contains("\u001b["));
    }

    @Test
    void version_namesHedgerowAndJava() {
        Shell shell = Shell.piped();
        assertEquals(0, shell.run("--version"));
        assertTrue(shell.out().matches("hedgerow \\d+\\.\\d+\\.\\d+\\S*\\RJava \\d+[\\s\\S]*"), shell.out());
        assertEquals(ResultDocument.SOFTWARE, shell.out().lines().findFirst().orElseThrow(), "one version everywhere");
    }

    @Test
    void run_printsTheResultAndItsExitCode() {
        Shell shell = Shell.piped(() -> ExitCode.NOT_CONVERGED);
        assertEquals(4, shell.run("probe"));
        assertEquals("found with FED_SPARSE" + System.lineSeparator(), shell.out());
        assertEquals("hedgerow: note: probing" + System.lineSeparator(), shell.err());
    }

    @Test
    void json_isExactlyOneDocument() throws IOException {
        Shell shell = Shell.piped();
        assertEquals(0, shell.run("probe", "--json", "--rounds=7"));
        JsonNode document = onlyDocument(shell.out());
        assertEquals(7, document.get("rounds").asInt());
        assertEquals(0.5, document.get("weight").asDouble());
    }

    @Test
    void json_whenTheRunFails_isOneDocumentThatSaysSo() throws IOException {
        Shell shell = Shell.failing(new DataException("line 3, column age: must be a number, was x"));
        assertEquals(3, shell.run("probe", "--json"));
        JsonNode error = onlyDocument(shell.out()).get("error");
        assertEquals("bad-data", error.get("kind").asText());
        assertEquals(3, error.get("exitCode").asInt());
        assertEquals(
                "line 3, column age: must be a number, was x",
                error.get("message").asText());
    }

    @Test
    void json_whenTheCommandLineIsWrong_isOneDocument() throws IOException {
        Shell shell = Shell.piped();
        assertEquals(2, shell.run("probe", "--json", "--nonsense"));
        assertEquals(2, onlyDocument(shell.out()).get("error").get("exitCode").asInt());
    }

    @ParameterizedTest
    @ValueSource(strings = {"fed-sparse", "FED-SPARSE", "fed_sparse", "Fed_Sparse"})
    void constants_areReadInAnyCase(String value) {
        Shell shell = Shell.piped();
        assertEquals(0, shell.run("probe", "--solver", value));
    }

    static Stream<Arguments> usageErrors() {
        return Stream.of(
                Arguments.of(
                        new String[] {"probe", "--solver", "fedsparse"},
                        "invalid value for option '--solver': must be one of fed-sparse, closed-form; was 'fedsparse'"
                                + " (did you mean 'fed-sparse'?)",
                        "try 'hedgerow probe --help'"),
                Arguments.of(
                        new String[] {"probe", "--solvr=x"},
                        "unknown option '--solvr' for 'hedgerow probe'; did you mean '--solver'?",
                        "try 'hedgerow probe --help'"),
                Arguments.of(
                        new String[] {"prope"},
                        "unknown command 'prope'; did you mean 'probe'?",
                        "try 'hedgerow --help'"),
                Arguments.of(
                        new String[] {"conquer"},
                        "unknown command 'conquer'; commands are probe, help",
                        "try 'hedgerow --help'"),
                Arguments.of(
                        new String[] {"probe", "a.csv", "b.csv"},
                        "unexpected argument 'b.csv' for 'hedgerow probe'",
                        "try 'hedgerow probe --help'"),
                Arguments.of(
                        new String[] {"probe", "--rounds", "many"},
                        "invalid value for option '--rounds': must be a whole number such as 10, was 'many'",
                        "try 'hedgerow probe --help'"));
    }

    @ParameterizedTest
    @MethodSource("usageErrors")
    void usageError_isOneLineAndWhereToRead(String[] args, String message, String hint) {
        Shell shell = Shell.piped();
        assertEquals(2, shell.run(args));
        assertEquals(
                "hedgerow: error: " + message + System.lineSeparator() + hint + System.lineSeparator(), shell.err());
        assertEquals("", shell.out());
    }

    static Stream<Arguments> failures() {
        return Stream.of(
                Arguments.of(
                        new IllegalArgumentException("lambda must be >= 0, was -1"), 2, "lambda must be >= 0, was -1"),
                Arguments.of(new DataException("file a.csv, line 2"), 3, "file a.csv, line 2"),
                Arguments.of(new NoSuchFileException("a.csv"), 3, "a.csv: no such file or directory"),
                Arguments.of(
                        new UncheckedIOException(new NoSuchFileException("a.csv")),
                        3,
                        "a.csv: no such file or directory"),
                Arguments.of(new IOException("No space left\non device"), 3, "No space left; on device"),
                Arguments.of(new PolicyRefusedException("a gate refuses"), 5, "a gate refuses"),
                Arguments.of(
                        new NumberFormatException("x"),
                        70,
                        "internal error: java.lang.NumberFormatException: x (--verbose shows where)"),
                Arguments.of(new InterruptedException(), 130, "interrupted"));
    }

    @ParameterizedTest
    @MethodSource("failures")
    void failure_hasItsExitCodeAndOneLine(Exception thrown, int exitCode, String message) {
        Shell shell = Shell.failing(thrown);
        assertEquals(exitCode, shell.run("probe", "--quiet"));
        String firstLine = shell.err().lines().findFirst().orElseThrow();
        assertEquals("hedgerow: error: " + message, firstLine);
        assertEquals(exitCode == 2 ? 2 : 1, shell.err().lines().count());
    }

    @Test
    void failure_whenVerbose_hasTheStackTrace() {
        Shell shell = Shell.failing(new DataException("bad"));
        shell.run("probe", "--verbose");
        assertTrue(
                shell.err().contains("DataException: bad") && shell.err().contains("\tat io.hedgerow."), shell.err());
    }

    @Test
    void failure_whenMemoryRunsOut_saysWhatToDo() {
        Shell shell = Shell.piped(() -> {
            throw new OutOfMemoryError("Java heap space");
        });
        assertEquals(70, shell.run("probe", "--quiet"));
        assertTrue(shell.err().contains("HEDGEROW_JAVA_OPTS"), shell.err());
    }

    @Test
    void progress_isDrawnOnATerminalOnly() {
        Shell live = Shell.live();
        live.run("probe");
        assertTrue(live.err().contains("round 1/2"), live.err());
        for (String option : new String[] {"--quiet", "--no-color"}) {
            Shell silent = Shell.live();
            silent.run("probe", option);
            assertFalse(silent.err().contains("\u001b"), option);
        }
        Shell piped = Shell.piped();
        piped.run("probe");
        assertFalse(piped.err().contains("round"), piped.err());
    }

    private static JsonNode onlyDocument(String text) throws IOException {
        ObjectMapper mapper = new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
        try (JsonParser parser = mapper.createParser(text)) {
            JsonNode document = mapper.readTree(parser);
            assertEquals(null, parser.nextToken(), "nothing follows the document");
            return document;
        }
    }
}
