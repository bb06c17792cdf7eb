// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.reproduce.run;

import io.hedgerow.samples.lab.reproduce.paper.Measure;
import io.hedgerow.samples.lab.reproduce.paper.Settings;
import java.util.Map;

/** Draws or reads one data set, runs one method on it and measures. Thread-safe. */
public interface PaperRun {

    Measured run(Settings settings, int seed) throws InterruptedException;

    record Measured(
            Map<Measure, Double> figures, Map<Integer, Map<Measure, Double>> rounds, long bytes, double seconds) {

        /** The measurements of a run that ends now. */
        public static Measured of(Map<Measure, Double> figures, long bytes, long startNanos) {
            return new Measured(figures, Map.of(), bytes, secondsSince(startNanos));
        }
    }

    static double secondsSince(long startNanos) {
        return (System.nanoTime() - startNanos) / 1e9;
    }
}
