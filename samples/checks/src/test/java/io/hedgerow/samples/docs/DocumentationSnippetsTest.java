// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.internal.feature.FeatureRelease;
import io.hedgerow.core.internal.result.ResultDocument;
import io.hedgerow.core.internal.search.sums.SiteSums;
import io.hedgerow.samples.cli.CommandLineApplication;
import io.hedgerow.samples.cli.Hedgerow;
import io.hedgerow.samples.cli.command.Terminal;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** What the documentation shows exists and is compiled. */
class DocumentationSnippetsTest {

    @Test
    void javaBlocks_areRegionsOfCompiledSources() throws IOException {
        List<String> problems = new ArrayList<>();
        for (MarkdownFile document : Documents.HERE.all()) {
            problems.addAll(Snippets.problems(document.name(), document.text(), Documents.HERE.root()));
        }
        assertEquals("", String.join("\n", problems));
    }

    /** A way in that takes more is no way in: the rest belongs behind it. */
    @Test
    void javaBlocksOfTheFirstPages_takeTenLinesAtMost() throws IOException {
        assertEquals(2, shortBlocks("README.md"), "learn, and learn under a budget");
        assertEquals(5, shortBlocks("docs/guides/start.md"), "learn, ask, learn under a budget, join and coordinate");
    }

    private static int shortBlocks(String name) throws IOException {
        String[] parts = Files.readString(Documents.HERE.root().resolve(name)).split("```java\n", -1);
        for (int k = 1; k < parts.length; k++) {
            String block = parts[k].split("```", 2)[0];
            assertTrue(block.lines().count() <= 10, block);
        }
        return parts.length - 1;
    }

    @Test
    void theOneDependency_hasTheVersionOfTheProgram() throws IOException {
        String text = Files.readString(Documents.HERE.root().resolve("docs/guides/start.md"));
        String version = ResultDocument.SOFTWARE.substring(ResultDocument.SOFTWARE.indexOf(' ') + 1);
        assertTrue(text.contains("<version>" + version + "</version>"), version);
    }

    @Test
    void shellCommands_nameCommandsAndOptionsThatExist() throws IOException {
        List<String> problems = new ArrayList<>();
        CommandLine program = application().parser();
        for (MarkdownFile document : Documents.HERE.all()) {
            problems.addAll(ShellCommands.problems(document.name(), document.text(), program));
        }
        assertEquals("", String.join("\n", problems));
    }

    @Test
    void documents_areFound() throws IOException {
        List<String> names =
                Documents.HERE.all().stream().map(MarkdownFile::name).toList();
        assertTrue(names.containsAll(List.of("docs/exit-codes.md", "CONTRIBUTING.md", ".github/SECURITY.md")));
    }

    /** Whoever decides about exact releases reads all that is in one: in the same words as the plan at the gate. */
    @Test
    void whatExactSumsTell_isSaidWhereItIsDecided() throws IOException {
        for (String name : List.of("docs/study-file.md", "docs/threat-model.md", "docs/guides/data-steward.md")) {
            String text = Files.readString(Documents.HERE.root().resolve(name));
            assertTrue(text.contains(FeatureRelease.CONTENTS), name);
            // the longer one begins with the shorter one
            assertTrue(text.replace(FeatureRelease.CONTENTS, "").contains(SiteSums.CONTENTS), name);
        }
    }

    static CommandLineApplication application() {
        PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
        Terminal terminal = new Terminal(nowhere, nowhere, false, false, InstantSource.system());
        return new CommandLineApplication(Hedgerow.commands(), terminal);
    }
}
