// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli;

import io.hedgerow.core.internal.text.Nearest;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.samples.cli.command.GivenOptions;
import io.hedgerow.samples.cli.command.GivenOptions.OptionsOfAction;
import io.hedgerow.samples.cli.command.SubCommand;
import io.hedgerow.samples.exchange.ExportFormat;
import io.hedgerow.samples.learn.method.Algorithm;
import io.hedgerow.samples.learn.sites.Transform;
import io.hedgerow.samples.output.ExitCode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.TypeConversionException;

/** Gives every command the same help: description, options, exit codes, examples, and constants by their dash names. */
final class HelpText {

    private HelpText() {}

    static void describe(CommandSpec spec, List<SubCommand.Example> examples) {
        UsageMessageSpec usage = spec.usageMessage();
        usage.sortOptions(false);
        usage.descriptionHeading("%n");
        usage.parameterListHeading("%nArguments:%n");
        usage.optionListHeading("%nOptions:%n");
        usage.commandListHeading("%nCommands:%n");
        Map<String, String> codes = new LinkedHashMap<>();
        for (ExitCode code : ExitCode.values()) {
            codes.put(" " + code.number(), code.meaning());
        }
        usage.exitCodeListHeading("%nExit codes:%n");
        usage.exitCodeList(codes);
        List<String> lines = new ArrayList<>();
        for (SubCommand.Example example : examples) {
            lines.add("  " + literal(example.purpose()) + ":");
            lines.add("    ./hedgerow " + literal(example.arguments()));
        }
        usage.footerHeading("%nExamples:%n");
        usage.footer(lines.toArray(String[]::new));
    }

    /** Leaves in a command's help only the options of one of its actions, if its actions declare any. */
    static void narrow(CommandSpec spec, String action, List<SubCommand.Example> examples) {
        spec.positionalParameters().stream()
                .flatMap(parameter -> Arrays.stream(
                        parameter.type().isEnum() ? parameter.type().getEnumConstants() : new Object[0]))
                .filter(constant -> constant instanceof OptionsOfAction
                        && Words.dashed((Enum<?>) constant).equals(action))
                .map(OptionsOfAction.class::cast)
                .findFirst()
                .ifPresent(known -> narrow(spec, action, known.options(), examples));
    }

    private static void narrow(CommandSpec spec, String action, List<String> read, List<SubCommand.Example> examples) {
        for (OptionSpec option : List.copyOf(spec.options())) {
            String name = option.longestName();
            if (!read.contains(name) && !GivenOptions.COMMON.contains(name) && !option.usageHelp()) {
                spec.remove(option);
                spec.addOption(OptionSpec.builder(option).hidden(true).build());
            }
        }
        List<SubCommand.Example> own = examples.stream()
                .filter(example -> example.arguments().startsWith(spec.name() + " " + action + " "))
                .toList();
        describe(spec, own.isEmpty() ? examples : own);
    }

    /** Escapes percent signs, which would be read as formats. */
    private static String literal(String text) {
        return text.replace("%", "%%");
    }

    /** Makes parser and help know constants by their dash names, and the options that this command requires. */
    static void complete(CommandLine command, Set<String> required) {
        CommandSpec spec = command.getCommandSpec();
        List<ArgSpec> all = new ArrayList<>(spec.options());
        all.addAll(spec.positionalParameters());
        for (ArgSpec arg : all) {
            for (Class<?> type : arg.auxiliaryTypes()) {
                if (type.isEnum()) {
                    register(command, type);
                }
            }
        }
        // The parser's model is immutable, so every argument outside of a group is replaced, in order.
        for (ArgSpec arg : all) {
            if (arg.group() == null) {
                spec.remove(arg);
                ArgSpec named = withMethods(withDashNames(arg));
                boolean needed = named instanceof OptionSpec option && required.contains(option.longestName());
                spec.add(
                        needed
                                ? OptionSpec.builder((OptionSpec) named)
                                        .required(true)
                                        .build()
                                : named);
            }
        }
        spec.usageMessage().description(withMethods(spec.usageMessage().description()));
    }

    /** Names of methods are not known where an option is declared. */
    private static String withNames(String line) {
        return Algorithm.withMethods(
                line.replace("{TRANSFORMS}", Transform.sentences()).replace("{FORMATS}", ExportFormat.summaries()));
    }

    private static String[] withMethods(String[] lines) {
        return Arrays.stream(lines).map(HelpText::withNames).toArray(String[]::new);
    }

    private static ArgSpec withMethods(ArgSpec arg) {
        String[] said = withMethods(arg.description());
        if (Arrays.equals(said, arg.description())) {
            return arg;
        }
        return arg instanceof OptionSpec option
                ? OptionSpec.builder(option).description(said).build()
                : PositionalParamSpec.builder((PositionalParamSpec) arg)
                        .description(said)
                        .build();
    }

    private static ArgSpec withDashNames(ArgSpec arg) {
        List<Class<?>> types = List.of(arg.auxiliaryTypes());
        Class<?> type = types.get(types.size() - 1);
        if (!type.isEnum()) {
            return arg;
        }
        return arg instanceof OptionSpec option
                ? OptionSpec.builder(option)
                        .completionCandidates(DashNames.ofAll(type))
                        .build()
                : PositionalParamSpec.builder((PositionalParamSpec) arg)
                        .completionCandidates(DashNames.ofAll(type))
                        .build();
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // the caller has seen that it is an enum
    private static void register(CommandLine command, Class<?> type) {
        command.registerConverter((Class) type, new DashNames((Class) type));
    }

    /**
     * Reads a constant by its name in lower case with dashes: {@code zero-out} for {@code ZERO_OUT}. Letter case and
     * underscores are forgiven.
     */
    private static final class DashNames<E extends Enum<E>> implements ITypeConverter<E> {

        private final Class<E> type;

        DashNames(Class<E> type) {
            this.type = type;
        }

        static List<String> ofAll(Class<?> type) {
            return Arrays.stream(type.getEnumConstants())
                    .map(constant -> Words.dashed((Enum<?>) constant))
                    .toList();
        }

        @Override
        public E convert(String value) {
            String wanted = value.strip().toLowerCase(Locale.ROOT).replace('_', '-');
            Optional<E> found = Words.constant(type, wanted);
            if (found.isPresent()) {
                return found.get();
            }
            List<String> allowed = ofAll(type);
            throw new TypeConversionException("must be one of " + String.join(", ", allowed) + "; was '" + value + "'"
                    + Nearest.to(wanted, allowed)
                            .map(near -> " (did you mean '" + near + "'?)")
                            .orElse(""));
        }
    }
}
