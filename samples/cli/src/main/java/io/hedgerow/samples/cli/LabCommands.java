// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli;

import io.hedgerow.samples.cli.command.SubCommand;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import picocli.CommandLine;

/**
 * Loads the optional lab commands from a separate jar. A jar on the class path adds a command when it names it as a
 * service; this class only places the commands of the lab in the help, and explains where they are when they are
 * missing.
 */
final class LabCommands {

    private static final String JAR = "hedgerow-lab.jar";

    /** Each command of the lab, in the order of help, with the one that help lists before it. */
    private static final Map<String, String> AFTER = new LinkedHashMap<>();

    static {
        AFTER.put("simulate", "quickstart");
        AFTER.put("experiment", "audit");
        AFTER.put("reproduce", "experiment");
    }

    private LabCommands() {}

    /** The program's own commands, with those of other jars at their places: the lab's by name, others at the end. */
    static List<SubCommand> placedAmong(List<SubCommand> own) {
        return placedAmong(own, ServiceLoader.load(SubCommand.class, LabCommands.class.getClassLoader()));
    }

    static List<SubCommand> placedAmong(List<SubCommand> own, Iterable<SubCommand> others) {
        Map<String, SubCommand> found = new LinkedHashMap<>();
        others.forEach(command -> found.put(command.commandName(), command));
        // no jar replaces a command of the program
        own.forEach(command -> found.remove(command.commandName()));
        List<SubCommand> all = new ArrayList<>(own);
        AFTER.forEach((name, before) -> {
            SubCommand command = found.remove(name);
            if (command != null) {
                int place = all.stream().map(SubCommand::commandName).toList().indexOf(before);
                all.add(place < 0 ? all.size() : place + 1, command);
            }
        });
        all.addAll(found.values());
        return List.copyOf(all);
    }

    /** Adds to the help of the program which commands are in another jar, unless they are on the class path. */
    static void tellWhereTheyAre(CommandLine program) {
        List<String> absent = AFTER.keySet().stream()
                .filter(name -> !program.getSubcommands().containsKey(name))
                .toList();
        if (!absent.isEmpty()) {
            List<String> lines = new ArrayList<>(
                    List.of(program.getCommandSpec().usageMessage().footer()));
            lines.addAll(List.of("", "Not here, but in " + JAR + ": " + String.join(", ", absent)));
            program.getCommandSpec().usageMessage().footer(lines.toArray(String[]::new));
        }
    }

    /** Advice on a word that would be a command if the lab were on the class path; otherwise empty. */
    static String advice(String word) {
        return AFTER.containsKey(word)
                ? "; it is in " + JAR + ", which must be on the class path: java -cp hedgerow.jar:" + JAR + " "
                        + Hedgerow.class.getName() + " " + word
                : "";
    }
}
