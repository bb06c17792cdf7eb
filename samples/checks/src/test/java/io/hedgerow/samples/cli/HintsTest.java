// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.DataException;
import io.hedgerow.samples.cli.command.Terminal;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Whatever a message advises can be done: an option that it names is one of the command, or of one that it names. */
class HintsTest {

    private static final List<String> MODULES = List.of("samples/cli", "samples/lab");
    private static final Pattern LITERAL = Pattern.compile("\"((?:[^\"\\\\\\n]|\\\\.)*)\"");
    private static final Pattern OPTION = Pattern.compile("(?<![\\w-])--[a-z][a-z0-9-]*[a-z0-9]");
    private static final Pattern COMMAND = Pattern.compile("@Command\\(\\s*name = \"([a-z]+)\"");
    private static final Pattern DECLARED = Pattern.compile("names = (?:\\{[^}]*)?\"(--[a-z-]+)\"");

    /** Words of other programs, and the parser's own. */
    private static final Set<String> OF_OTHERS = Set.of("--help", "--version", "--add-opens", "--no-daemon");

    private final Map<String, Set<String>> optionsByCommand = optionsByCommand();

    private static Map<String, Set<String>> optionsByCommand() {
        Terminal nowhere = new Terminal(
                new PrintWriter(new StringWriter()),
                new PrintWriter(new StringWriter()),
                false,
                false,
                InstantSource.fixed(Instant.EPOCH));
        Map<String, Set<String>> options = new TreeMap<>();
        new CommandLineApplication(Hedgerow.commands(), nowhere)
                .parser()
                .getSubcommands()
                .forEach((name, command) ->
                        options.put(name, command.getCommandSpec().optionsMap().keySet()));
        return options;
    }

    private static Set<String> named(String text) {
        Set<String> found = new TreeSet<>();
        Matcher option = OPTION.matcher(text);
        while (option.find()) {
            found.add(option.group());
        }
        found.removeAll(OF_OTHERS);
        return found;
    }

    /** Of the SDK, which does not know who reads its files. */
    @Test
    void adviceOfTheSdk_isThatOfTheCommand() {
        String all = Failure.Advice.ALL.stream().map(Failure.Advice::sdk).collect(Collectors.joining("; "));
        optionsByCommand.forEach((command, options) -> {
            String told = Failure.of(new DataException(all), options).message();
            assertTrue(options.containsAll(named(told)), command + ": " + told);
            assertFalse(told.contains("CellFormat") || told.contains("MissingValues"), command + ": " + told);
        });
    }

    /** Statements of a source file, each with what its texts say. */
    private static List<String> texts(Path source) throws IOException {
        List<String> texts = new ArrayList<>();
        for (String statement : Files.readString(source).split(";\\s*\\n|\\{\\s*\\n", -1)) {
            StringBuilder text = new StringBuilder();
            int end = 0;
            Matcher literal = LITERAL.matcher(statement);
            while (literal.find()) {
                boolean goesOn = statement.substring(end, literal.start()).isBlank()
                        || statement.substring(end, literal.start()).strip().equals("+");
                text.append(goesOn ? "" : " ").append(literal.group(1));
                end = literal.end();
            }
            if (text.indexOf("--") >= 0) {
                texts.add(text.toString());
            }
        }
        return texts;
    }

    /** The commands in which a source's texts appear: those that have the options that it declares. */
    private Set<String> commands(Path source) throws IOException {
        String text = Files.readString(source);
        Matcher command = COMMAND.matcher(text);
        if (command.find() && optionsByCommand.containsKey(command.group(1))) {
            return Set.of(command.group(1));
        }
        Set<String> declared = new TreeSet<>();
        Matcher option = DECLARED.matcher(text);
        while (option.find()) {
            declared.add(option.group(1));
        }
        return optionsByCommand.entrySet().stream()
                .filter(any -> !declared.isEmpty() && any.getValue().containsAll(declared))
                .map(Map.Entry::getKey)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void everyOptionInAText_isOneOfThatCommand() throws IOException {
        List<String> wrong = new ArrayList<>();
        List<Path> sources = new ArrayList<>();
        for (String module : MODULES) {
            try (Stream<Path> files = Files.walk(Checkout.ROOT.resolve(module).resolve("src/main/java"))) {
                files.filter(file -> file.toString().endsWith(".java"))
                        .filter(file -> !file.endsWith("TetradProgram.java")) // which writes the options of Tetrad
                        .forEach(sources::add);
            }
        }
        int seen = 0;
        for (Path source : sources) {
            Set<String> commands = commands(source);
            for (String text : texts(source)) {
                for (String option : named(text)) {
                    seen++;
                    if (!isOfCommands(option, text, commands)) {
                        wrong.add(source.getFileName() + ": " + option + " in: " + text);
                    }
                }
            }
        }
        assertTrue(seen > 300, "options are found in texts, " + seen);
        assertEquals(List.of(), wrong);
    }

    private boolean isOfCommands(String option, String text, Set<String> commands) {
        Set<String> having = optionsByCommand.entrySet().stream()
                .filter(command -> command.getValue().contains(option))
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
        boolean ofCommandNamed = having.stream().anyMatch(command -> text.matches(".*\\b" + command + "\\b.*"));
        return commands.isEmpty() ? !having.isEmpty() : having.containsAll(commands) || ofCommandNamed;
    }
}
