// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.reproduce.rows;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.graph.StructureMetrics;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.samples.lab.reproduce.paper.Measure;
import io.hedgerow.samples.lab.reproduce.paper.PaperData;
import io.hedgerow.samples.lab.reproduce.paper.Settings;
import io.hedgerow.samples.lab.reproduce.run.CombinedNetworks;
import io.hedgerow.samples.lab.reproduce.run.PaperRun;
import io.hedgerow.samples.lab.reproduce.run.PlainMethodRun;
import io.hedgerow.samples.learn.method.Learned;
import java.util.List;
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

    /** 001 §6: the sites' networks are learned once, and every combination is what it would be alone. */
    @Test
    void combinations_shareTheSitesNetworks_andAreWhatTheyAreAlone() throws InterruptedException {
        for (String other : List.of("voting", "averaging", "best", "voting")) {
            Settings told = new Settings(
                    Map.of("variables", "6", "sites", "3", "rows", "20", "algorithm", other, "threshold", "0.2"));
            RowsData data = RowsData.of(told, 2, new PaperData(Optional.empty()));
            PaperRun.Measured measured = run.run(told, 2);
            Learned alone = PlainMethodRun.learn(told, data.sites(), data.truth(), (report, consensus) -> {});
            assertEquals(
                    (double) StructureMetrics.of(alone.found().network(), data.truth())
                            .shd(),
                    measured.figures().get(Measure.SHD),
                    other);
            assertEquals(alone.bytes(), measured.bytes(), other);
        }
    }

    /** Another seed, or another threshold, is not taken for the same. */
    @Test
    void combinations_ofOtherData_areLearnedAgain() throws InterruptedException {
        CombinedNetworks combined = new CombinedNetworks();
        Settings told = new Settings(
                Map.of("variables", "6", "sites", "3", "rows", "20", "algorithm", "averaging", "threshold", "0"));
        RowsData first = RowsData.of(told, 1, new PaperData(Optional.empty()));
        RowsData second = RowsData.of(told, 2, new PaperData(Optional.empty()));
        WeightMatrix before = network(combined, told, 2, second);
        assertNotEquals(before, network(combined, told, 1, first));
        assertEquals(before, network(combined, told, 2, second));
        Settings other = told.with(new Settings(Map.of("threshold", "0.5")));
        assertEquals(
                PlainMethodRun.learn(other, second.sites()).found().network(), network(combined, other, 2, second));
    }

    private static WeightMatrix network(CombinedNetworks combined, Settings settings, int seed, RowsData data) {
        return combined.learn(settings, seed, data.sites(), data.truth())
                .learned()
                .found()
                .network();
    }
}
