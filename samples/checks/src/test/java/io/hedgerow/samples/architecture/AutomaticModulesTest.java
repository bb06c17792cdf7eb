// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.samples.cli.Checkout;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.module.FindException;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What the modules of the SDK require that is no named module, as the site engineer's guide says it. */
class AutomaticModulesTest {

    private static final Pattern REQUIRED = Pattern.compile("(?m)^ *requires (?:static |transitive )*([a-zA-Z0-9.]+);");

    private static Set<String> required() throws IOException {
        Set<String> required = new TreeSet<>();
        for (Path module : Checkout.modulesOfTheSdk()) {
            Matcher line = REQUIRED.matcher(Files.readString(module.resolve("src/main/java/module-info.java")));
            while (line.find()) {
                required.add(line.group(1));
            }
        }
        return required;
    }

    /** The one module of a jar; empty for what is no jar, or cannot be a module. */
    private static Optional<ModuleReference> module(String entry) {
        if (!entry.endsWith(".jar")) {
            return Optional.empty();
        }
        try {
            return ModuleFinder.of(Path.of(entry)).findAll().stream().findFirst();
        } catch (FindException e) {
            return Optional.empty();
        }
    }

    private static boolean isNamedInItsManifest(ModuleReference module) {
        try (JarFile jar = new JarFile(Path.of(module.location().orElseThrow()).toFile())) {
            return jar.getManifest() != null
                    && jar.getManifest().getMainAttributes().getValue("Automatic-Module-Name") != null;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void threeModulesHaveTheNamesOfTheirFiles_andTheGuideNamesThem() throws IOException {
        Set<String> required = required();
        Set<ModuleReference> automatic = Arrays.stream(
                        System.getProperty("java.class.path").split(File.pathSeparator))
                .flatMap(entry -> module(entry).stream())
                .filter(module -> module.descriptor().isAutomatic()
                        && required.contains(module.descriptor().name()))
                .collect(Collectors.toSet());
        Set<String> ofFiles = names(automatic, false);
        assertEquals(Set.of("commons.math3", "ejml.core", "ejml.ddense"), ofFiles);
        String guide = Files.readString(Checkout.ROOT.resolve("docs/guides/site-engineer.md"));
        for (String name : ofFiles) {
            assertTrue(guide.contains("`" + name + "`"), name);
        }
        for (String name : names(automatic, true)) {
            assertTrue(guide.contains("`" + name + "`"), name);
        }
    }

    private static Set<String> names(Set<ModuleReference> modules, boolean inManifest) {
        return modules.stream()
                .filter(module -> isNamedInItsManifest(module) == inManifest)
                .map(module -> module.descriptor().name())
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
