// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.learn.options;

import io.hedgerow.core.method.MethodCatalogue;
import io.hedgerow.samples.learn.method.Algorithm;
import io.hedgerow.samples.learn.method.PluginJars;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options to load methods from external jars, set their parameters and show their help. */
final class PluginOptions {

    @Option(
            names = "--plugins",
            paramLabel = "PATH",
            description = "A jar with methods of your own, or a directory of such jars; repeat it for several. "
                    + "Their code runs with all rights of this program: name only what you trust.")
    private List<Path> plugins = new ArrayList<>();

    @Option(
            names = "--set",
            paramLabel = "NAME=VALUE",
            description = "A parameter of a method of --plugins, or one without an option of its own of"
                    + " {METHODS-OF-PLANS:named}, as a plan has it; repeat it for several. --help-method says"
                    + " which there are.")
    Map<String, String> set = new LinkedHashMap<>();

    @Option(
            names = "--help-method",
            help = true,
            description = "Say what the method of --algorithm does and which parameters it has, and end.")
    boolean help;

    private @Nullable MethodCatalogue catalogue;

    /**
     * Refuses what {@link #set} must not say. Of a method of the SDK that is a parameter that an option sets, since
     * what else follows from the option, such as how rows are read and what is reported, does not follow from the
     * parameter; and one of plans alone. Of a plugin it is a parameter whose option was given as well.
     *
     * @param settings every option that sets a parameter of some method
     */
    void requireFits(Algorithm chosen, List<Setting> settings) {
        for (String name : set.keySet()) {
            Optional<Setting> other = settings.stream()
                    .filter(setting -> name.equals(setting.parameter(chosen)))
                    .findFirst();
            if (!chosen.isGivenByNames()) {
                throw new IllegalArgumentException("--set " + name + " does not apply to --algorithm " + chosen.name()
                        + ", which has options for its parameters: "
                        + other.map(option -> "give " + option.option()).orElse("leave it out") + "; --set is for "
                        + Algorithm.withMethods("{METHODS-OF-PLANS:named}")
                        + ", and for methods of --plugins");
            }
            other.filter(option -> option.given() != null).ifPresent(option -> {
                throw new IllegalArgumentException("--set " + name + " cannot be combined with " + option.option()
                        + ", which sets the same parameter: leave --set " + name + " out");
            });
            if (!chosen.isOfPlugin()) {
                requireWithoutOption(name, chosen, other);
            }
        }
    }

    private static void requireWithoutOption(String name, Algorithm chosen, Optional<Setting> option) {
        String what = "--set " + name + " does not apply to --algorithm " + chosen.name();
        option.ifPresent(better -> {
            throw new IllegalArgumentException(
                    what + ", which has an option for it: give " + better.option() + " instead");
        });
        if (chosen.isOfPlansOnly(name)) {
            throw new IllegalArgumentException(what + ", which has it for plans only: leave it out");
        }
    }

    MethodCatalogue catalogue() {
        MethodCatalogue known = catalogue == null ? PluginJars.of(plugins) : catalogue;
        catalogue = known;
        return known;
    }
}
