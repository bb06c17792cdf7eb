// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli.study.options;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.samples.cli.Shell;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class StatusOptionsTest {

    @TempDir
    Path temp;

    @Test
    void page_isAsked_withAndWithoutAPort_andStaysADayUnlessSaid() {
        assertEquals(new Page(0, 86_400), of("--status"));
        assertEquals(new Page(8080, 60), of("--status", "8080", "--status-linger", "60"));
        assertTrue(parsed().page().isEmpty());
        assertEquals(0, parsed("--status-linger", "0").always().lingerSeconds());
    }

    private record Page(int port, long seconds) {}

    private static Page of(String... words) {
        return parsed(words)
                .page()
                .map(page -> new Page(page.port(), page.lingerSeconds()))
                .orElseThrow();
    }

    private static StatusOptions parsed(String... words) {
        StatusOptions options = new StatusOptions();
        new CommandLine(CommandLine.Model.CommandSpec.forAnnotatedObject(options)).parseArgs(words);
        return options;
    }

    @Test
    void badValues_areRefused_beforeAnythingIsMade() {
        Path out = temp.resolve("study");
        refused("must be 0 or more seconds, was -1", "quickstart", "--status-linger=-1", "--out=" + out);
        refused("also give --status PORT", "federation", "--data=x.csv", "--status-linger=5", "--out=" + out);
        refused("--status", "federation", "--data=x.csv", "--status=70000", "--out=" + out);
        assertFalse(Files.exists(out));
    }

    private static void refused(String words, String... line) {
        Shell shell = Shell.real();
        assertEquals(2, shell.run(line));
        assertTrue(shell.err().contains(words), shell.err());
    }
}
