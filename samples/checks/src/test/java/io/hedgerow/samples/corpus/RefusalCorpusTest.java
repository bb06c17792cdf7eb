// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.corpus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.hedgerow.samples.cli.Hedgerow;
import io.hedgerow.samples.cli.command.SubCommand;
import io.hedgerow.samples.operate.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine.Command;

/**
 * Command lines that are refused: with the same exit code, and naming the same values, in whatever words. Codes of what
 * ends later than its command line is read (7, 69, 75, 130) need other processes and have tests of their own. The
 * table's last column, what was said when the release was made, is for readers and is not compared.
 */
@Tag("slow")
class RefusalCorpusTest {

    private static final Path TABLE = Corpus.current().resolve("refusals.tsv");
    private static final int COLUMNS = 4;
    private static final String ERROR = "hedgerow: error: ";

    /** At the end of the name of a run of {@code learn}. */
    private static final String TIME_AND_SALT = "\\d{8}T\\d+Z-[0-9a-f]{8}";

    private static final List<String> SAID = new ArrayList<>();

    @TempDir
    Path temp;

    /**
     * A line of the table.
     *
     * @param exitCode as {@code docs/exit-codes.md} has them
     * @param names texts that must be in the message, separated by {@code &}
     * @param arguments as in {@link StoredRun}
     */
    record Refusal(int exitCode, String names, String arguments) {

        List<String> named() {
            return List.of(names.split(" & ", -1));
        }
    }

    static List<Refusal> refusals() {
        return StoredTable.rows(TABLE, COLUMNS).stream()
                .map(row -> new Refusal(Integer.parseInt(row.get(0)), row.get(1), row.get(2)))
                .toList();
    }

    @AfterAll
    static void update() {
        if (Corpus.isUpdated() && SAID.size() == refusals().size()) {
            String header = Corpus.text(TABLE).lines().findFirst().orElseThrow();
            Corpus.write(TABLE, header + "\n" + String.join("\n", SAID) + "\n");
        }
    }

    @ParameterizedTest
    @MethodSource("refusals")
    void line_isRefused_withItsCode_andNamesWhatIsWrong(Refusal refusal) throws IOException {
        Path out = temp.resolve("out");
        Path homes = refusal.arguments().contains("HOMES")
                ? StoredHomes.copy(TABLE.getParent(), temp)
                : temp.resolve("no-homes");
        Program program = Corpus.run(refusal.arguments(), TABLE.getParent(), out, homes);
        String said = Corpus.placeless(
                program.errors().isEmpty() ? program.output() : program.errors(), TABLE.getParent(), out, homes);
        SAID.add(refusal.exitCode() + "\t" + refusal.names() + "\t" + refusal.arguments() + "\t"
                + sentence(said, refusal));
        assertEquals(refusal.exitCode(), program.exitCode(), said);
        for (String named : refusal.named()) {
            assertTrue(said.contains(named), named + " is not in: " + said);
        }
        assertFalse(Files.exists(out.resolve("result.json")), "a refusal writes no result");
    }

    /** The line of the error, or of a report the first that names what is wrong. */
    private static String sentence(String said, Refusal refusal) {
        return said.lines()
                .filter(line -> line.startsWith(ERROR))
                .findFirst()
                .or(() -> said.lines()
                        .filter(line -> refusal.named().stream().allMatch(line::contains))
                        .findFirst())
                .orElse("")
                .replace(ERROR, "")
                .replaceAll(TIME_AND_SALT, "RUN")
                .strip();
    }

    /** With {@code --json} a refusal is a document, with the same code. */
    @Test
    void refusals_areDocumentsToo() throws IOException {
        Set<String> seen = new TreeSet<>();
        for (Refusal refusal : refusals()) {
            String command = refusal.arguments().split(" ", -1)[0];
            if (refusal.arguments().contains("HOMES")
                    || refusal.exitCode() > 3
                    || !seen.add(command + refusal.exitCode())) {
                continue;
            }
            Program program = Corpus.run(refusal.arguments() + " --json", TABLE.getParent(), temp.resolve("out"), temp);
            JsonNode document = new ObjectMapper().readTree(program.output());
            assertEquals(refusal.exitCode(), program.exitCode(), refusal.toString());
            assertEquals(refusal.exitCode(), document.at("/error/exitCode").asInt(), refusal.toString());
        }
    }

    @Test
    void everyCommand_isRefusedSomething() {
        Set<String> commands = refusals().stream()
                .map(refusal -> refusal.arguments().split(" ", -1)[0])
                .collect(Collectors.toCollection(TreeSet::new));
        for (SubCommand command : Hedgerow.commands()) {
            String name = command.getClass().getAnnotation(Command.class).name();
            assertTrue(commands.contains(name), name);
        }
        assertEquals(
                List.of(2, 3, 5),
                refusals().stream().map(Refusal::exitCode).distinct().sorted().toList());
    }
}
