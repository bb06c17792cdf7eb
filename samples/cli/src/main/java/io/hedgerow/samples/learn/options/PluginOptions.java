// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.learn.options;

import io.hedgerow.core.method.MethodCatalogue;
import io.hedgerow.samples.learn.method.PluginJars;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of methods that the program does not have itself. */
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
            description = "A parameter of the method, as a plan has it; repeat it for several. --help-method says which"
                    + " there are.")
    Map<String, String> set = new LinkedHashMap<>();

    @Option(
            names = "--help-method",
            help = true,
            description = "Say what the method of --algorithm does and which parameters it has, and end.")
    boolean help;

    private @Nullable MethodCatalogue catalogue;

    MethodCatalogue catalogue() {
        MethodCatalogue known = catalogue == null ? PluginJars.of(plugins) : catalogue;
        catalogue = known;
        return known;
    }
}
