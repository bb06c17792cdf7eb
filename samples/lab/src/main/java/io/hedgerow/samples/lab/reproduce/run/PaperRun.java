// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.reproduce.run;

import io.hedgerow.samples.lab.reproduce.paper.Measure;
import io.hedgerow.samples.lab.reproduce.paper.Settings;
import java.util.Map;

/** Draws or reads one data set, runs one method on it and measures. Thread-safe. */
public interface PaperRun {

    /** Runs. */
    Measured run(Settings settings, int seed) throws InterruptedException;

    /**
     * What was measured.
     *
     * @param rounds after each round, the first being 1, where rounds are watched
     * @param bytes sent by and to all sites
     */
    record Measured(
            Map<Measure, Double> figures, Map<Integer, Map<Measure, Double>> rounds, long bytes, double seconds) {

        /** Of what ends now. */
        public static Measured of(Map<Measure, Double> figures, long bytes, long startNanos) {
            return new Measured(figures, Map.of(), bytes, secondsSince(startNanos));
        }
    }

    static double secondsSince(long startNanos) {
        return (System.nanoTime() - startNanos) / 1e9;
    }
}
