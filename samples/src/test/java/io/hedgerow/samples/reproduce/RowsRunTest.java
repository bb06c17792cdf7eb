// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.reproduce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RowsRunTest {

    private static final Settings TOLD = new Settings(
            Map.of("variables", "6", "sites", "2", "rows", "500", "algorithm", "fed-sparse", "preset", "paper"));

    private final RowsRun run = new RowsRun(new PaperData(Optional.empty()), true);

    /** With the published settings the network is that of the last round, so both must be the same. */
    @Test
    void watchedRounds_endWithTheNetwork() throws InterruptedException {
        PaperRun.Measured measured = run.run(TOLD, 1);
        assertEquals(100, measured.rounds().size());
        for (Measure measure : new Measure[] {Measure.SHD, Measure.TPR, Measure.FDR}) {
            assertEquals(
                    measured.figures().get(measure), measured.rounds().get(100).get(measure), measure.label());
        }
        // 1,000 rows of six variables with weights of at least 0.5: a transposed network would have no edge right
        assertTrue(measured.figures().get(Measure.TPR) > 0.6, measured.toString());
    }

    /** 002 B.2.2: own weights are nearer to each site's true ones where these differ. */
    @Test
    void refit_lowersTheErrorOfWeightsThatDiffer() throws InterruptedException {
        Settings apart = TOLD.with(new Settings(Map.of("heterogeneity", "0.3")));
        double common = run.run(apart, 1).figures().get(Measure.NMSE);
        double own = run.run(apart.with(new Settings(Map.of("refit", "true"))), 1)
                .figures()
                .get(Measure.NMSE);
        assertTrue(own < common, own + " and " + common);
    }
}
