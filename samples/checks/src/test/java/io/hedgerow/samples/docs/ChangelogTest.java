// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** An entry of the changelog is short: what is more belongs to a page to which it links. */
class ChangelogTest {

    /** Characters that a reader sees, so without the addresses of links. */
    private static final int MOST = 200;

    @Test
    void entries_areShort() throws IOException {
        List<String> entries =
                entries(MarkdownFile.read(Documents.HERE.root(), "CHANGELOG.md").text());
        assertTrue(entries.size() > 100, "entries must be found, were " + entries.size());
        assertEquals(
                List.of(),
                entries.stream().filter(entry -> entry.length() > MOST).toList());
    }

    @Test
    void entries_ofSeveralLines_areRead() {
        assertEquals(List.of("a b", "c [d]"), entries("# A\n- a\n  b\n- c [d](e.md)\n\n## B\nnot one\n"));
    }

    private static List<String> entries(String text) {
        List<String> entries = new ArrayList<>();
        StringBuilder entry = new StringBuilder();
        for (String line : (text + "\n\n").lines().toList()) {
            if (line.startsWith("- ") || line.isBlank() || line.startsWith("#")) {
                if (!entry.isEmpty()) {
                    entries.add(entry.toString().replaceAll("\\]\\([^)]*\\)", "]"));
                }
                entry = new StringBuilder(line.startsWith("- ") ? line.substring(2) : "");
            } else if (!entry.isEmpty()) {
                entry.append(' ').append(line.trim());
            }
        }
        return entries;
    }
}
