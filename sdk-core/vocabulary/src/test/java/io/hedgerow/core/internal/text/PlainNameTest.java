// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.protocol.SiteId;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlainNameTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "north",
                "site-1",
                "St.Mary_2",
                "_x",
                "7",
                "a..b",
                "console",
                "com",
                "COM10",
                "a.nul",
                "north-",
                "lpt"
            })
    void names_ofFilesOnEverySystem_areNames(String name) {
        assertEquals(name, PlainName.require("name", name));
        assertEquals(name, new SiteId(name).value());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ".",
                "..",
                "...",
                ".north",
                "north.",
                "north..",
                "-north",
                "a/b",
                "a\\b",
                "a b",
                "a\n",
                "nul",
                "NUL",
                "Con",
                "aux.north",
                "prn.",
                "com1",
                "COM0.x",
                "lpt9",
                "conin$",
                "Zu\u0308rich",
                "Zürich",
                "n\u043erth", // a Cyrillic o
                "north\u202E",
                "\uFEFFnorth"
            })
    void whatIsNoNameOfAFileSomewhere_isNone(String name) {
        IllegalArgumentException refusal =
                assertThrows(IllegalArgumentException.class, () -> PlainName.require("name", name));
        assertTrue(String.valueOf(refusal.getMessage()).startsWith("name must be 1 to 100 "), refusal.getMessage());
        assertThrows(IllegalArgumentException.class, () -> new SiteId(name));
    }

    @Test
    void names_haveAtMostAHundredCharacters() {
        String longest = "x".repeat(100);
        assertEquals(longest, PlainName.require("name", longest));
        assertThrows(IllegalArgumentException.class, () -> PlainName.require("name", longest + "x"));
    }

    @Test
    void namesThatAreOneFileOnSomeSystems_areNotTwoNames() {
        PlainName.requireUnlike("sites", List.of("north", "south", "northern"));
        IllegalArgumentException alike = assertThrows(
                IllegalArgumentException.class,
                () -> PlainName.requireUnlike("sites", List.of("north", "south", "North")));
        assertTrue(String.valueOf(alike.getMessage()).contains("\"north\" and \"North\" do not"), alike.getMessage());
        IllegalArgumentException twice = assertThrows(
                IllegalArgumentException.class, () -> PlainName.requireUnlike("sites", List.of("north", "north")));
        assertTrue(String.valueOf(twice.getMessage()).contains("is there twice"), twice.getMessage());
    }
}
