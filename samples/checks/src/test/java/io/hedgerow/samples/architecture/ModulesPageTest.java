// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.samples.cli.Checkout;
import java.io.IOException;
import java.lang.module.ModuleDescriptor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** {@code docs/modules.md} lists what each module says of itself; {@code -Dapi.update} writes the list anew. */
class ModulesPageTest {

    private static final Path PAGE = Checkout.ROOT.resolve("docs/modules.md");
    private static final Pattern SAID = Pattern.compile(
            "(?s)<artifactId>(hedgerow-[\\w-]+)</artifactId>\\s*<name>.*?<description>(.*?)</description>");
    private static final Pattern MODULE = Pattern.compile("(?m)^module ([\\w.]+) \\{");
    private static final Pattern BELOW = Pattern.compile("<module>([\\w-]+)</module>");

    @Test
    void page_isWhatModulesSayOfThemselves() throws IOException {
        List<String> lines = new ArrayList<>(List.of(
                "# Modules",
                "",
                "The modules of the SDK in the order in which they are built. A module sees those that it names and what"
                        + " these see; the compiler keeps it so. The `package-info` of a package says what is in it;"
                        + " `internal` packages are no API.",
                "",
                "| folder | artifact | what it is for | sees |",
                "|---|---|---|---|"));
        for (Path module : inOrder()) {
            lines.add(row(module));
        }
        if (System.getProperty("api.update") != null) {
            Files.write(PAGE, lines);
        }
        assertEquals(
                String.join("\n", lines),
                String.join("\n", Files.readAllLines(PAGE)),
                "run this test with -Dapi.update when a module came, went or says something else");
    }

    private static List<Path> inOrder() throws IOException {
        List<Path> modules = new ArrayList<>();
        for (String folder : List.of("sdk-core", "sdk-dp", "sdk-secure-agg", "sdk-transport")) {
            Path parent = Checkout.ROOT.resolve(folder);
            Matcher below = BELOW.matcher(Files.readString(parent.resolve("pom.xml")));
            int before = modules.size();
            while (below.find()) {
                modules.add(parent.resolve(below.group(1)));
            }
            if (modules.size() == before) {
                modules.add(parent);
            }
        }
        assertEquals(Checkout.modulesOfTheSdk(), modules.stream().sorted().toList());
        return modules;
    }

    private static String row(Path module) throws IOException {
        Matcher said = SAID.matcher(Files.readString(module.resolve("pom.xml")));
        assertTrue(said.find(), () -> module + " must say what it is for");
        Matcher name = MODULE.matcher(Files.readString(module.resolve("src/main/java/module-info.java")));
        assertTrue(name.find(), () -> module + " must have a module descriptor");
        Set<String> seen = SdkModules.ALL.get(name.group(1)).requires().stream()
                .map(ModuleDescriptor.Requires::name)
                .filter(required -> required.startsWith(SdkModules.ROOT))
                .map(required -> required.substring(SdkModules.ROOT.length()))
                .collect(Collectors.toCollection(TreeSet::new));
        return "| `" + Checkout.ROOT.relativize(module).toString().replace('\\', '/') + "` | `" + said.group(1) + "` | "
                + said.group(2) + " | " + (seen.isEmpty() ? "–" : String.join(", ", seen)) + " |";
    }
}
