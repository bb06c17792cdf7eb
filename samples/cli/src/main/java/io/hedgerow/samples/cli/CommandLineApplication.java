// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli;

import io.hedgerow.core.internal.text.Nearest;
import io.hedgerow.core.internal.text.Printable;
import io.hedgerow.samples.cli.command.OptionsFile;
import io.hedgerow.samples.cli.command.SubCommand;
import io.hedgerow.samples.cli.command.Terminal;
import io.hedgerow.samples.output.EventLog;
import io.hedgerow.samples.output.ExitCode;
import io.hedgerow.samples.output.JsonOutput;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Runs one command by the conventions that all of them share: results on standard output, everything else on standard
 * error; one line per error; the exit codes of {@link ExitCode}; constants by their dash names; with {@code --json}
 * exactly one JSON document on standard output, also when the run fails.
 *
 * <p>Not thread-safe.
 */
public final class CommandLineApplication {

    private final CommandLine root = new CommandLine(new RootCommand());
    private final Terminal terminal;

    public CommandLineApplication(List<SubCommand> commands, Terminal terminal) {
        this.terminal = terminal;
        List<SubCommand.Example> first = new ArrayList<>();
        for (SubCommand command : commands) {
            command.attach(terminal);
            CommandLine sub = new CommandLine(command);
            HelpText.complete(sub, command.required());
            HelpText.describe(sub.getCommandSpec(), command.examples());
            first.add(command.examples().get(0));
            root.addSubcommand(sub);
        }
        root.addSubcommand(new CommandLine(new HelpCommand()));
        first.add(new SubCommand.Example("Show which version this is", "--version"));
        HelpText.describe(root.getCommandSpec(), first);
        // A mistyped option behind one with several values, such as --data, is an error and not one more file.
        root.setUnmatchedOptionsAllowedAsOptionParameters(false);
        root.setOut(terminal.out());
        root.setErr(terminal.err());
        root.setColorScheme(CommandLine.Help.defaultColorScheme(terminal.colourOut() ? Ansi.ON : Ansi.OFF));
        root.setUsageHelpWidth(100);
    }

    /** The parser with all commands, also for tests and documentation checks. */
    public CommandLine parser() {
        return root;
    }

    /** Runs a command line. Throws nothing. */
    public int run(String... args) {
        Set<String> words = new HashSet<>(Arrays.asList(args));
        root.setParameterExceptionHandler(
                (thrown, rest) -> fail(UsageError.of(thrown), thrown, thrown.getCommandLine(), words));
        root.setExecutionExceptionHandler((thrown, command, parsed) ->
                fail(Failure.of(thrown, command.getCommandSpec().optionsMap().keySet()), thrown, command, words));
        try {
            readOptionsFile(args);
            CommandLine command = addressed(args);
            if (words.contains("--help") && command.getCommand() instanceof SubCommand sub) {
                HelpText.narrow(command.getCommandSpec(), args[1], sub.examples());
            }
            return root.execute(args);
        } catch (Throwable thrown) { // a StackOverflowError or OutOfMemoryError has an exit code, too
            return fail(Failure.of(thrown), thrown, addressed(args), words);
        } finally {
            terminal.out().flush();
            terminal.err().flush();
        }
    }

    /** Parses a command line, with the file of options that it names, and runs nothing: for tests. */
    public CommandLine.ParseResult parsed(String... args) {
        readOptionsFile(args);
        return root.parseArgs(args);
    }

    private void readOptionsFile(String... args) {
        CommandLine command = addressed(args);
        if (command.getCommandSpec().findOption(OptionsFile.OPTION) != null) {
            OptionsFile.named(args)
                    .ifPresent(
                            file -> command.setDefaultValueProvider(OptionsFile.read(file, command.getCommandSpec())));
        }
    }

    private CommandLine addressed(String... args) {
        return args.length == 0 ? root : root.getSubcommands().getOrDefault(args[0], root);
    }

    private int fail(Failure failure, Throwable thrown, CommandLine command, Set<String> words) {
        EventLog.Format format =
                command.getCommand() instanceof SubCommand sub ? sub.logFormat() : EventLog.Format.TEXT;
        new EventLog(terminal.err(), format, terminal.clock()).fail(failure.exitCode(), failure.message());
        if (words.contains("--verbose")) {
            StringWriter trace = new StringWriter();
            thrown.printStackTrace(new PrintWriter(trace, true));
            terminal.err().print(Printable.lines(trace.toString()));
        }
        if (failure.exitCode() == ExitCode.USAGE && format == EventLog.Format.TEXT) {
            terminal.err().println("try '" + command.getCommandSpec().qualifiedName() + " --help'");
        }
        if (words.contains("--json")) {
            terminal.out()
                    .print(JsonOutput.text(new ErrorDocument(new ErrorDetails(
                            failure.exitCode().dashName(), failure.exitCode().number(), failure.message()))));
        }
        return failure.exitCode().number();
    }

    /** The document that {@code --json} prints for a failed run. */
    private record ErrorDocument(ErrorDetails error) {}

    private record ErrorDetails(String kind, int exitCode, String message) {}

    @Command(
            name = "hedgerow",
            description = "Learn the structure of a Bayesian network together with other organisations. The data "
                    + "stays where it is, and each site enforces its own privacy budget.",
            synopsisSubcommandLabel = "COMMAND",
            versionProvider = RootCommand.Version.class)
    private static final class RootCommand implements Runnable {

        @Spec
        @SuppressWarnings("NullAway.Init") // set by the parser
        private CommandSpec spec;

        @Option(names = "--help", usageHelp = true, description = "Show this help.")
        @SuppressWarnings("UnusedVariable") // the parser acts on it
        private boolean help;

        @Option(names = "--version", versionHelp = true, description = "Show the versions of hedgerow and Java.")
        @SuppressWarnings("UnusedVariable") // the parser acts on it
        private boolean version;

        @Override
        public void run() {
            spec.commandLine().usage(spec.commandLine().getOut());
        }

        static final class Version implements IVersionProvider {

            Version() {}

            static String number() {
                try (InputStream in = Objects.requireNonNull(
                        Version.class.getResourceAsStream("version.properties"), "version.properties")) {
                    Properties properties = new Properties();
                    properties.load(in);
                    return properties.getProperty("version");
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }

            @Override
            public String[] getVersion() {
                return new String[] {
                    "hedgerow " + number(),
                    "Java " + System.getProperty("java.version") + " (" + System.getProperty("java.vendor") + "), "
                            + System.getProperty("os.name") + " " + System.getProperty("os.arch")
                };
            }
        }
    }

    /** Formats a command-line error in one line, with the allowed values and the likely intended option. */
    private static final class UsageError {

        /** The parser's words for an unknown option where a value was expected. */
        private static final Pattern INSTEAD_OF_A_VALUE =
                Pattern.compile("Unknown option: '([^']*)'; Expected parameter");

        /** The parser's words for a value that is no number. */
        private static final Pattern NO_NUMBER =
                Pattern.compile("(.*): '(.*)' is not an? (double|float|int|long)", Pattern.DOTALL);

        /** The parser's words for help of a command that is not there. */
        private static final Pattern HELP_OF_NONE = Pattern.compile("Unknown subcommand '([a-z]+)'\\.");

        private static final String DATA = "--data";

        private UsageError() {}

        static Failure of(ParameterException thrown) {
            CommandLine command = thrown.getCommandLine();
            List<String> unmatchedWords = command.getUnmatchedArguments();
            Optional<String> unnamed = unmatchedWords.stream()
                    .findFirst()
                    .filter(word -> unmatchedWords.stream().noneMatch(any -> any.startsWith("-")))
                    .filter(word -> command.getCommandSpec().findOption(DATA) != null);
            if (unnamed.isPresent()) {
                return new Failure(
                        ExitCode.USAGE,
                        "unexpected argument '" + unnamed.get() + "' for '"
                                + command.getCommandSpec().qualifiedName() + "'; a file of rows is named with " + DATA
                                + " "
                                + unnamed.get());
            }
            if (thrown instanceof UnmatchedArgumentException unmatched
                    && !unmatched.getUnmatched().isEmpty()) {
                return new Failure(
                        ExitCode.USAGE,
                        unknown(command, unmatched.getUnmatched().get(0)));
            }
            Matcher swallowed = INSTEAD_OF_A_VALUE.matcher(Objects.requireNonNullElse(thrown.getMessage(), ""));
            if (swallowed.lookingAt()) {
                return new Failure(ExitCode.USAGE, unknown(command, swallowed.group(1)));
            }
            // A mistyped option is the reason why another is missing, so it is named first.
            Optional<String> mistyped = command.getUnmatchedArguments().stream()
                    .filter(word -> word.startsWith("-"))
                    .findFirst();
            if (mistyped.isPresent()) {
                return new Failure(ExitCode.USAGE, unknown(command, mistyped.get()));
            }
            String message = Objects.requireNonNullElse(thrown.getMessage(), "invalid command line");
            Matcher none = HELP_OF_NONE.matcher(message);
            if (none.matches() && !LabCommands.advice(none.group(1)).isEmpty()) {
                return new Failure(
                        ExitCode.USAGE, "unknown command '" + none.group(1) + "'" + LabCommands.advice(none.group(1)));
            }
            return new Failure(ExitCode.USAGE, lowerFirst(numbersAllowed(message)));
        }

        /** Replaces the name of a Java type by the allowed values. */
        private static String numbersAllowed(String message) {
            Matcher number = NO_NUMBER.matcher(message);
            if (!number.matches()) {
                return message;
            }
            boolean whole = number.group(3).equals("int") || number.group(3).equals("long");
            return number.group(1) + ": must be a " + (whole ? "whole number such as 10" : "number such as 0.5 or 1e-3")
                    + ", was '" + number.group(2) + "'";
        }

        private static String unknown(CommandLine command, String word) {
            String name = command.getCommandSpec().qualifiedName();
            if (word.startsWith("-")) {
                String option = word.split("=", 2)[0];
                List<String> options =
                        List.copyOf(command.getCommandSpec().optionsMap().keySet());
                return "unknown option '" + option + "' for '" + name + "'" + guess(option, options, "options");
            }
            List<String> commands = List.copyOf(command.getSubcommands().keySet());
            String elsewhere = LabCommands.advice(word);
            if (!elsewhere.isEmpty() && !commands.isEmpty()) {
                return "unknown command '" + word + "'" + elsewhere;
            }
            return commands.isEmpty()
                    ? "unexpected argument '" + word + "' for '" + name + "'"
                    : "unknown command '" + word + "'" + guess(word, commands, "commands");
        }

        private static String guess(String word, List<String> allowed, String what) {
            Optional<String> near = Nearest.to(word, allowed);
            return near.map(n -> "; did you mean '" + n + "'?")
                    .orElseGet(() -> "; " + what + " are " + String.join(", ", allowed));
        }

        private static String lowerFirst(String message) {
            return message.isEmpty() ? message : Character.toLowerCase(message.charAt(0)) + message.substring(1);
        }
    }
}
