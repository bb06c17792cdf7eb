// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.mutants;

import io.hedgerow.samples.cli.Checkout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The test classes beside the accountants that have properties, in whatever module of the SDK they are. */
final class AccountantProperties {

    private AccountantProperties() {}

    /** Their names: those of the contract first, slow ones last. */
    static List<String> classes() throws IOException {
        List<List<String>> classes = List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        for (Path module : Checkout.modulesOfTheSdk()) {
            Path sources = module.resolve("src/test/java");
            for (String part : List.of("accounting", "internal/accounting")) {
                Path folder = sources.resolve("io/hedgerow/dp").resolve(part);
                if (Files.isDirectory(folder)) {
                    collect(sources, folder, classes);
                }
            }
        }
        return classes.stream().flatMap(List::stream).toList();
    }

    private static void collect(Path sources, Path folder, List<List<String>> classes) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted().toList()) {
                String name = sources.relativize(file).toString();
                String text = name.endsWith(".java") ? Files.readString(file) : "";
                boolean contract = text.matches("(?s).*extends \\w+Contract .*");
                if ((contract || text.contains("@Property")) && !text.contains("abstract class")) {
                    classes.get(text.contains("@Tag(\"slow\")") ? 2 : contract ? 0 : 1)
                            .add(name.replace(".java", "").replace('/', '.'));
                }
            }
        }
    }
}
