package io.hedgerow.samples.cli;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Says in one line what is wrong with a command line, what is allowed and what was probably meant. */
final class UsageError {

    private UsageError() {}

    static Failure of(ParameterException thrown) {
        CommandLine command = thrown.getCommandLine();
        if (thrown instanceof UnmatchedArgumentException unmatched
                && !unmatched.getUnmatched().isEmpty()) {
            return new Failure(
                    ExitCode.USAGE, unknown(command, unmatched.getUnmatched().get(0)));
        }
        String message = Objects.requireNonNullElse(thrown.getMessage(), "invalid command line");
        return new Failure(ExitCode.USAGE, lowerFirst(message));
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
