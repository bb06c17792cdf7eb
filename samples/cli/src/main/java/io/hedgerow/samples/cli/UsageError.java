// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli;

import io.hedgerow.core.internal.text.Nearest;
import io.hedgerow.samples.output.ExitCode;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Describes in one line the error in a command line, the allowed values and the probable intention. */
final class UsageError {

    /** The parser's words for an unknown option where a value was expected. */
    private static final Pattern INSTEAD_OF_A_VALUE = Pattern.compile("Unknown option: '([^']*)'; Expected parameter");

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
                            + command.getCommandSpec().qualifiedName() + "'; a file of rows is named with " + DATA + " "
                            + unnamed.get());
        }
        if (thrown instanceof UnmatchedArgumentException unmatched
                && !unmatched.getUnmatched().isEmpty()) {
            return new Failure(
                    ExitCode.USAGE, unknown(command, unmatched.getUnmatched().get(0)));
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
