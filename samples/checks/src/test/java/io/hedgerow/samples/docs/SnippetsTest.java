// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SnippetsTest {

    private static final String SOURCE = """
            class Shown {
                void run() {
                    // region:add
                    int a = 1;

                    if (a > 0) {
                        a++;
                    }
                    // endregion
                    // region:open
                    int b;
                }
            }
            """;

    private static final String BLOCK = """
            ```java
            int a = 1;

            if (a > 0) {
                a++;
            }
            ```
            """;

    @TempDir
    Path root;

    @BeforeEach
    void writeSource() throws IOException {
        Files.writeString(root.resolve("Shown.java"), SOURCE);
    }

    @Test
    void problems_whenTheBlockIsTheRegion_areNone() throws IOException {
        assertEquals(List.of(), check("<!-- snippet: Shown.java#add -->\n" + BLOCK));
        assertEquals(List.of(), check("Text.\n\n<!-- snippet: Shown.java#add -->\n\n" + BLOCK + "\nMore.\n"));
    }

    @Test
    void problems_ofOtherBlocks_areNone() throws IOException {
        assertEquals(List.of(), check("```sh\n./hedgerow\n```\n\n```\nplain\n```\n"));
    }

    @Test
    void problems_whenTheBlockDiffers_showTheRegion() throws IOException {
        assertOne("differs from region add", "<!-- snippet: Shown.java#add -->\n" + BLOCK.replace("a++", "a--"));
        assertOne("int a = 1;", "<!-- snippet: Shown.java#add -->\n```java\n```\n");
    }

    @Test
    void problems_whenOnlyTheInnerIndentDiffers_areFound() throws IOException {
        assertOne("differs", "<!-- snippet: Shown.java#add -->\n" + BLOCK.replace("    a++", "  a++"));
    }

    @Test
    void problems_whenTheCommentIsMissing_nameTheLine() throws IOException {
        assertOne("doc.md:2: a Java block needs", "\n" + BLOCK);
        assertOne("doc.md:9: a Java block needs", "<!-- snippet: Shown.java#add -->\n" + BLOCK + BLOCK);
        assertOne("needs", "<!-- snippet: Shown.java#add -->\nText between.\n" + BLOCK);
    }

    @Test
    void problems_whenTheRegionIsMissing_areFound() throws IOException {
        assertOne("has no region ad", "<!-- snippet: Shown.java#ad -->\n" + BLOCK);
        assertOne("there is no file", "<!-- snippet: Missing.java#add -->\n" + BLOCK);
    }

    @Test
    void problems_whenSomethingIsNeverClosed_areFound() throws IOException {
        assertOne("region open", "<!-- snippet: Shown.java#open -->\n```java\nint b;\n```\n");
        assertOne("the block is never closed", "```java\nint a;\n");
    }

    private void assertOne(String part, String markdown) throws IOException {
        List<String> problems = check(markdown);
        assertEquals(1, problems.size(), problems.toString());
        assertTrue(problems.get(0).contains(part), problems.get(0));
    }

    private List<String> check(String markdown) throws IOException {
        return Snippets.problems("doc.md", markdown, root);
    }
}
