// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.reproduce.rows;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.samples.lab.reproduce.paper.Measure;
import io.hedgerow.samples.lab.reproduce.paper.PaperData;
import io.hedgerow.samples.lab.reproduce.paper.Settings;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PublishedDescentTest {

    private static final Settings TOLD = new Settings(Map.ofEntries(
            Map.entry("variables", "5"),
            Map.entry("sites", "2"),
            Map.entry("rows", "1000"),
            Map.entry("algorithm", "printed-dp-pgcd"),
            Map.entry("rounds", "30"),
            Map.entry("steps", "20"),
            Map.entry("lambda", "0.1"),
            Map.entry("gamma", "0.5"),
            Map.entry("rho1", "1000"),
            Map.entry("rho2", "1"),
            Map.entry("threshold", "0.3"),
            Map.entry("clipping", "1e6"),
            Map.entry("epsilon", "Infinity")));

    private static Map<Measure, Double> run(String clipped, Map<String, String> other) throws InterruptedException {
        Settings told = TOLD.with(new Settings(Map.of("clipped", clipped))).with(new Settings(other));
        return new RowsRun(new PaperData(Optional.empty()), false).run(told, 3).figures();
    }

    /** Without noise, and with a bound that nothing reaches, both are Fed-Sparse-BNSL: the network is found. */
    @Test
    void withoutNoiseAndClipping_bothFindTheNetwork() throws InterruptedException {
        Map<Measure, Double> average = run("average", Map.of());
        assertEquals(average, run("rows", Map.of()));
        // 2,000 rows of five variables with weights of at least 0.5; a reversed direction would cost two of five edges
        assertTrue(average.get(Measure.SHD) <= 1, average.toString());
    }

    /** §5.3: a small C clips single rows long before it clips their mean. */
    @Test
    void clipping_ofRowsLosesMoreThanOfTheAverage() throws InterruptedException {
        Map<String, String> small = Map.of("clipping", "1");
        assertTrue(run("average", small).get(Measure.TPR) > run("rows", small).get(Measure.TPR));
    }

    /**
     * With hardly any budget nothing of the network is left: noise of some 2·10⁴ on the gradient makes all weights
     * about 10³, so that one falls below 0.3 with a chance of about 3·10⁻⁴. Every one of ten pairs is then joined, and
     * five of them wrongly; for a distance of 1 four pairs would have to be missing, which is a chance below 10⁻¹¹.
     */
    @Test
    void noise_isAdded() throws InterruptedException {
        Map<String, String> none = Map.of("epsilon", "1e-4", "clipping", "10");
        assertTrue(run("average", none).get(Measure.SHD) > 1);
        assertTrue(run("rows", none).get(Measure.SHD) > 1);
    }
}
