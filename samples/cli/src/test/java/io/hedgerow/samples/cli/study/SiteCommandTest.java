// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli.study;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.hedgerow.samples.cli.Shell;
import io.hedgerow.samples.output.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a site's engineer sees of {@code site}; the checks themselves are tested beside them. */
class SiteCommandTest {

    @TempDir
    private Path folder;

    private String[] site(String action, String... more) {
        String[] base = {
            "site",
            action,
            "--site=north",
            "--study=" + folder.resolve("study.yaml"),
            "--rules=" + folder.resolve("join.yaml"),
            "--identity=" + folder.resolve("identity"),
            "--data=" + folder.resolve("rows.csv"),
            "--home=" + folder.resolve("state")
        };
        String[] all = new String[base.length + more.length];
        System.arraycopy(base, 0, all, 0, base.length);
        System.arraycopy(more, 0, all, base.length, more.length);
        return all;
    }

    @Test
    void doctor_ofAnEmptyDirectory_saysWhatIsMissing_andMakesNothing() throws IOException {
        Shell shell = Shell.real();
        assertEquals(ExitCode.BAD_DATA.number(), shell.run(site("doctor", "--json")), shell.err());
        JsonNode document = new ObjectMapper().readTree(shell.out());
        assertFalse(document.get("ready").asBoolean());
        assertEquals(3, document.get("exitCode").asInt());
        for (JsonNode finding : document.get("findings")) {
            assertEquals(finding.get("status").asText().matches("fail|warn"), finding.has("fix"), finding.toString());
        }
        try (Stream<Path> made = Files.list(folder)) {
            assertEquals(0, made.count());
        }
    }

    @Test
    void doctor_forPeople_isOneLineForEachFinding_andASum() {
        Shell shell = Shell.real();
        shell.run(site("doctor"));
        assertTrue(shell.out().contains("fail  keys"), shell.out());
        assertTrue(shell.out().contains("to do: "), shell.out());
        assertTrue(shell.out().strip().endsWith("skipped"), shell.out());
    }

    @Test
    void doctor_hasNoPatience() {
        Shell shell = Shell.real();
        assertEquals(ExitCode.USAGE.number(), shell.run(site("doctor", "--patience=5")));
        assertTrue(shell.err().contains("--patience cannot be combined with the action doctor"), shell.err());
    }

    @Test
    void portZero_isNoneToDial() {
        for (String action : new String[] {"join", "doctor"}) {
            Shell shell = Shell.real();
            assertEquals(ExitCode.USAGE.number(), shell.run(site(action, "--coordinator=hub:0")), shell.out());
            assertTrue(
                    shell.err().contains("--coordinator must be HOST:PORT with a port from 1 to 65535"), shell.err());
        }
    }

    @Test
    void join_needsACoordinator() {
        Shell shell = Shell.real();
        assertEquals(ExitCode.USAGE.number(), shell.run(site("join")));
        assertTrue(shell.err().contains("--coordinator must be given with the action join"), shell.err());
    }
}
