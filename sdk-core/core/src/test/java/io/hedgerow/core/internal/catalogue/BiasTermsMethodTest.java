// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.catalogue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.Learning;
import io.hedgerow.core.data.Centring;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.graph.StructureMetrics;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.simulation.model.ErdosRenyi;
import io.hedgerow.core.internal.simulation.model.SimulatedSites;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.method.NamedMethod;
import io.hedgerow.core.method.rounds.FederatedMethod;
import io.hedgerow.core.study.RoundPolicy;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BiasTermsMethodTest {

    private static final int SITES = 4;

    private static SimulatedSites study() {
        return SimulatedSites.of(new ErdosRenyi(6, 6))
                .sites(SITES)
                .rowsPerSite(500)
                .seed(3)
                .build();
    }

    private static WeightMatrix learned(NamedMethod method, List<RowSource> rows) throws InterruptedException {
        return Learning.of(method.withRounds(100)).on(Runnable::run).learn(rows).network();
    }

    /** Columns a deviation away from 0, alike at all sites: what a bias term of all sites is for. */
    @ParameterizedTest
    @ValueSource(strings = {"fed-bnsl", "fed-sparse"})
    void rowsAwayFromZero_areLearnedWithBiasTerms_andNotAsTheyAre(String name) throws InterruptedException {
        SimulatedSites study = study();
        double[] offsets = {-1, 0.7, 1.2, -0.8, 1, -1.1};
        List<RowSource> shifted = IntStream.range(0, SITES)
                .mapToObj(p -> study.rows(p).inUnits(offsets, new double[] {1, 1, 1, 1, 1, 1}))
                .toList();
        NamedMethod method = Method.named(name);
        WeightMatrix biased = learned(method.with("bias-terms", "true"), shifted);
        assertEquals(0, StructureMetrics.of(biased, study.truth()).shd());
        WeightMatrix centred = learned(method, shifted);
        for (int i = 0; i < 6; i++) {
            for (int j = 0; j < 6; j++) {
                // After 100 rounds the bias terms still move; the largest difference is 0.11.
                assertEquals(centred.get(i, j), biased.get(i, j), 0.2);
            }
        }
        WeightMatrix raw = learned(method.with("no-centring", "true"), shifted);
        assertTrue(StructureMetrics.of(raw, study.truth()).shd() > 2, "means are taken for effects");
    }

    @Test
    void frankWolfeSteps_haveNoBiasTerms() {
        FederatedMethod method = FederatedMethod.FED_BNSL_FW;
        String refusal = assertThrows(
                        IllegalArgumentException.class,
                        () -> method.study(
                                "s",
                                study().rows(0).schema(),
                                method.paper(6).withCentring(Centring.BIAS_TERMS),
                                0,
                                SITES,
                                new RoundPolicy(SITES, Duration.ofMinutes(1), RoundPolicy.Convergence.never())))
                .getMessage();
        assertTrue(refusal.contains("fed-bnsl-fw"), refusal);
        SearchSettings usual = SearchSettings.ofSearch();
        assertThrows(IllegalArgumentException.class, () -> usual.with(0.1, Centring.BIAS_TERMS, 1));
    }
}
