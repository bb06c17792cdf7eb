// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.internal.result.TrustDescription;
import io.hedgerow.core.search.Evidence;
import io.hedgerow.core.search.FittedEquations;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class LearnedNetworkTest {

    private static final int RESULTS = 150;

    @TempDir
    private Path temp;

    private LearnedNetwork again(LearnedNetwork learned, Path file) throws IOException {
        learned.write(file);
        return LearnedNetwork.read(file);
    }

    @ParameterizedTest
    @EnumSource
    void read_givesWhatWasWritten(RandomResults.Form form) throws IOException {
        for (int seed = 0; seed < RESULTS; seed++) {
            LearnedNetwork learned = RandomResults.of(form, seed);
            Path file = temp.resolve("result.json");
            LearnedNetwork read = again(learned, file);
            String which = form + " " + seed + "\n" + Files.readString(file);
            assertEquals(learned.schema(), read.schema(), which);
            assertEquals(learned.named().kind(), read.named().kind(), which);
            assertEquals(learned.named().edges(), read.named().edges(), which);
            if (form != RandomResults.Form.CURVES) {
                assertEquals(learned.network(), read.network(), which);
            }
            if (learned.named().edgeCount() > 0) { // a vote on no edge leaves no trace
                assertEquals(learned.named().voteShares(), read.named().voteShares(), which);
            }
            assertEquals(learned.equations(), read.equations(), which);
            assertEquals(learned.fitted().scale(), read.fitted().scale(), which);
            assertEquals(learned.fitted().norms(), read.fitted().norms(), which);
            assertEquals(
                    learned.evidence().map(Evidence::trust), read.evidence().map(Evidence::trust), which);
            assertEquals(
                    learned.evidence().flatMap(Evidence::categories),
                    read.evidence().flatMap(Evidence::categories),
                    which);
            assertEquals(learned.tables(), read.tables(), which);
            assertEquals(
                    learned.evidence().map(Evidence::curves), read.evidence().map(Evidence::curves), which);
            assertEquals(learned.evidence().map(Evidence::lags), read.evidence().map(Evidence::lags), which);
            assertEquals(
                    learned.evidence().map(known -> known.findings().failed()),
                    read.evidence().map(known -> known.findings().failed()),
                    which);
            assertEquals(learned.effects(), read.effects(), which);
            assertEquals(learned.run(), read.run(), which);
            assertEquals(summary(learned), summary(read), which);
            assertEquals(learned.personal(), read.personal(), which);
        }
    }

    private static Optional<String> summary(LearnedNetwork learned) {
        return learned.evidence().map(known -> new TrustDescription(learned.named(), known).summary());
    }

    @Test
    void write_ofTheSameResult_givesTheSameBytes_andReplacesWhole() throws IOException {
        LearnedNetwork learned = RandomResults.of(RandomResults.Form.MARKS, 1);
        Path file = temp.resolve("new").resolve("result.json");
        learned.write(file);
        byte[] first = Files.readAllBytes(file);
        learned.write(file);
        assertArrayEquals(first, Files.readAllBytes(file));
        try (Stream<Path> all = Files.list(file.getParent())) {
            assertEquals(List.of(file), all.toList());
        }
    }

    @Test
    void write_ofANumberThatJsonCannotSay_leavesTheOldFile() throws IOException {
        Path file = temp.resolve("result.json");
        RandomResults.of(RandomResults.Form.ROUNDS, 1).write(file);
        byte[] old = Files.readAllBytes(file);
        LearnedNetwork bad = RandomResults.of(RandomResults.Form.ROUNDS, 2)
                .with(new FittedEquations(
                        Collections.nCopies(9, new Evidence.Equation(Double.NaN, 1)), FittedEquations.DATA, false));
        assertEquals(
                "intercept must be finite to be written as JSON, was NaN",
                assertThrows(IllegalStateException.class, () -> bad.write(file)).getMessage());
        assertArrayEquals(old, Files.readAllBytes(file));
    }

    @Test
    void read_ignoresFieldsOfLaterReleases() throws IOException {
        assertEquals(
                List.of("x", "y"),
                read("{\"format\": \"hedgerow-result\", \"version\": 1, \"more\": {\"a\": [1]}, "
                                + "\"variables\": [\"x\", \"y\"], \"edges\": [{\"from\": \"x\", \"to\": \"y\", "
                                + "\"weight\": 2, \"new\": true}]}")
                        .schema()
                        .names());
    }

    private LearnedNetwork read(String text) throws IOException {
        return LearnedNetwork.read(Files.writeString(temp.resolve("r.json"), text));
    }

    /** A result of two variables, of which one piece is replaced. */
    private static final String RESULT = """
            {"format": "hedgerow-learn", "version": 1, "variables": ["dose", "age"], "kind": "dag",
             "edges": [{"from": "age", "to": "dose", "directed": true, "weight": 2.5, "adjacent": 0.9, "mark": "-->"}],
             "parameters": {"model": "linear", "scale": "data", "equations": [
              {"variable": "dose", "intercept": 1, "noiseVariance": 1, "parents": [{"variable": "age", "weight": 2.5}]},
              {"variable": "age", "intercept": 0, "noiseVariance": 4, "parents": []}]}}
            """;

    @Test
    void read_ofASmallResult_isThat() throws IOException {
        LearnedNetwork read = read(RESULT);
        assertEquals(2.5, read.network().get(1, 0));
        assertEquals(List.of(new Evidence.Equation(1, 1), new Evidence.Equation(0, 4)), read.equations());
        assertEquals("age", read.named().name(read.named().edges().get(0).from()));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "\"weight\": 2.5, \"adj | \"weight\": \"big\", \"adj | :2: edges.weight must be a number, was \"big\"",
                "\"adjacent\": 0.9 | \"adjacent\": 1.5 | :2: edges.adjacent must be a number from 0 to 1, was \"1.5\"",
                "\"to\": \"dose\" | \"to\": \"doses\" | :2: edges.to must be one of the variables dose, age (did you mean"
                        + " \"dose\"?), was \"doses\"",
                "\"mark\": \"-->\" | \"mark\": \"=>\" | :2: edges.mark must be one of the marks",
                "\"kind\": \"dag\" | \"kind\": \"tree\" | :1: kind must be one of dag, cpdag, pag, was \"tree\"",
                "\"model\": \"linear\" | \"model\": \"square\" | :3: parameters.model must be one of [linear, class-member,",
                "\"noiseVariance\": 4 | \"noiseVariance\": -4 | noiseVariance must be a number of at least 0, was \"-4\"",
                "\"intercept\": 0, | `` | has no equation of age",
                "\"version\": 1 | \"version\": 2 | version must be at most 1, was 2: read it with the version of hedgerow",
                "\"format\": \"hedgerow-learn\" | \"format\": \"recipe\" | :1: format must be one of hedgerow-learn,",
                "\"variables\": [\"dose\", \"age\"], | `` | must be a result.json with variables and edges",
                "\"age\"], \"kind | \"dose\"], \"kind | names",
                "[{\"from | [{\"from\": \"age\", \"from | key \"edges.from\" appears twice",
                "\"kind\": \"dag\" | \"state\": \"quorum-not-met\", \"reason\": \"two of three\" | the study has no network, two"
            })
    void read_ofADamagedResult_saysWhereAndWhatIsAllowed(String piece, String damaged, String message) {
        String text = RESULT.replace(piece, damaged);
        assertNotEquals(RESULT, text);
        String said = assertThrows(DataException.class, () -> read(text)).getMessage();
        assertTrue(said.startsWith(temp.resolve("r.json") + ":"), said);
        assertTrue(said.contains(message), said);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "[]", "from,to\nx,y\n", "{}", "{\"variables\": [", "{} {}", "\u0000"})
    void read_ofSomethingElse_isRefused(String text) {
        assertThrows(DataException.class, () -> read(text));
    }

    /** Whatever is cut off or changed: an answer or a sentence, and no other failure. */
    @Test
    void read_ofAnyDamage_failsWithASentence() throws IOException {
        for (RandomResults.Form form : RandomResults.Form.values()) {
            Path file = temp.resolve("whole.json");
            RandomResults.of(form, 3).write(file);
            String whole = Files.readString(file);
            Random random = new Random(form.name().length());
            for (int k = 0; k < 300; k++) {
                int at = random.nextInt(whole.length());
                String damaged = random.nextBoolean()
                        ? whole.substring(0, at)
                        : whole.substring(0, at) + "\"{}[]:,-0x9".charAt(random.nextInt(11)) + whole.substring(at + 1);
                try {
                    read(damaged);
                } catch (DataException e) {
                    assertTrue(String.valueOf(e.getMessage()).contains("r.json"), e.getMessage());
                }
            }
        }
    }
}
