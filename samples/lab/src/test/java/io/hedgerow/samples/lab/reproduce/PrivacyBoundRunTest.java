// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.reproduce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.samples.lab.reproduce.ItemRunner.PrivacyBoundRun;
import io.hedgerow.samples.lab.reproduce.paper.Measure;
import io.hedgerow.samples.lab.reproduce.paper.Settings;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class PrivacyBoundRunTest {

    private static Map<Measure, Double> run(String algorithm, String epsilon, boolean certified) {
        Map<String, String> settings = new TreeMap<>(
                Map.of("algorithm", algorithm, "epsilon", epsilon, "rows", "5000", "steps", "20", "rounds", "100"));
        if (certified) {
            settings.put("certified", "true");
        }
        return new PrivacyBoundRun().run(new Settings(settings), 1).figures();
    }

    /** ε₀ = 0.02 at KT = 2000 and L = log 5000²: 2·0.02·√(2000·17.034) + 4000·0.02·(e^0.02 − 1) = 8.9992. */
    @Test
    void printed_areTheFormulasOfAppendixA4() {
        double mu = 0.02 / Math.sqrt(2);
        double epsilon = 2000 * mu * mu + 2 * mu * Math.sqrt(2000 * 2 * Math.log(5000));
        assertEquals(8.9992, run("laplace", String.valueOf(epsilon), false).get(Measure.EPSILON), 0.0001);
        assertEquals(5, run("gumbel-and-gaussian", "5", false).get(Measure.EPSILON), 1e-12);
        assertEquals(1, run("gumbel-and-gaussian", "5", false).get(Measure.EPSILON_RATIO), 1e-12);
    }

    /** Tighter accounting lowers both, Laplace noise more; root 2 is what its variance alone costs. */
    @Test
    void certified_isLower_andStillAboveRootTwo() {
        double gaussian = run("gumbel-and-gaussian", "5", true).get(Measure.EPSILON);
        Map<Measure, Double> laplace = run("laplace", "5", true);
        assertTrue(gaussian < 5, "certified: " + gaussian);
        assertEquals(laplace.get(Measure.EPSILON) / gaussian, laplace.get(Measure.EPSILON_RATIO), 1e-9);
        assertTrue(
                laplace.get(Measure.EPSILON_RATIO) > Math.sqrt(2)
                        && laplace.get(Measure.EPSILON_RATIO)
                                < run("laplace", "5", false).get(Measure.EPSILON_RATIO),
                laplace.toString());
    }

    @Test
    void unknownNoise_isRefused() {
        assertThrows(IllegalArgumentException.class, () -> run("uniform", "5", false));
    }
}
