// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.reproduce.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hedgerow.core.data.Centring;
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

    private static Centring centring(LearnSettings made) {
        return made.method()
                .map(method -> method.centring())
                .orElse(made.search().centring());
    }

    @ParameterizedTest
    @ValueSource(strings = {"fed-bnsl", "fed-sparse", "notears-mlp-admm", "notears", "gram"})
    void noCentring_takesRowsAsTheyAre(String algorithm) {
        Settings settings = new Settings(Map.of("algorithm", algorithm, "preset", "recommended"));
        assertEquals(Centring.LOCAL_MEAN, centring(made(settings)));
        assertEquals(Centring.NONE, centring(made(settings.with(new Settings(Map.of("no-centring", "true"))))));
    }
}
