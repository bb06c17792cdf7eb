// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.inspect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The lines and comments of a mapping file. */
class MappingDraftTest {

    private final MappingDraft draft = draft("ward.csv");

    private static MappingDraft draft(String name) {
        InspectedRows rows = InspectedRows.file(Path.of("data", name), List.of("x"), codings -> {
            throw new AssertionError("rows are not read");
        });
        return new MappingDraft(new SeenFile(rows, 0, Optional.empty(), List.of(), Map.of(), List.of()));
    }

    /** The lines after the two of the head. */
    private static String body(MappingDraft draft) {
        assertTrue(draft.text().startsWith("# What the columns of "), draft.text());
        return draft.text().lines().skip(2).collect(Collectors.joining("\n"));
    }

    @Test
    void withoutALine_isAnEmptyDocument() {
        assertEquals("{}", body(draft));
        draft.suggest("x", Map.of("multiply", "10"), "cm?");
        assertEquals("# cm?\n# x: {multiply: 10}\n{}", body(draft));
    }

    @Test
    void whatIsSaid_isALine_inTheOrderOfTheColumns() {
        draft.say("b", "rename", "c");
        draft.say("a", "date", "true");
        draft.say("b", "levels", MappingDraft.levels(Map.of("m", "M")));
        draft.file("separator", "semicolon");
        draft.missing(List.of(".", "N/A"));
        assertEquals(
                "\"*\": {separator: semicolon, missing: [\".\", \"N/A\"]}\nb: {rename: c, levels: {m: M}}\na: date",
                body(draft));
    }

    @Test
    void aSuggestion_isACommentWithAllThatTheLineWouldSay() {
        draft.say("x", "decimal", "comma");
        draft.suggest("x", Map.of("multiply", "10"), "cm?");
        draft.suggest("x", Map.of("add", "2"), "cm?");
        assertEquals("x: {decimal: comma}\n# cm?\n# x: {decimal: comma, multiply: 10, add: 2}", body(draft));
        assertTrue(draft.accept("x"));
        assertEquals("x: {decimal: comma, multiply: 10, add: 2}", body(draft));
        assertFalse(draft.accept("x"));
    }

    @Test
    void leavingOut_goesBeforeWhatElseWasSaid() {
        draft.say("x", "rename", "y");
        draft.drop("x");
        assertTrue(draft.isDropped("x"));
        assertEquals("x: drop", body(draft));
    }

    @Test
    void anAcceptedDrop_isTheWholeLine() {
        draft.say("x", "decimal", "comma");
        draft.suggest("x", Map.of("drop", "true"), "x repeats y");
        assertEquals("x: {decimal: comma}\n# x repeats y\n# x: drop", body(draft));
        assertTrue(draft.accept("x"));
        assertEquals("x: drop", body(draft));
    }

    /** A column is left out because its name is unknown elsewhere; who accepts its name wants it. */
    @Test
    void anAcceptedName_bringsAColumnBack() {
        draft.drop("x");
        draft.suggest("x", Map.of("rename", "y"), "x is y?");
        assertTrue(draft.mayBeAnother("x"));
        assertEquals("x: drop\n# x is y?\n# x: {rename: y}", body(draft));
        assertTrue(draft.accept("x"));
        assertFalse(draft.isDropped("x"));
        assertEquals("x: {rename: y}", body(draft));
    }

    @Test
    void otherSuggestions_areNoOtherName() {
        draft.suggest("x", Map.of("drop", "true"), "x repeats y");
        draft.suggest("x", Map.of("other", "true"), "rare levels as one");
        assertFalse(draft.mayBeAnother("x"));
    }

    /** What is accepted of one column is about all columns of the file. */
    @Test
    void suggestedTextsOfMissingCells_areOneLineOfTheFile() {
        draft.missing(List.of("."));
        draft.suggestMissing("x", List.of("-999", "-999.0"), "x: two cells");
        draft.suggestMissing("s", List.of("none"), "s: a level");
        assertEquals(
                "\"*\": {missing: [\".\"]}\n# x: two cells\n# s: a level\n"
                        + "# \"*\": {missing: [\".\", \"-999\", \"-999.0\", none]}",
                body(draft));
        assertTrue(draft.accept("x"));
        assertEquals(
                "\"*\": {missing: [\".\", \"-999\", \"-999.0\"]}\n# s: a level\n"
                        + "# \"*\": {missing: [\".\", \"-999\", \"-999.0\", none]}",
                body(draft));
    }

    @Test
    void foreignTexts_stayInOneLine() {
        MappingDraft odd = draft("two\nlines.csv");
        Map<String, String> levels = new LinkedHashMap<>();
        levels.put("a\nb", "yes");
        odd.say("x\ny", "levels", MappingDraft.levels(levels));
        odd.suggest("x\ny", Map.of("add", "1"), "why\nnot");
        assertEquals(
                List.of(
                        "\"x\\u000ay\": {levels: {\"a\\u000ab\": \"yes\"}}",
                        "# why\\u000anot",
                        "# \"x\\u000ay\": {levels: {\"a\\u000ab\": \"yes\"}, add: 1}"),
                odd.text().lines().skip(2).toList());
    }
}
