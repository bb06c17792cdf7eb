// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.LearnedNetwork;
import io.hedgerow.core.Learning;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.simulation.model.ErdosRenyi;
import io.hedgerow.core.internal.simulation.model.GraphGenerator.WeightRange;
import io.hedgerow.core.internal.simulation.model.Noise;
import io.hedgerow.core.internal.simulation.model.StructuralVar;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.method.NamedMethod;
import io.hedgerow.core.method.UploadProtection;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.secureagg.policy.AggregationPolicy;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Dynamic networks are the same behind masks. */
class MaskedSeriesTest {

    private static List<RowSource> rows() {
        WeightRange weights = new WeightRange(0.3, 0.5);
        StructuralVar model = StructuralVar.random(
                new ErdosRenyi(3, 2, weights), 1, 3, weights, 1.5, new double[] {1, 1, 1}, Noise.GAUSSIAN, 4);
        return LongStream.range(0, 3).mapToObj(p -> model.series(1, 200, p)).toList();
    }

    private static LearnedNetwork learn(NamedMethod method, UploadProtection uploads) throws InterruptedException {
        return Learning.of(method.with("realisation", "realisation").with("time", "time"), uploads)
                .on(Runnable::run)
                .learn(rows());
    }

    private static void assertNear(WeightMatrix plain, WeightMatrix masked, double tolerance) {
        int q = plain.variables();
        for (int k = 0; k < q * q; k++) {
            assertEquals(plain.hasEdge(k / q, k % q), masked.hasEdge(k / q, k % q));
            assertEquals(plain.get(k / q, k % q), masked.get(k / q, k % q), tolerance);
        }
    }

    /** Both send whole steps, and sums of these are exact. */
    @Test
    void fdbnl_behindMasks_isTheSame() throws InterruptedException {
        NamedMethod method = Method.named("fdbnl").withRounds(10);
        WeightMatrix plain = learn(method, UploadProtection.insecurePlain()).network();
        WeightMatrix masked =
                learn(method, new MaskedSites(AggregationPolicy.standard())).network();
        assertEquals(plain, masked);
        assertTrue(plain.edgeCount() > 2);
    }

    /** Two of three sites compute in a round, and all are in every sum. */
    @Test
    void pfdbnl_behindMasks_isNearlyTheSame() throws InterruptedException {
        NamedMethod method = Method.named("pfdbnl").with("participants", "2").withRounds(12);
        LearnedNetwork plain = learn(method, UploadProtection.insecurePlain());
        LearnedNetwork masked = learn(method, new MaskedSites(AggregationPolicy.standard()));
        // doubles against steps of 2⁻²⁴; a minimisation ends when it gains 2e-9 of its value, at some 1e-4 of a weight
        assertNear(plain.network(), masked.network(), 1e-3);
        for (SiteId site : SiteId.numbered(3)) {
            assertNear(
                    plain.personal().get(site).weights(),
                    masked.personal().get(site).weights(),
                    1e-3);
            assertTrue(plain.personal().get(site).weights().edgeCount() > 0);
        }
        assertTrue(masked.run().rounds().stream()
                .allMatch(round -> round.included().size() == 3));
    }
}
