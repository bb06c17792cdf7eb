// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.hedgerow.samples.output.ExitCode;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The program as a process of its own: what only a process has, which is streams, an exit code and an end by force. */
@Tag("slow")
class ProcessTest {

    @TempDir
    Path temp;

    @Test
    void learn_asJson_printsTheDocumentAndNothingElse() throws Exception {
        SiteFolder data = SiteFolder.simulated(temp.resolve("data"));
        Process process = start(
                "",
                data.learn(
                        "--json",
                        "--algorithm=gram",
                        "--out",
                        temp.resolve("new").toString()));
        String out = text(process.getInputStream());
        assertEquals("", text(process.getErrorStream()));
        assertEquals(0, process.waitFor());
        assertEquals("gram", new ObjectMapper().readTree(out).get("algorithm").asText());
    }

    @Test
    void learn_fromAMissingFile_endsWithItsExitCode() throws Exception {
        Process process = start("", "learn", "--data", "missing.csv");
        assertEquals("", text(process.getInputStream()));
        assertEquals(
                "hedgerow: error: missing.csv: must be a file, does not exist",
                text(process.getErrorStream()).strip());
        assertEquals(ExitCode.BAD_DATA.number(), process.waitFor());
    }

    @Test
    @DisabledOnOs(OS.WINDOWS) // processes are ended there without notice
    void learn_whenKilled_leavesNothing() throws Exception {
        SiteFolder data = SiteFolder.simulated(temp.resolve("data"));
        Map<String, String> before = SiteFolder.content(temp);
        // More rounds than anybody waits for; the first line of progress tells that learning has begun.
        Process process = start(
                "err",
                data.learn(
                        "--rounds=100000000",
                        "--out",
                        temp.resolve("made/result").toString()));
        try {
            InputStream err = process.getErrorStream();
            StringBuilder seen = new StringBuilder();
            for (int c = err.read(); c >= 0 && seen.indexOf("round ") < 0; c = err.read()) {
                seen.append((char) c);
            }
            assertTrue(process.isAlive(), seen.toString());
            assertNotEquals(before, SiteFolder.content(temp), "something is there to be removed");
            process.toHandle().destroy();
            err.transferTo(OutputStream.nullOutputStream());
            assertEquals(128 + 15, process.waitFor(), "ended by SIGTERM");
            assertEquals(before, SiteFolder.content(temp));
        } finally {
            process.destroyForcibly();
        }
    }

    private Process start(String terminals, String... args) throws IOException {
        List<String> words = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Hedgerow.class.getName()));
        words.addAll(List.of(args));
        ProcessBuilder builder = new ProcessBuilder(words).directory(temp.toFile());
        builder.environment().put("HEDGEROW_TTY", terminals);
        builder.environment().remove("TERM");
        builder.environment().keySet().removeAll(List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS"));
        return builder.start();
    }

    private static String text(InputStream stream) throws IOException {
        return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    }
}
