// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.samples.cli.Checkout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A package is small enough to be read, at most fifteen files beside its description, and {@code docs/packages.md}
 * lists what each of them says of itself; {@code -Dapi.update} writes the list anew.
 */
class PackagesTest {

    private static final Path ROOT = Checkout.ROOT;
    private static final Path LIST = Checkout.ROOT.resolve("docs/packages.md");
    private static final int MOST = 15;
    private static final List<String> MODULES = List.of(
            "sdk-core",
            "sdk-dp",
            "sdk-secure-agg",
            "sdk-transport",
            "samples/cli",
            "samples/lab",
            "samples/site-app",
            "samples/connectors");

    private static final Pattern DESCRIPTION = Pattern.compile("(?s)/\\*\\*(.*?)\\*/.*?\\npackage ([\\w.]+);");

    /** Wider packages, how many files they may have, and why they are not divided. */
    private static final Map<String, Integer> WIDER = Map.of(
            // the ledger and what it writes: records, state and journal are made by each other and by nobody outside
            "io.hedgerow.dp.ledger", 27);

    @Test
    void packages_haveAtMostFifteenFiles() throws IOException {
        Map<String, Integer> sizes = sizes(ROOT);
        assertTrue(sizes.size() > 100, () -> "the sources must be below " + ROOT.toAbsolutePath() + ", found " + sizes);
        assertEquals(Map.of(), tooWide(sizes));
    }

    @Test
    void exceptions_areNeeded() throws IOException {
        Map<String, Integer> sizes = sizes(ROOT);
        WIDER.forEach((name, most) -> assertEquals(most, sizes.get(name), name + " may have no more than it has"));
    }

    @Test
    void sixteenFiles_areTooMany(@TempDir Path root) throws IOException {
        Path directory = Files.createDirectories(root.resolve("module/src/main/java/some/words"));
        Files.createFile(directory.resolve("package-info.java"));
        for (int k = 0; k < MOST; k++) {
            Files.createFile(directory.resolve("Word" + k + ".java"));
        }
        assertEquals(Map.of(), tooWide(sizes(root)));
        Files.createFile(directory.resolve("OneMore.java"));
        assertEquals(Map.of("some.words", MOST + 1), tooWide(sizes(root)));
    }

    @Test
    void list_isWhatPackagesSayOfThemselves() throws IOException {
        List<String> lines = new ArrayList<>(List.of(
                "# Packages",
                "",
                "Every package with what its `package-info` says, module by module. `internal` packages are no API."));
        for (String module : MODULES) {
            lines.addAll(List.of("", "## " + module, "", "| package | what is in it |", "|---|---|"));
            descriptions(ROOT.resolve(module))
                    .forEach((name, sentence) -> lines.add("| `" + name + "` | " + sentence + " |"));
        }
        if (System.getProperty("api.update") != null) {
            Files.write(LIST, lines);
        }
        assertEquals(
                String.join("\n", lines),
                String.join("\n", Files.readAllLines(LIST)),
                "run this test with -Dapi.update when a package came, went or says something else");
    }

    /** The first sentence or more of each package's description, without the SDK's own prefix. */
    private static Map<String, String> descriptions(Path module) throws IOException {
        Map<String, String> all = new TreeMap<>();
        try (Stream<Path> files = Files.walk(module)) {
            for (Path file : files.filter(path -> path.endsWith("package-info.java"))
                    .filter(path -> path.toString().replace('\\', '/').contains("/src/main/java/"))
                    .toList()) {
                Matcher text = DESCRIPTION.matcher(Files.readString(file));
                assertTrue(text.find(), () -> file + " must have a description");
                all.put(text.group(2).replaceFirst("^io\\.hedgerow\\.", ""), plain(text.group(1)));
            }
        }
        return all;
    }

    /** As one line of Markdown. */
    private static String plain(String javadoc) {
        return javadoc.replaceAll("(?m)^\\s*\\* ?", " ")
                .replaceAll("</?p>", " ")
                .replaceAll("\\{@(?:code|link|linkplain) (?:[^}]*[.#])?([^}.#]+)\\}", "`$1`")
                .replaceAll("\\s+", " ")
                .replace("|", "\\|")
                .strip();
    }

    private static Map<String, Integer> tooWide(Map<String, Integer> sizes) {
        Map<String, Integer> wide = new TreeMap<>(sizes);
        wide.entrySet().removeIf(entry -> entry.getValue() <= WIDER.getOrDefault(entry.getKey(), MOST));
        return wide;
    }

    /** Files of each package in the main sources of all modules. */
    private static Map<String, Integer> sizes(Path root) throws IOException {
        Map<String, Integer> sizes = new TreeMap<>();
        try (Stream<Path> files = Files.walk(root)) {
            files.map(file -> root.relativize(file).toString().replace('\\', '/'))
                    .filter(name -> name.endsWith(".java") && !name.contains("/target/"))
                    .filter(name -> !name.endsWith("/package-info.java") && !name.endsWith("/module-info.java"))
                    .filter(name -> name.contains("src/main/java/"))
                    .forEach(name -> sizes.merge(packageOf(name), 1, Integer::sum));
        }
        return sizes;
    }

    private static String packageOf(String name) {
        String path = name.substring(name.indexOf("src/main/java/") + "src/main/java/".length());
        return path.substring(0, path.lastIndexOf('/')).replace('/', '.');
    }
}
