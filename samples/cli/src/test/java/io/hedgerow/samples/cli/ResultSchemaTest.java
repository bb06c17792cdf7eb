// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import io.hedgerow.core.RandomResults;
import io.hedgerow.samples.output.JsonOutput;
import io.hedgerow.samples.output.SchemaCheck;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What {@code learn} prints and what {@code LearnedNetwork} writes is as {@code docs/result.schema.json} says;
 * {@link SiteFolder#json} checks that in every other test, too: of series, curves, masks and neural networks.
 */
class ResultSchemaTest {

    private static final SchemaCheck SCHEMA = SchemaCheck.ofResult();

    @TempDir
    private static Path temp;

    private static SiteFolder data;

    @BeforeAll
    static void simulate() {
        data = SiteFolder.simulated(temp.resolve("sites"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--algorithm gram --truth TRUTH",
                "--algorithm fed-sparse --rounds 5 --personalise --out OUT",
                "--algorithm gram --transform normal-scores",
                "--algorithm dp-gram --privacy epsilon=5 --ledger LEDGER"
            })
    void learn_isAsTheSchemaSays(String options) throws IOException {
        String named = options.replace("TRUTH", data.truth())
                .replace("OUT", temp.resolve("out").toString())
                .replace("LEDGER", temp.resolve("ledger").toString());
        assertEquals(List.of(), SCHEMA.problems(data.json(named.split(" "))));
    }

    @ParameterizedTest
    @EnumSource
    void write_isAsTheSchemaSays(RandomResults.Form form) throws IOException {
        Path file = temp.resolve(form + ".json");
        for (int seed = 0; seed < 20; seed++) {
            RandomResults.of(form, seed).write(file);
            JsonNode document = JsonOutput.object(Files.readString(file));
            assertEquals(List.of(), SCHEMA.problems(document), () -> form + ": " + document);
        }
    }

    @Test
    void anotherField_isRefused() {
        JsonNode document = JsonOutput.object("{\"format\": \"hedgerow-learn\", \"version\": 1, \"more\": 1}");
        assertEquals(1, SCHEMA.problems(document).size());
    }
}
