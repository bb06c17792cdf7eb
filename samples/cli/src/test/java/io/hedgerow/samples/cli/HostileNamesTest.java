// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.hedgerow.core.internal.text.Printable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Names of others are shown and never obeyed: not by a terminal, not by a reader of lines, not by a spreadsheet. */
@Tag("slow")
class HostileNamesTest {

    /** Clears the screen, forges a line, turns text round, calls a program, sets a title. */
    private static final List<String> NAMES = List.of(
            "a\u001b[2J\u001b[1;31m", "b\nFORGED line of b", "c\u202Edc", "=cmd()|' /C calc'!A0", "d\u001b]0;t\u0007");

    private static final List<String> LEVELS = List.of("p\u001b[8m", "q\nFORGED level", "@SUM(1)");

    @TempDir
    Path folder;

    private Path data;

    @BeforeEach
    void write() throws IOException {
        StringBuilder text = new StringBuilder();
        NAMES.forEach(name -> text.append('"').append(name).append("\","));
        text.append("\"=level\"\n");
        Random random = new Random(3);
        for (int k = 0; k < 300; k++) {
            double x = random.nextGaussian();
            for (int j = 0; j < NAMES.size(); j++) {
                text.append(String.format(Locale.ROOT, "%.4f,", x));
                x = 0.9 * x + 0.6 * random.nextGaussian();
            }
            text.append('"').append(LEVELS.get(Math.min(2, (int) Math.abs(x)))).append("\"\n");
        }
        data = Files.writeString(folder.resolve("rows.csv"), text);
    }

    private String run(boolean live, String line) {
        return run(live, 0, line);
    }

    private String run(boolean live, int expected, String line) {
        Shell shell = live ? Shell.liveReal() : Shell.real();
        String[] words = line.replace("@DATA", data.toString())
                .replace("@", folder.toString())
                .split(" ");
        for (int k = 0; k < words.length; k++) {
            words[k] = words[k].replace("{0}", NAMES.get(0)).replace("{1}", NAMES.get(1));
        }
        int code = shell.run(words);
        assertShown(line, shell.out());
        assertShown(line, shell.err().replace("\r", "").replace("\u001b[K", ""));
        assertEquals(expected, code, line + ": " + shell.err());
        return shell.out();
    }

    private static void assertShown(String line, String said) {
        assertEquals(Printable.lines(said), said, line);
        said.lines().forEach(one -> assertFalse(one.strip().startsWith("FORGED"), line + " prints " + one));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void noCommand_obeysANameOrALevel(boolean live) throws IOException {
        run(live, "inspect --data @DATA --write-mappings @/maps");
        run(live, "learn --data @DATA --mapping @/maps --out @/result --verbose");
        run(live, 3, "learn --data @DATA --categories none");
        run(live, 3, "learn --data @DATA --columns x,y");
        // every line of the rows is a record there, so a name has no end of a line
        Files.writeString(folder.resolve("lines.csv"), Files.readString(data).replace("\nFORGED line of b", "\u0085"));
        run(live, "learn --data @/lines.csv --out @/of-lines");
        run(live, "predict --network @/of-lines --data @/lines.csv --given {0}");
        run(live, "predict --network @/result --data @DATA --given {0}");
        run(live, 2, "predict --network @/result --data @DATA --given {1}x");
        run(live, "learn --data @DATA --drop =level --out @/numbers");
        run(live, "effect --network @/numbers --of {0} --on {1}");
        run(live, "compare @/result @/result");
        run(live, "compare @/result @/result/network.csv");
        run(live, "synthesise --network @/numbers --rows 5 --out @/made.csv");
        run(
                live,
                3,
                "study init @/study.yaml --data @DATA --rows-are-units --sites a,b,c --coordinator hub --name trial");
        for (String format : List.of("json", "csv", "graphml", "bnlearn", "pgmpy")) {
            run(live, "export --network @/numbers --format " + format + " --out @/net." + format);
        }
    }

    /** On a terminal without colours, too. */
    @Test
    void aDocument_isShownOnATerminal_andGoesToAFileAsItIs() throws IOException {
        run(false, "learn --data @DATA --out @/result");
        Shell shown = Shell.liveReal();
        shown.run("export", "--network", folder + "/result", "--format", "csv");
        assertEquals(Printable.lines(shown.out()), shown.out(), "control characters; a name may hold a line in quotes");
        assertTrue(Hedgerow.terminal(Map.of("HEDGEROW_TTY", "out", "NO_COLOR", "1"))
                .shownOut());
        assertFalse(Hedgerow.terminal(Map.of("HEDGEROW_TTY", "out", "NO_COLOR", "1"))
                .colourOut());
        assertFalse(Hedgerow.terminal(Map.of("HEDGEROW_TTY", "")).shownOut());
    }

    /** An apostrophe before what a spreadsheet would run; what is written so, or raw, is the same network. */
    @Test
    void files_haveNoFormulas_andAreReadBack() throws IOException {
        run(false, "learn --data @DATA --drop =level --out @/result");
        for (String name : List.of("network.csv", "effects.csv")) {
            String text = Files.readString(folder.resolve("result").resolve(name));
            assertTrue(text.contains("'=cmd()|' /C calc'!A0"), text);
            assertFalse(text.matches("(?s).*(^|[,\n\"])[=@+\t].*"), text);
        }
        run(false, "export --network @/result --format csv --raw-names --out @/raw.csv");
        assertTrue(Files.readString(folder.resolve("raw.csv")).matches("(?s).*(^|[,\n])=cmd.*"));
        for (String other : List.of("result/network.csv", "raw.csv")) {
            Shell shell = Shell.real();
            assertEquals(0, shell.run("compare", folder + "/result", folder + "/" + other, "--json"), shell.err());
            JsonNode found = new ObjectMapper().readTree(shell.out());
            assertEquals(0, found.findValue("shd").asInt(), shell.out());
        }
        assertEquals(2, Shell.real().run("export", "--network", folder + "/result", "--format", "dot", "--raw-names"));
    }
}
