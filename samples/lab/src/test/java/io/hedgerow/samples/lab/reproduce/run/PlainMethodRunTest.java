// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.reproduce.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.samples.lab.reproduce.paper.Settings;
import io.hedgerow.samples.learn.method.LearnSettings;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlainMethodRunTest {

    private static LearnSettings made(Settings settings) {
        return PlainMethodRun.of(settings, VariableSchema.numbered(3), 2);
    }

    private static String noCentring(LearnSettings made) {
        return made.named().parameters().getOrDefault("no-centring", "false");
    }

    @ParameterizedTest
    @ValueSource(strings = {"fed-bnsl", "fed-sparse", "notears-mlp-admm", "notears"})
    void noCentring_takesRowsAsTheyAre(String algorithm) {
        Settings settings = new Settings(Map.of("algorithm", algorithm, "preset", "recommended"));
        assertEquals("false", noCentring(made(settings)));
        assertEquals("true", noCentring(made(settings.with(new Settings(Map.of("no-centring", "true"))))));
    }
}
