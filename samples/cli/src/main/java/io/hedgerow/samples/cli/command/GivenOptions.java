// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli.command;

import io.hedgerow.core.internal.text.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Checks which options belong to which action of a command with several. */
public final class GivenOptions {

    public static final Set<String> COMMON = Set.of("--json", "--verbose", "--quiet", "--no-color");

    private GivenOptions() {}

    /** The names of all options in shared sets, in their order. */
    public static List<String> names(Class<?>... sets) {
        return Stream.of(sets)
                .flatMap(set -> CommandSpec.forAnnotatedObject(set).options().stream())
                .map(OptionSpec::longestName)
                .collect(Collectors.toCollection(ArrayList::new));
    }

    /** Refuses options that the action does not read, so that none is ignored silently. */
    public static <A extends Enum<A> & OptionsOfAction> void requireOnly(CommandSpec spec, A action) {
        List<String> read = action.options();
        for (OptionSpec option : spec.commandLine().getParseResult().matchedOptions()) {
            String name = option.longestName();
            if (!COMMON.contains(name) && !read.contains(name)) {
                throw new IllegalArgumentException(name + " cannot be combined with the action " + Words.dashed(action)
                        + ", which reads " + String.join(", ", read));
            }
        }
    }

    /** Refuses options that were given and are not used; {@code why} follows the option's name in the sentence. */
    public static void requireNone(CommandSpec spec, String why, String... names) {
        for (OptionSpec option : spec.commandLine().getParseResult().matchedOptions()) {
            if (List.of(names).contains(option.longestName())) {
                throw new IllegalArgumentException(option.longestName() + " " + why + ": leave it out");
            }
        }
    }

    public static <T> T required(Enum<?> action, String name, @Nullable T value) {
        if (value == null) {
            throw new IllegalArgumentException(name + " must be given with the action " + Words.dashed(action));
        }
        return Objects.requireNonNull(value);
    }

    /** An action of a command with several, which reads only some of the command's options. */
    public interface OptionsOfAction {

        /** The options by their longest names, without those of every command. */
        List<String> options();
    }
}
