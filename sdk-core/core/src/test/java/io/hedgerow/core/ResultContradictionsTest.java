// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.DataException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A result that says two things of the same is refused, and the message names both. */
class ResultContradictionsTest {

    /** A result of three variables, of which pieces are replaced. */
    private static final String RESULT = """
            {"format": "hedgerow-result", "version": 1, "variables": ["dose", "age", "pulse"], "kind": "dag",
             "edges": [{"from": "age", "to": "dose", "directed": true, "weight": 2.5, "adjacent": 0.9},
              {"from": "dose", "to": "pulse", "directed": true, "weight": 0.5, "adjacent": 0.9}],
             "parameters": {"model": "linear", "scale": "data", "equations": [
              {"variable": "dose", "intercept": 1, "noiseVariance": 1, "parents": [{"variable": "age", "weight": 2.5}]},
              {"variable": "pulse", "intercept": 0, "noiseVariance": 1, "parents": [{"variable": "dose", "weight": 0.5}]},
              {"variable": "age", "intercept": 0, "noiseVariance": 4, "parents": []}]},
             "trust": {"score": "equal-variances", "margin": 0, "rows": 10, "effectiveRows": 10, "varianceRatio": 1,
              "trappedChains": 0, "chainGap": 0, "flags": [], "undecided": [],
              "notShown": [{"from": "age", "to": "pulse", "adjacent": 0.2}],
              "unexplainedPairs": [{"one": "age", "other": "pulse", "t": 6}]},
             "siteNetworks": [
              {"site": "north", "variables": ["dose", "age", "pulse"], "kind": "dag", "edges": [
               {"from": "age", "to": "dose", "directed": true, "weight": 1}]},
              {"site": "south", "variables": ["dose", "age", "pulse"], "kind": "dag", "edges": []}]}
            """;

    @TempDir
    private Path temp;

    private LearnedNetwork read(String text) throws IOException {
        return LearnedNetwork.read(Files.writeString(temp.resolve("r.json"), text));
    }

    private String refusal(String text) {
        return assertThrows(DataException.class, () -> read(text)).getMessage();
    }

    @Test
    void read_withoutAContradiction_isTheNetwork() throws IOException {
        LearnedNetwork read = read(RESULT);
        assertEquals(2, read.named().edgeCount());
        assertEquals(2, read.personal().size());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                // the same edge, pair, curve, equation or parent twice
                "\"from\": \"dose\", \"to\": \"pulse\" | \"from\": \"age\", \"to\": \"dose\" |"
                        + " :3: edges: an edge must be listed once, age -> dose is there twice",
                "\"flags\": [], \"undecided\": [] | \"flags\": [], \"undecided\": [{\"one\": \"age\", \"other\": \"dose\","
                        + " \"adjacent\": 0.5}, {\"one\": \"dose\", \"other\": \"age\", \"adjacent\": 0.4}] |"
                        + " trust.undecided: a pair must be listed once, dose - age is there twice",
                "\"notShown\": [ | \"notShown\": [{\"from\": \"age\", \"to\": \"pulse\", \"adjacent\": 0.1}, |"
                        + " trust.notShown: an edge that is not shown must be listed once, age -> pulse is there twice",
                "\"unexplainedPairs\": [ | \"unexplainedPairs\": [{\"one\": \"pulse\", \"other\": \"age\", \"t\": 5}, |"
                        + " trust.unexplainedPairs: a pair must be listed once, age - pulse is there twice",
                "\"siteNetworks\": [ | \"curves\": [{\"from\": \"age\", \"to\": \"dose\", \"interacting\": false},"
                        + " {\"from\": \"age\", \"to\": \"dose\", \"interacting\": false}], \"siteNetworks\": [ |"
                        + " curves: a curve must be listed once, age -> dose is there twice",
                "{\"variable\": \"pulse\", \"intercept\" | {\"variable\": \"age\", \"intercept\": 2, \"noiseVariance\": 1,"
                        + " \"parents\": []}, {\"variable\": \"pulse\", \"intercept\" |"
                        + " parameters.equations: a variable must have one equation, age has two",
                "[{\"variable\": \"age\", | [{\"variable\": \"age\", \"weight\": 3}, {\"variable\": \"age\", |"
                        + " parameters.equations.parents: an edge must be listed once, age -> dose is there twice",
                // cycles
                "\"from\": \"dose\", \"to\": \"pulse\" | \"from\": \"dose\", \"to\": \"age\" |"
                        + " edges: edges of a dag must have no cycle, have one through dose, age",
                "\"noiseVariance\": 4, \"parents\": [ | \"noiseVariance\": 4, \"parents\": [{\"variable\": \"pulse\","
                        + " \"weight\": 1} | parameters: equations must have no cycle, have one through dose, age, pulse",
                "\"kind\": \"dag\",\\n \"edges\": [ | \"kind\": \"cpdag\", \"edges\": [{\"from\": \"dose\", \"to\": \"age\","
                        + " \"weight\": 1}, | edges: an edge must be listed once, age - dose is there twice",
                "\"from\": \"dose\", \"to\": \"pulse\" | \"from\": \"dose\", \"to\": \"dose\" |"
                        + " edges: an edge must join two variables, was dose -> dose",
                // probabilities
                "\"adjacent\": 0.2 | \"adjacent\": 1.2 |"
                        + " trust.notShown.adjacent must be a number from 0 to 1, was \"1.2\"",
                "\"undecided\": [] | \"undecided\": [{\"one\": \"age\", \"other\": \"dose\", \"adjacent\": -0.5}] |"
                        + " trust.undecided.adjacent must be a number from 0 to 1, was \"-0.5\"",
                // networks of sites
                "\"site\": \"south\" | \"site\": \"north\" | siteNetworks.site: each site must have one network, north has two",
                "\"south\", \"variables\": [\"dose\", | \"south\", \"variables\": [\"height\", | siteNetworks.variables:"
                        + " must be those of the common network, [dose, age, pulse], were [height, age, pulse] at site south",
                "\"directed\": true, \"weight\": 1} |"
                        + " \"weight\": 1}, {\"from\": \"dose\", \"to\": \"age\", \"weight\": 1} |"
                        + " siteNetworks.edges: edges of a dag must have no cycle, have one through dose, age"
            })
    void read_ofAContradiction_namesFieldAndValue(String piece, String replaced, String message) {
        String text = RESULT.replace(piece.replace("\\n", "\n"), replaced);
        assertNotEquals(RESULT, text);
        String said = refusal(text);
        assertTrue(said.startsWith(temp.resolve("r.json") + ":"), said);
        assertTrue(said.contains(message), said);
    }

    @Test
    void read_ofAnEdgeInBothDirections_isPossibleWhereNoKindIsClaimed() throws IOException {
        String text = "{\"variables\": [\"x\", \"y\"], \"edges\": [{\"from\": \"x\", \"to\": \"y\"},"
                + " {\"from\": \"y\", \"to\": \"x\"}]}";
        assertEquals(2, read(text).named().edgeCount());
    }

    @Test
    void read_ofMoreColumnsThanAPlanMayHave_isRefusedBeforeMemoryIsTaken() {
        String ofLags = "{\"variables\": [" + names(1000) + "], \"lags\": 50, \"edges\": []}";
        assertTrue(
                refusal(ofLags)
                        .contains("variables: must be at most 10000 columns, were 51000: 1000 variables with 50 lags"),
                refusal(ofLags));
        String many = "{\"variables\": [" + names(50_000) + "], \"edges\": []}";
        assertTrue(
                refusal(many)
                        .contains("variables: must be at most 10000 columns, were 50000: 50000 variables with 0 lags"),
                refusal(many));
    }

    private static String names(int count) {
        return IntStream.range(0, count).mapToObj(i -> "\"v" + i + "\"").collect(Collectors.joining(", "));
    }

    /** The section of effects, in which a piece is replaced. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "\"to\": \"pulse\" | \"to\": \"age\" | an effect must be of one variable on another, was of age on itself",
                "[\"dose\"] | [\"dos\"] | must be one of the variables dose, age, pulse (did you mean \"dose\"?), was \"dos\"",
                "\"probability\": 0.9 | \"probability\": 0.01 | must be at least 0.05, the leastProbability, was \"0.01\"",
                "\"probability\": 0.9 | \"probability\": 1.5 | must be a number from 0 to 1, was \"1.5\"",
                "\"lower\": 1 | \"lower\": 3 | lower, median and upper must be in this order, were 3.0, 2.0, 2.5",
                "[\"dose\"] | [\"pulse\"] | must be another variable than the two of the effect, was \"pulse\"",
                "o-> | >-> | mark must be one of -->, o->, o-o, <->",
                "}]}]} | }]}, {\"from\": \"age\", \"to\": \"pulse\", \"probability\": 0.5, \"median\": 0, \"lower\": 0,"
                        + " \"upper\": 0}]} | an effect must be listed once, age -> pulse is there twice"
            })
    void read_ofDamagedEffects_saysWhatIsWrong(String piece, String instead, String expected) throws IOException {
        String effects = """
                "effects": {"leastProbability": 0.05, "interval": 0.9, "pairs": [{"from": "age", "to": "pulse",
                 "probability": 0.9, "median": 2, "lower": 1, "upper": 2.5, "adjustment": ["dose"], "possible": [2.0],
                 "restsOn": [{"from": "age", "to": "pulse", "mark": "o->"}]}]}""";
        String whole = RESULT.replace("\"trust\":", effects + ", \"trust\":");
        assertEquals(1, read(whole).effects("age", "pulse").size());
        assertEquals(0, read(whole).effects("pulse", "age").size());
        String damaged = RESULT.replace("\"trust\":", effects.replace(piece, instead) + ", \"trust\":");
        assertNotEquals(whole, damaged);
        String refusal = refusal(damaged);
        assertTrue(refusal.contains(expected), refusal);
    }

    @Test
    void effects_ofNoVariable_isRefused() throws IOException {
        LearnedNetwork read = read(RESULT);
        assertTrue(read.effects().isEmpty());
        assertEquals(
                "variable must be one of dose, age, pulse, was \"puls\"; did you mean \"pulse\"?",
                assertThrows(IllegalArgumentException.class, () -> read.effects("age", "puls"))
                        .getMessage());
    }
}
