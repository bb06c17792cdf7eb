// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.search;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.VariableSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KnownEdgesTest {

    private static final VariableSchema SCHEMA = VariableSchema.of("age", "sex", "dose", "outcome");

    @TempDir
    Path temp;

    private static KnownEdges fitting(String required, String forbidden, String tiers) {
        KnownEdges known = KnownEdges.parse(required, forbidden, tiers);
        known.requireFits(SCHEMA);
        return known;
    }

    @Test
    void parse_readsWhatAPlanWrites() {
        assertEquals(
                new KnownEdges(
                        List.of(new KnownEdges.Arrow("age", "dose"), new KnownEdges.Arrow("sex", "dose")),
                        List.of(new KnownEdges.Arrow("outcome", "age")),
                        List.of(List.of("age", "sex"), List.of("dose"))),
                fitting("age->dose, sex -> dose,age->dose", "outcome->age", "age, sex; dose"));
        assertEquals(KnownEdges.none(), fitting("", " ", ""));
        assertTrue(KnownEdges.none().knowsNothing());
        assertEquals(
                Map.of("age", 1, "sex", 1, "dose", 2),
                KnownEdges.parse("", "", "age, sex; dose").tierOfEach());
    }

    @Test
    void namesWithSeparators_areInQuotationMarks() {
        assertEquals(
                List.of(List.of("age, years", "sex"), List.of("a;b")),
                KnownEdges.parse("", "", "\"age, years\", sex; \"a;b\"").tiers());
    }

    @Test
    void whatAgrees_isAllowed() {
        // within a tier, to a later one, and of a variable in no tier
        assertDoesNotThrow(() -> fitting("age->sex, sex->dose, outcome->age", "dose->outcome", "age, sex; dose"));
        // both directions forbidden: the two are not joined
        assertDoesNotThrow(() -> fitting("", "age->sex, sex->age", ""));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "age | | | an edge must be written as cause->effect, such as age->dose, was \"age\"",
                "age->sex->dose | | | an edge must be written as cause->effect, such as age->dose, was \"age->sex->dose\"",
                "age-> | | | an edge must be written as cause->effect, such as age->dose, was \"age->\"",
                "age->age | | | an edge must join two variables, was age -> age",
                "age->dose | age->dose | | edge age -> dose is both required and forbidden: leave it out of one of them",
                "age->sex, sex->age | | | required edges must form no cycle, are sex -> age -> sex: leave one of them out",
                "outcome->dose, age->sex, sex->dose, dose->age, dose->outcome | | | required edges must form no cycle,"
                        + " are dose -> outcome -> dose: leave one of them out",
                "dose->age | | age; sex; dose | edge dose -> age is required, but dose is in tier 3 and age in tier 1,"
                        + " and no edge leads to an earlier tier: leave the edge out, or change the tiers",
                "| | age, sex; dose, age | a variable must be in one tier, age is in tier 1 and in tier 2: name it once",
                "| | age, sex, age | a variable must be in one tier, age is in tier 1 twice: name it once",
                "| | age;; dose | tier 2 must name a variable, is empty: leave it out",
                "ag->dose | | | required edge ag -> dose: there is no variable \"ag\", did you mean \"age\"? (there are 4:"
                        + " age, sex, dose, outcome)",
                "| dose->outcom | | forbidden edge dose -> outcom: there is no variable \"outcom\", did you mean"
                        + " \"outcome\"? (there are 4: age, sex, dose, outcome)",
                "| | age; pressure | tier 2: there is no variable \"pressure\" (there are 4: age, sex, dose, outcome)"
            })
    void whatIsWrong_isNamed(String required, String forbidden, String tiers, String message) {
        String told = assertThrows(
                        IllegalArgumentException.class,
                        () -> fitting(orBlank(required), orBlank(forbidden), orBlank(tiers)))
                .getMessage();
        assertEquals(message, told);
    }

    private static String orBlank(String text) {
        return text == null ? "" : text;
    }

    @Test
    void tooManyRequiredCauses_areRefused() {
        List<String> causes = IntStream.rangeClosed(1, KnownEdges.MOST_REQUIRED + 1)
                .mapToObj(i -> "x" + i + "->y")
                .toList();
        assertDoesNotThrow(() -> KnownEdges.of(causes.subList(1, causes.size()), List.of(), List.of()));
        assertEquals(
                "a variable must have at most 12 required causes, y has more: leave some out",
                assertThrows(IllegalArgumentException.class, () -> KnownEdges.of(causes, List.of(), List.of()))
                        .getMessage());
    }

    @Test
    void longTexts_areShortenedInMessages() {
        String message = assertThrows(
                        IllegalArgumentException.class, () -> KnownEdges.parse("x".repeat(20_000), "", ""))
                .getMessage();
        assertTrue(message.length() < 200, message);
    }

    private List<List<String>> tiers(String text) throws IOException {
        return KnownEdges.readTiers(Files.writeString(temp.resolve("tiers.yaml"), text));
    }

    @Test
    void readTiers_readsAListOfLists() throws IOException {
        List<List<String>> expected = List.of(List.of("age", "sex"), List.of("blood pressure"), List.of("a,b"));
        assertEquals(expected, tiers("tiers: [[age, sex], [blood pressure], [\"a,b\"]]\n"));
        assertEquals(expected, tiers("# from early to late\ntiers:\n- [age, sex]\n- [blood pressure]\n- ['a,b']\n"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "tier: [[age]] | :1: there is no key \"tier\", did you mean \"tiers\"? (allowed: tiers)",
                "tiers: age | :1: tiers must be a list of tiers from early to late, such as [[age, sex], [dose]], was"
                        + " \"age\"",
                "tiers: [age] | :1: tiers must be a list of tiers from early to late, such as [[age, sex], [dose]], was"
                        + " \"age\"",
                "tiers: [[age], [sex, age]] | :1: tiers: a variable must be in one tier, age is in tier 1 and in tier 2:"
                        + " name it once",
                "tiers: [[age], []] | :1: tiers: tier 2 must name a variable, is empty: leave it out"
            })
    void readTiers_saysWhereItIsWrong(String text, String message) {
        assertEquals(
                temp.resolve("tiers.yaml") + message,
                assertThrows(DataException.class, () -> tiers(text)).getMessage());
    }
}
