// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.corpus;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hedgerow.samples.cli.CommandLineApplication;
import io.hedgerow.samples.cli.Hedgerow;
import io.hedgerow.samples.cli.command.Terminal;
import io.hedgerow.samples.operate.Program;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.PositionalParamSpec;

/** The help of every command, and of every action of a command that has several. */
class HelpCorpusTest {

    private static final Path HELP = Corpus.current().resolve("help");

    private static Locale before = Locale.ROOT;

    /** The parser sorts options by the letters of the locale. */
    @BeforeAll
    static void useOneLocale() {
        before = Locale.getDefault();
        Locale.setDefault(Locale.ROOT);
    }

    @AfterAll
    static void useTheLocaleOfBefore() {
        Locale.setDefault(before);
    }

    /** Command lines without {@code --help}; the first is empty. */
    static List<String> commands() {
        PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
        CommandLine parser = new CommandLineApplication(
                        Hedgerow.commands(), new Terminal(nowhere, nowhere, false, false, Corpus.CLOCK))
                .parser();
        List<String> commands = new ArrayList<>(List.of(""));
        parser.getSubcommands().forEach((name, command) -> {
            commands.add(name);
            for (PositionalParamSpec parameter : command.getCommandSpec().positionalParameters()) {
                if (parameter.paramLabel().equals("ACTION")) {
                    parameter.completionCandidates().forEach(action -> commands.add(name + " " + action));
                }
            }
        });
        return commands;
    }

    private static String file(String command) {
        return command.isEmpty() ? "hedgerow.txt" : command.replace(' ', '-') + ".txt";
    }

    @ParameterizedTest
    @MethodSource("commands")
    void help_isThatOfTheRelease(String command) {
        List<String> words = new ArrayList<>(Stream.of(command.split(" ", -1))
                .filter(word -> !word.isEmpty())
                .toList());
        words.add("--help");
        Program help = Corpus.run(words.toArray(String[]::new));
        assertEquals(0, help.exitCode(), help.errors());
        assertEquals("", help.errors());
        Corpus.requireSame(HELP.resolve(file(command)), help.output().replace("\r\n", "\n"));
    }

    @Test
    void folder_holdsTheHelpOfCommandsThatThereAre() throws IOException {
        Set<String> expected =
                commands().stream().map(HelpCorpusTest::file).collect(Collectors.toCollection(TreeSet::new));
        Files.createDirectories(HELP);
        try (Stream<Path> files = Files.list(HELP)) {
            for (Path other : files.filter(
                            file -> !expected.contains(file.getFileName().toString()))
                    .toList()) {
                if (!Corpus.isUpdated()) {
                    assertEquals("a command", other.toString(), "help of a command that is no more");
                }
                Files.delete(other);
            }
        }
    }
}
