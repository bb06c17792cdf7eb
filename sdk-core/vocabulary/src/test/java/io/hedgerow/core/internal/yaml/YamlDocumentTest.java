// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.yaml;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class YamlDocumentTest {

    private static String refused(String text, Charset encoding) {
        return assertThrows(YamlProblem.class, () -> YamlDocument.parse("plan.yaml", text.getBytes(encoding)))
                .getMessage();
    }

    /** The line is the one that has the tab, wherever the parser stumbles over it. */
    @Test
    void aTabBeforeText_isNamedWithItsLine() {
        String words = "must be indented with blanks, has a tab: write blanks instead";
        assertEquals("plan.yaml:3: " + words, refused("a: 1\nb:\n\tc: 2\n", StandardCharsets.UTF_8));
        assertEquals("plan.yaml:4: " + words, refused("a: 1\nb:\n  c: 2\n  \td: 3\n", StandardCharsets.UTF_8));
        assertEquals("plan.yaml:2: " + words, refused("list:\n  -\ta: 1\n\t\tb: 2\n", StandardCharsets.UTF_8));
    }

    @Test
    void textInUtf16_isNamed() {
        String message = "plan.yaml: must be text in UTF-8, is UTF-16: save it as UTF-8";
        assertEquals(message, refused("a: 1\n", StandardCharsets.UTF_16));
        assertEquals(message, refused("a: 1\n", StandardCharsets.UTF_16LE));
        assertEquals(
                "plan.yaml: must be text in UTF-8, is not", refused("a: gr\u00fcn\n", StandardCharsets.ISO_8859_1));
    }
}
