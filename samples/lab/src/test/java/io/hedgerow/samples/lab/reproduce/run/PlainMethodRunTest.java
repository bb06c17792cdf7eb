// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.reproduce.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.samples.lab.reproduce.paper.Settings;
import io.hedgerow.samples.learn.method.LearnSettings;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlainMethodRunTest {

    private static LearnSettings made(Settings settings) {
        return PlainMethodRun.of(settings, VariableSchema.numbered(3), 2);
    }

    /** Whether the run takes rows as they are, by the settings that it shows. */
    private static boolean isNotCentred(LearnSettings made) {
        String shown = String.valueOf(made.shown(VariableSchema.numbered(3), 2));
        return shown.contains("centring=NONE") || shown.contains("no-centring=true");
    }

    @ParameterizedTest
    @ValueSource(strings = {"fed-bnsl", "fed-sparse", "notears-mlp-admm", "notears"})
    void noCentring_takesRowsAsTheyAre(String algorithm) {
        Settings settings = new Settings(Map.of("algorithm", algorithm, "preset", "recommended"));
        assertFalse(isNotCentred(made(settings)));
        assertTrue(isNotCentred(made(settings.with(new Settings(Map.of("no-centring", "true"))))));
    }

    @Test
    void noCentring_ofAMethodThatHasNone_isRefused() {
        Settings settings = new Settings(Map.of("algorithm", "gram", "no-centring", "true"));
        assertEquals(
                "no-centring does not apply to algorithm gram: leave it out",
                assertThrows(IllegalArgumentException.class, () -> made(settings))
                        .getMessage());
    }
}
