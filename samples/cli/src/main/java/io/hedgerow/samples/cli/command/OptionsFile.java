// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli.command;

import io.hedgerow.core.internal.text.Nearest;
import io.hedgerow.core.internal.yaml.YamlDocument;
import io.hedgerow.core.internal.yaml.YamlNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.IDefaultValueProvider;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

/** Reads default options from a file, by their long names without dashes; the command line overrides them. */
public record OptionsFile(Map<String, String> values) implements IDefaultValueProvider {

    public static final String OPTION = "--config";

    private static final int LARGEST = 100_000;

    /** Options of a single run's display, which a file cannot set. */
    private static final Set<String> COMMAND_LINE_ONLY = Set.of(OPTION, "--help", "--json", "--verbose");

    /** The file that a command line names; empty when it names none, or is wrong, which the parser will report. */
    public static Optional<Path> named(String... args) {
        CommandSpec alone = CommandSpec.create()
                .addOption(
                        OptionSpec.builder(OPTION).arity("1").type(Path.class).build());
        CommandLine early = new CommandLine(alone);
        early.setUnmatchedArgumentsAllowed(true);
        early.setUnmatchedOptionsAllowedAsOptionParameters(false);
        try {
            return Optional.ofNullable(early.parseArgs(args).matchedOptionValue(OPTION, (Path) null));
        } catch (ParameterException e) {
            return Optional.empty();
        }
    }

    /** Reads a file for a command. All keys that are no option of it are named at once. */
    public static OptionsFile read(Path file, CommandSpec command) {
        List<String> known = command.options().stream()
                .map(OptionSpec::longestName)
                .filter(name -> !COMMAND_LINE_ONLY.contains(name))
                .map(OptionsFile::key)
                .toList();
        Map<String, String> values = new LinkedHashMap<>();
        List<String> unknown = new ArrayList<>();
        for (Map.Entry<String, YamlNode> field :
                YamlDocument.read(file, LARGEST).fields().entrySet()) {
            String name = field.getKey();
            if (known.contains(name)) {
                values.put("--" + name, field.getValue().text("a value, or be left out"));
            } else {
                unknown.add("'" + name + "'"
                        + Nearest.to(name, known)
                                .map(near -> " (did you mean '" + near + "'?)")
                                .orElse(""));
            }
        }
        if (!unknown.isEmpty()) {
            throw new IllegalArgumentException(file + ": no option of '" + command.qualifiedName() + "' for a file: "
                    + String.join(", ", unknown) + "; options are " + String.join(", ", known));
        }
        return new OptionsFile(values);
    }

    private static String key(String option) {
        return option.substring(2);
    }

    @Override
    public @Nullable String defaultValue(ArgSpec arg) {
        String value = arg instanceof OptionSpec option ? values.get(option.longestName()) : null;
        return value == null ? null : value.replace("${", "$${"); // the parser would look for a variable
    }
}
