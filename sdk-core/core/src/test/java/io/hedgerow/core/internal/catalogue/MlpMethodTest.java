// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.catalogue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.LearnedNetwork;
import io.hedgerow.core.Learning;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.graph.StructureMetrics;
import io.hedgerow.core.internal.simulation.model.ErdosRenyi;
import io.hedgerow.core.internal.simulation.model.Mechanism;
import io.hedgerow.core.internal.simulation.model.SimulatedSites;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.method.NamedMethod;
import io.hedgerow.core.privacy.DatasetIdentity;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class MlpMethodTest {

    private static SimulatedSites study(int variables, int sites, int rows) {
        return SimulatedSites.of(new ErdosRenyi(variables, variables - 1))
                .mechanism(Mechanism.MLP)
                .sites(sites)
                .rowsPerSite(rows)
                .seed(7)
                .build();
    }

    private static List<RowSource> rows(SimulatedSites study, int sites) {
        return IntStream.range(0, sites).mapToObj(study::rows).toList();
    }

    private static NamedMethod method() {
        return Method.named("notears-mlp-admm").with("hidden", "3");
    }

    @Test
    void rounds_findANetworkOfNonlinearEffects() throws InterruptedException {
        SimulatedSites study = study(5, 3, 150);
        LearnedNetwork learned =
                Learning.of(method().withRounds(50)).on(Runnable::run).learn(rows(study, 3));
        assertEquals(0, StructureMetrics.of(learned.network(), study.truth()).shd());
        assertEquals(4, learned.network().edgeCount());
        assertTrue(
                learned.run().notes().get(0).contains("norms of first-layer weights"),
                learned.run().notes().toString());
        assertEquals(
                "mlp-3 + augmented-lagrangian/trace-exponential/ridge",
                learned.run().provenance().components());
    }

    @ParameterizedTest
    @EnumSource(
            value = Baseline.class,
            names = {"NOTEARS_MLP", "NOTEARS_MLP_VOTING", "NOTEARS_MLP_AVERAGING", "NOTEARS_MLP_BEST"})
    void baselines_findTheEdgeOfTwoVariables(Baseline baseline) {
        SimulatedSites study = study(2, 3, 150);
        List<SiteData> sites = rows(study, 3).stream()
                .map(rows -> SiteData.of(new DatasetIdentity("rows"), rows))
                .toList();
        LearnedNetwork learned = baseline.learn(sites, baseline.settings().withHidden(3), Optional.of(study.truth()));
        assertEquals(0, StructureMetrics.of(learned.network(), study.truth()).shd());
        assertTrue(
                learned.run().provenance().components().startsWith("notears-mlp"),
                learned.run().provenance().components());
        assertTrue(
                learned.run().notes().get(0).contains("norms"),
                learned.run().notes().toString());
        assertThrows(IllegalArgumentException.class, () -> baseline.settings().withHidden(0));
    }

    /** Values far from 0 are the same rows around the mean. */
    @Test
    void offsets_doNotMatter_unlessRowsAreTakenAsTheyAre() throws InterruptedException {
        List<RowSource> rows = rows(study(3, 2, 60), 2);
        List<RowSource> shifted = rows.stream()
                .map(source -> source.inUnits(new double[] {-64, 32, -128}, new double[] {1, 1, 1}))
                .toList();
        NamedMethod method = method().withRounds(15);
        LearnedNetwork near = Learning.of(method).on(Runnable::run).learn(rows);
        LearnedNetwork far = Learning.of(method).on(Runnable::run).learn(shifted);
        assertTrue(near.network().edgeCount() > 0);
        for (int k = 0; k < 9; k++) {
            // means of shifted rows round to 1e-14, which a search that ends at 2e-9 of the value enlarges
            assertEquals(near.network().get(k / 3, k % 3), far.network().get(k / 3, k % 3), 1e-3);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "hidden, 0",
        "hidden, 101",
        "hidden, 2.5",
        "lambda, 0",
        "ridge, -1",
        "rho1-growth, 0.5",
        "unit, 0",
        "preset, paper",
        "vote-rounds, 3",
        "seed, -1"
    })
    void settings_thatAreWrong_areRefused(String name, String value) {
        NamedMethod wrong = method().with(name, value);
        List<RowSource> rows = rows(study(3, 2, 20), 2);
        IllegalArgumentException e = assertThrows(
                IllegalArgumentException.class, () -> Learning.of(wrong).learn(rows));
        assertTrue(e.getMessage().contains(name), e.getMessage());
    }
}
