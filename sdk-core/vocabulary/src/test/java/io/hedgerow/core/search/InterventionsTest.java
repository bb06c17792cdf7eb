// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.search;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.search.Interventions.Targets;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InterventionsTest {

    private static final VariableSchema SCHEMA = VariableSchema.of("age", "dose", "blood pressure");
    private static final List<String> SITES = List.of("north", "south", "west");

    @TempDir
    Path temp;

    private Interventions read(String... lines) throws IOException {
        return Interventions.read(Files.write(temp.resolve("targets.yaml"), List.of(lines)));
    }

    @Test
    void parse_readsWhatTextWrites() {
        Interventions known = new Interventions(Map.of(
                "north", new Targets(Set.of("dose"), Set.of("blood pressure")),
                "south", new Targets(Set.of("dose", "age"), Set.of()),
                "west", new Targets(Set.of(), Set.of())));
        assertEquals("north: set dose, changed blood pressure; south: set age, set dose", known.text());
        assertEquals(known, Interventions.parse(known.text()));
        assertEquals(Interventions.none(), Interventions.parse(" "));
        assertTrue(Interventions.none().isNone());
        assertEquals(Set.of("age", "dose"), known.at("south").all());
        assertEquals(Set.of(), known.at("east").all());
        assertEquals(new Targets(Set.of("dose"), Set.of("blood pressure")), known.at("north"));
    }

    @Test
    void read_readsALineForEachSite() throws IOException {
        Interventions known = read(
                "north.csv: {set: [dose]}",
                "C:\\data\\south.csv: {changed: [age, blood pressure], set: [dose]}",
                "west.csv: none");
        assertEquals(Set.of("dose"), known.at("north.csv").set());
        assertEquals(
                Set.of("age", "blood pressure"), known.at("C:\\data\\south.csv").changed());
        assertEquals(2, known.sites().size());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "north: {sets: [dose]}|no key \"north.sets\"",
                "north: {set: dose}|must be none, or {set: [VARIABLE",
                "north: dose|must be none, or {set: [VARIABLE",
                "north: {}|must be none, or {set: [VARIABLE",
                "north: {set: [\"a, b\"]}|without comma, semicolon or colon",
                "north: {set: [dose], changed: [dose]}|dose is both",
                "north: {set: [dose, dose]}|north has set dose twice"
            })
    void read_ofWhatIsNone_saysWhereAndWhatIsAllowed(String line, String said) {
        Exception refused = assertThrows(RuntimeException.class, () -> read("west: none", line));
        assertTrue(refused.getMessage().contains(said), refused.getMessage());
        if (refused instanceof DataException) {
            assertTrue(refused.getMessage().contains("targets.yaml:2"), refused.getMessage());
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "north dose|must be written as site: set variable",
                "north: dose|must be written as set variable or changed variable, was \"dose\"",
                "north: set dose; north: set age|name north twice",
                "north: set dose, set dose|has set dose twice"
            })
    void parse_ofWhatIsNone_isRefused(String text, String said) {
        String refused = assertThrows(IllegalArgumentException.class, () -> Interventions.parse(text))
                .getMessage();
        assertTrue(refused.contains(said), refused);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "nord: set dose|there is no site \"nord\"",
                "north: set doze|at north: there is no variable \"doze\", did you mean \"dose\"?",
                "north: set age; south: changed age; west: set age|age is a target at all 3"
            })
    void requireFits_namesWhatDoesNot(String text, String said) {
        Interventions known = Interventions.parse(text);
        String refused = assertThrows(IllegalArgumentException.class, () -> known.requireFits(SCHEMA, SITES))
                .getMessage();
        assertTrue(refused.contains(said), refused);
    }

    /** Also the sites without targets are seen as a sum of their own. */
    @Test
    void requireHidden_wantsThreeSitesOfEverySet() {
        List<String> six = List.of("a", "b", "c", "d", "e", "f");
        Interventions three = Interventions.parse("a: set dose; b: changed dose; c: set dose");
        assertDoesNotThrow(() -> three.requireHidden(six, 1));
        assertDoesNotThrow(() -> Interventions.none().requireHidden(six, 4));
        String colluding = assertThrows(IllegalArgumentException.class, () -> three.requireHidden(six, 2))
                .getMessage();
        assertTrue(colluding.contains("at least 4 sites") && colluding.contains("2 sites may collude"), colluding);
        String two = assertThrows(
                        IllegalArgumentException.class,
                        () -> Interventions.parse("a: set dose; b: set dose").requireHidden(six, 0))
                .getMessage();
        assertTrue(two.contains("dose is that of a and b alone"), two);
        String observed = assertThrows(
                        IllegalArgumentException.class, () -> three.requireHidden(List.of("a", "b", "c", "d", "e"), 0))
                .getMessage();
        assertTrue(observed.contains("no target at all is that of d and e alone"), observed);
    }
}
