// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.mutants;

import io.hedgerow.samples.cli.Checkout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The sources of all modules by simple name of the class. What is beside the modules, such as the adapter of another
 * library, has no mutants.
 */
final class Sources {

    private final Map<String, Path> files = new HashMap<>();

    Sources() throws IOException {
        List<Path> modules = new ArrayList<>(Checkout.modulesOfTheSdk());
        modules.add(Mutant.ROOT.resolve("samples/cli"));
        modules.add(Mutant.ROOT.resolve("samples/lab"));
        for (Path module : modules) {
            try (Stream<Path> found = Files.walk(module.resolve("src/main/java"))) {
                found.filter(file -> file.toString().endsWith(".java"))
                        .forEach(file -> files.put(file.getFileName().toString().replace(".java", ""), file));
            }
        }
    }

    boolean has(String simpleName) {
        return files.containsKey(simpleName);
    }

    /** Whether there is a class, and in it a method where one is named: {@code Class} or {@code Class.method}. */
    boolean hasCode(String name) throws IOException {
        String[] parts = name.split("\\.", -1);
        Optional<Path> file = Optional.ofNullable(files.get(parts[0]));
        return file.isPresent()
                && (parts.length == 1 || Files.readString(file.get()).matches("(?s).*\\b" + parts[1] + "\\(.*"));
    }
}
