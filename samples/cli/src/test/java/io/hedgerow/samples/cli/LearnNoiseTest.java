// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.hedgerow.core.internal.simulation.model.Noise;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code learn} where noises tell directions. */
class LearnNoiseTest {

    @TempDir
    Path temp;

    @Test
    void learn_directLingam_directsEdgesByTheNoise() throws IOException {
        Path folder = temp.resolve("skewed");
        SiteFolder skewed = SiteFolder.written(
                folder,
                SiteFolder.study(6, 8)
                        .noise(Noise.EXPONENTIAL)
                        .sites(3)
                        .rowsPerSite(5000)
                        .seed(1));
        JsonNode json = skewed.json("--algorithm=direct-lingam", "--truth", skewed.truth());
        assertEquals(0, json.get("metrics").get("shd").asInt());
        // sums behind masks are rounded to 2^-30 and less, which decides no edge here
        JsonNode masked = skewed.json("--algorithm=direct-lingam", "--secure-aggregation", "--truth", skewed.truth());
        assertEquals(0, masked.get("metrics").get("shd").asInt());
        assertTrue(masked.get("communication").get("bytesUp").asInt()
                > json.get("communication").get("bytesUp").asInt());
        // neither is the noise Gaussian, nor should scores make it so
        assertTrue(json.get("warnings").isEmpty(), json.get("warnings").toString());
    }

    @Test
    void learn_orient_directsWhatCovariancesLeaveOpen_andMarksIt() throws IOException {
        Path folder = temp.resolve("open");
        SiteFolder skewed = SiteFolder.written(
                folder,
                SiteFolder.study(6, 6)
                        .noise(Noise.EXPONENTIAL)
                        .noiseDeviations(0.5, 2)
                        .sites(3)
                        .rowsPerSite(5000)
                        .seed(2));
        JsonNode open = skewed.json("--algorithm=gram");
        assertEquals("cpdag", open.get("kind").asText());
        assertTrue(open.get("warnings").toString().contains("orient non-gaussian directs"), open.toString());
        JsonNode json = skewed.json("--algorithm=gram", "--orient=non-gaussian", "--truth", skewed.truth());
        assertEquals(0, json.get("metrics").get("shd").asInt());
        assertEquals("dag", json.get("kind").asText());
        int marked = 0;
        for (JsonNode edge : json.get("edges")) {
            marked += edge.has("noiseRatio") ? 1 : 0;
            assertTrue(edge.get("directed").asBoolean(), edge.toString());
        }
        int undirected = 0;
        for (JsonNode edge : open.get("edges")) {
            undirected += edge.get("directed").asBoolean() ? 0 : 1;
        }
        assertEquals(undirected, marked);
        String summary = json.get("trust").get("summary").asText();
        assertTrue(summary.contains(marked + " of them by the noise only"), summary);
    }

    @Test
    void learn_directLingam_onGaussianNoise_saysThatItCannotTell() throws IOException {
        JsonNode json = SiteFolder.simulated(temp.resolve("data")).json("--algorithm=direct-lingam");
        String warnings = json.get("warnings").toString();
        assertTrue(warnings.contains("looks normal: directions"), warnings);
        assertEquals("normal-noise", json.get("trust").get("flags").get(0).asText());
        assertTrue(json.get("trust").get("summary").asText().contains("looks normal"));
    }
}
