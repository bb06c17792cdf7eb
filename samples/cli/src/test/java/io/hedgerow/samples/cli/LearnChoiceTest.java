// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.method.Agreement;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.method.UploadProtection;
import io.hedgerow.core.method.descriptor.MethodDescriptor;
import io.hedgerow.core.method.descriptor.MethodTrait;
import io.hedgerow.samples.learn.method.Algorithm;
import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What {@code learn} runs, whether an algorithm is named or not. */
class LearnChoiceTest {

    @TempDir
    Path temp;

    /** Those that learn from rows without a budget. */
    private static Stream<String> named() {
        return Method.descriptors().stream()
                .filter(method -> Stream.of(
                                MethodTrait.PROMISE, MethodTrait.LOOK, MethodTrait.SERIES, MethodTrait.IN_ONE_PROCESS)
                        .noneMatch(method::has))
                .map(MethodDescriptor::name);
    }

    /** No method is taken for another one because both have the same traits. */
    @ParameterizedTest
    @MethodSource("named")
    void learn_runsTheMethodThatIsNamed(String name) throws IOException {
        SiteFolder data = SiteFolder.simulated(temp.resolve("data"));
        boolean inRounds = Algorithm.named(name).has(MethodTrait.ROUNDS);
        JsonNode found = inRounds ? data.json("--algorithm=" + name, "--rounds=2") : data.json("--algorithm=" + name);
        Agreement agreement =
                Agreement.inProcess("learn", VariableSchema.of("a", "b", "c"), 3, UploadProtection.insecurePlain());
        assertEquals(
                Method.named(name).withRounds(30).on(agreement).components(),
                found.at("/provenance/components").asText());
    }

    @Test
    void learn_withoutAnAlgorithm_choosesGram_orOneThatHasTheOptions_andSaysSo() throws IOException {
        SiteFolder data = SiteFolder.simulated(temp.resolve("data"));
        Shell shell = Shell.real();
        assertEquals(
                "gram",
                SiteFolder.json(shell, data.learn("--json")).get("algorithm").asText());
        assertTrue(shell.err().contains("algorithm gram was chosen"), shell.err());
        assertEquals("fed-sparse", data.json("--rounds=5").get("algorithm").asText());
        assertEquals("fed-sparse", data.json("--lambda=0.05").get("algorithm").asText());
    }
}
