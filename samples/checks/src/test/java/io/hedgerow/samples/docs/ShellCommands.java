// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.docs;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine;

/** Checks that every {@code ./hedgerow ...} of a text names a command and options that exist. */
final class ShellCommands {

    /** Up to whatever ends a command in a shell or in Markdown; a backslash continues it on the next line. */
    private static final Pattern CALL = Pattern.compile("\\./hedgerow((?:\\\\\\n|[^\\n`|;&>#)])*)");

    private static final Pattern OPTION = Pattern.compile("--[a-z][a-z-]*");

    private ShellCommands() {}

    static List<String> problems(String document, String text, CommandLine program) {
        List<String> problems = new ArrayList<>();
        Matcher call = CALL.matcher(text);
        while (call.find()) {
            String place = document + ":"
                    + (1
                            + text.substring(0, call.start())
                                    .chars()
                                    .filter(c -> c == '\n')
                                    .count()) + ": ";
            List<String> words =
                    List.of(call.group(1).replace("\\\n", " ").strip().split("\\s+"));
            CommandLine command = program;
            String first = words.get(0);
            if (first.matches("[a-z][a-z-]*")) {
                Map<String, CommandLine> commands = program.getSubcommands();
                if (!commands.containsKey(first)) {
                    problems.add(place + "there is no command " + first + ", but " + commands.keySet());
                    continue;
                }
                command = commands.get(first);
            }
            for (String word : words) {
                Matcher option = OPTION.matcher(word);
                if (option.lookingAt() && !command.getCommandSpec().optionsMap().containsKey(option.group())) {
                    problems.add(place + command.getCommandName() + " has no option " + option.group());
                }
            }
        }
        return problems;
    }
}
