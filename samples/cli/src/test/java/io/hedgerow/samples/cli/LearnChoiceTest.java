// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code learn} runs when nobody names an algorithm. */
class LearnChoiceTest {

    @TempDir
    Path temp;

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
