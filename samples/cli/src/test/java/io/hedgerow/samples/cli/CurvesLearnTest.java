// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code learn --algorithm feature-gram}: what it writes. */
@Tag("slow")
class CurvesLearnTest {

    @TempDir
    Path temp;

    /** Methods that know lines only write no curves. */
    @Test
    void learn_featureGram_writesTheCurvesOfItsEdges() throws IOException {
        SiteFolder data = SiteFolder.simulated(temp.resolve("data"));
        Path out = temp.resolve("curves");
        Shell shell = Shell.real();
        assertEquals(0, shell.run(data.learn("--algorithm=feature-gram", "--out", out.toString())), shell.err());
        assertTrue(shell.out().contains("wrote " + out.resolve("curves.svg")), shell.out());
        assertTrue(Files.readString(out.resolve("curves.svg")).startsWith("<svg"));
        JsonNode json = new ObjectMapper().readTree(out.resolve("result.json").toFile());
        assertTrue(json.get("edges").size() > 0);
        assertEquals(json.get("edges").size(), json.get("curves").size());
        JsonNode first = json.get("curves").get(0);
        assertTrue(first.get("interacting").isBoolean() && !first.has("lag"), first.toString());
        JsonNode point = first.get("points").get(0);
        String line = String.join(
                ",",
                first.get("from").asText(),
                first.get("to").asText(),
                point.get("cause").asText(),
                point.get("effect").asText(),
                point.get("deviation").asText());
        List<String> csv = Files.readAllLines(out.resolve("curves.csv"));
        assertEquals("from,to,cause,effect,deviation", csv.get(0));
        assertTrue(csv.contains(line), line);
        assertFalse(data.json("--algorithm=gram", "--out", out.toString()).has("curves"));
    }
}
