// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.privacy.DatasetIdentity;
import io.hedgerow.core.protocol.SiteId;
import org.junit.jupiter.api.Test;

class ExcerptTest {

    @Test
    void quoted_showsShortTextAsItIs() {
        assertEquals("\"north 1\"", Excerpt.quoted("north 1"));
        assertEquals("\"\"", Excerpt.quoted(""));
    }

    @Test
    void quoted_keepsToOneLineOfBearableLength() {
        assertEquals("\"a\\u000ab\\u2028c\"", Excerpt.quoted("a\nb\u2028c"));
        String shown = Excerpt.quoted("}".repeat(18_000));
        assertTrue(shown.endsWith("\"... (18000 characters)"), shown);
        assertTrue(shown.length() <= 150, "was " + shown.length());
    }

    @Test
    void names_thatAreMuchTooLong_areRefusedInAShortMessage() {
        String name = "a}".repeat(9_000);
        for (Exception refusal : new Exception[] {
            assertThrows(IllegalArgumentException.class, () -> new SiteId(name)),
            assertThrows(IllegalArgumentException.class, () -> new DatasetIdentity(name))
        }) {
            assertTrue(String.valueOf(refusal.getMessage()).length() < 300, refusal.getMessage());
        }
    }
}
