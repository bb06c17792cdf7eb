// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.catalogue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.LearnedNetwork;
import io.hedgerow.core.Learning;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.design.Lagged;
import io.hedgerow.core.internal.simulation.model.StructuralVar;
import io.hedgerow.core.privacy.DatasetIdentity;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class DynotearsTest {

    private static final StructuralVar TRUTH = SeriesFixture.model(5, 3);
    private static final Lagged.Order ORDER =
            new Lagged.Order(Optional.of("realisation"), Optional.of("time"), OptionalDouble.empty());

    private static List<SiteData> sites(int rows) {
        return SeriesFixture.sites(TRUTH, 3, rows).stream()
                .map(source -> SiteData.of(new DatasetIdentity("rows"), Lagged.of(source, ORDER, 1)))
                .toList();
    }

    @Test
    void allThree_findTheTruth_fromManyRows() {
        List<SiteData> sites = sites(1500);
        for (Baseline baseline : List.of(Baseline.DYNOTEARS, Baseline.DYNOTEARS_AVERAGING, Baseline.DYNOTEARS_BEST)) {
            LearnedNetwork learned = baseline.learn(sites, baseline.settings(), Optional.of(TRUTH.network()));
            assertEquals(TRUTH.slices().stacked(), learned.schema());
            assertEquals(0, SeriesFixture.distance(TRUTH.network(), learned.network()), baseline.name());
            assertTrue(learned.run().provenance().components().startsWith("dynotears"));
        }
    }

    /** Consensus over one site is the problem of pooled rows; both end at a local optimum, here the same. */
    @Test
    void fdbnl_ofOneSite_isDynotears() throws InterruptedException {
        List<RowSource> rows = SeriesFixture.sites(TRUTH, 1, 600);
        WeightMatrix federated = Learning.of(SeriesFixture.named("fdbnl").withRounds(200))
                .on(Runnable::run)
                .learn(rows)
                .network();
        WeightMatrix pooled = Baseline.DYNOTEARS
                .learn(
                        List.of(SiteData.of(new DatasetIdentity("rows"), Lagged.of(rows.get(0), ORDER, 1))),
                        SearchSettings.ofDynotears(),
                        Optional.empty())
                .network();
        for (int k = 0; k < 100; k++) {
            // changes below .005 are not sent
            assertEquals(pooled.get(k / 10, k % 10), federated.get(k / 10, k % 10), 0.01);
        }
        assertTrue(pooled.edgeCount() >= 8);
    }

    @Test
    void lambdaOfLags_isTheirs() {
        List<SiteData> sites = sites(100);
        SearchSettings settings = SearchSettings.ofDynotears().withLagLambda(10);
        WeightMatrix network =
                Baseline.DYNOTEARS.learn(sites, settings, Optional.empty()).network();
        for (int k = 0; k < 100; k++) {
            assertTrue(k < 50 || network.get(k / 10, k % 10) == 0);
        }
        assertTrue(network.edgeCount() > 0);
    }

    @Test
    void rowsWithoutLags_areRefused() {
        List<SiteData> raw = List.of(SiteData.of(new DatasetIdentity("rows"), TRUTH.series(1, 10, 1)));
        IllegalArgumentException refused = assertThrows(
                IllegalArgumentException.class,
                () -> Baseline.DYNOTEARS.learn(raw, SearchSettings.ofDynotears(), Optional.empty()));
        assertTrue(refused.getMessage().contains("x1[t-1]"), refused.getMessage());
    }
}
