package io.hedgerow.samples.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.internal.feature.FeatureRelease;
import io.hedgerow.core.internal.search.SiteSums;
import io.hedgerow.samples.cli.CommandLineApplication;
import io.hedgerow.samples.cli.Hedgerow;
import io.hedgerow.samples.cli.Terminal;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** What the documentation shows exists and is compiled. */
class DocumentationSnippetsTest {

    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    @Test
    void javaBlocks_areRegionsOfCompiledSources() throws IOException {
        List<String> problems = new ArrayList<>();
        for (Path document : documents()) {
            problems.addAll(Snippets.problems(name(document), Files.readString(document), ROOT));
        }
        assertEquals("", String.join("\n", problems));
    }

    /** A way in that takes more is no way in: the rest belongs behind it. */
    @Test
    void javaBlocksOfTheReadme_takeTenLinesAtMost() throws IOException {
        String[] parts = Files.readString(ROOT.resolve("README.md")).split("```java\n", -1);
        assertEquals(4, parts.length, "learn, join and coordinate");
        for (int k = 1; k < parts.length; k++) {
            String block = parts[k].split("```", 2)[0];
            assertTrue(block.lines().count() <= 10, block);
        }
    }

    @Test
    void shellCommands_nameCommandsAndOptionsThatExist() throws IOException {
        List<String> problems = new ArrayList<>();
        for (Path document : documents()) {
            problems.addAll(ShellCommands.problems(name(document), Files.readString(document), program()));
        }
        assertEquals("", String.join("\n", problems));
    }

    @Test
    void documents_areFound() throws IOException {
        assertTrue(documents().contains(ROOT.resolve("docs/exit-codes.md")));
        assertTrue(documents().contains(ROOT.resolve("CONTRIBUTING.md")));
    }

    /** Whoever decides about exact releases reads all that is in one: in the same words as the plan at the gate. */
    @Test
    void whatExactSumsTell_isSaidWhereItIsDecided() throws IOException {
        for (String name : List.of(
                "docs/study-file.md",
                "docs/threat-model.md",
                "docs/guides/data-steward.md",
                "docs/guides/secure-aggregation.md")) {
            String text = Files.readString(ROOT.resolve(name));
            assertTrue(text.contains(FeatureRelease.CONTENTS), name);
            // the longer one begins with the shorter one
            assertTrue(text.replace(FeatureRelease.CONTENTS, "").contains(SiteSums.CONTENTS), name);
        }
    }

    static CommandLine program() {
        return application().parser();
    }

    static CommandLineApplication application() {
        PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
        Terminal terminal = new Terminal(nowhere, nowhere, false, false, InstantSource.system());
        return new CommandLineApplication(Hedgerow.commands(), terminal);
    }

    static List<Path> documents() throws IOException {
        List<Path> documents = new ArrayList<>();
        try (Stream<Path> top = Files.list(ROOT);
                Stream<Path> forge = Files.walk(ROOT.resolve(".github"));
                Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
            Stream.of(top, forge, docs)
                    .flatMap(files -> files)
                    .filter(file -> file.toString().endsWith(".md"))
                    .sorted()
                    .forEach(documents::add);
        }
        return documents;
    }

    private static String name(Path document) {
        return ROOT.relativize(document).toString();
    }
}
