// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.LearnedNetwork;
import io.hedgerow.core.Learning;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.simulation.model.ErdosRenyi;
import io.hedgerow.core.internal.simulation.model.Mechanism;
import io.hedgerow.core.internal.simulation.model.SimulatedSites;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.method.UploadProtection;
import io.hedgerow.secureagg.policy.AggregationPolicy;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Neural networks are nearly the same behind masks. */
class MaskedMlpTest {

    private static LearnedNetwork learn(UploadProtection uploads) throws InterruptedException {
        SimulatedSites study = SimulatedSites.of(new ErdosRenyi(3, 2))
                .mechanism(Mechanism.MLP)
                .sites(3)
                .rowsPerSite(60)
                .seed(7)
                .build();
        List<RowSource> rows = IntStream.range(0, 3).mapToObj(study::rows).toList();
        return Learning.of(Method.named("notears-mlp-admm").with("hidden", "3").withRounds(25), uploads)
                .on(Runnable::run)
                .learn(rows);
    }

    @Test
    void notearsMlpAdmm_behindMasks_isTheSameUpToRounding() throws InterruptedException {
        WeightMatrix plain = learn(UploadProtection.insecurePlain()).network();
        LearnedNetwork masked = learn(new MaskedSites(AggregationPolicy.standard()));
        for (int k = 0; k < 9; k++) {
            assertEquals(plain.hasEdge(k / 3, k % 3), masked.network().hasEdge(k / 3, k % 3));
            // doubles against steps of 2⁻²⁴; a minimisation ends when it gains 2e-9 of its value, at some 1e-4 of a
            // weight
            assertEquals(plain.get(k / 3, k % 3), masked.network().get(k / 3, k % 3), 1e-3);
        }
        assertTrue(plain.edgeCount() >= 2, "edges " + plain.edgeCount());
        assertTrue(masked.run().rounds().stream()
                .allMatch(round -> round.included().size() == 3));
    }
}
