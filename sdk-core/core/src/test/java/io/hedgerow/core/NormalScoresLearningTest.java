// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.data.rows.InMemoryRows;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.simulation.model.ErdosRenyi;
import io.hedgerow.core.internal.simulation.model.SimulatedSites;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.method.NamedMethod;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.DatasetIdentity;
import io.hedgerow.core.privacy.PrivacyPromise;
import io.hedgerow.core.privacy.PrivacyUnit;
import io.hedgerow.core.search.NoiseAssumption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

class NormalScoresLearningTest {

    private static final SimulatedSites STUDY = SimulatedSites.of(new ErdosRenyi(5, 5))
            .sites(3)
            .rowsPerSite(300)
            .seed(2)
            .build();

    private static List<RowSource> sites(DoubleUnaryOperator change) {
        List<RowSource> sites = new ArrayList<>();
        for (int p = 0; p < 3; p++) {
            List<double[]> rows = new ArrayList<>();
            STUDY.rows(p).forEachRow(row -> {
                double[] changed = row.clone();
                changed[1] = change.applyAsDouble(row[1]);
                rows.add(changed);
            });
            sites.add(InMemoryRows.of(STUDY.rows(p).schema(), rows.toArray(double[][]::new)));
        }
        return sites;
    }

    private static Learning gram() {
        return Learning.of(Method.named("gram")).inNormalScores();
    }

    @Test
    void learn_isTheSameAfterAnIncreasingChangeOfAColumn() throws InterruptedException {
        WeightMatrix plain = gram().learn(sites(x -> x)).network();
        assertTrue(plain.edgeCount() > 0);
        assertEquals(plain, gram().learn(sites(x -> Math.exp(5 * x))).network());
    }

    /** These noises have equal variances, and the search says so of the rows themselves. */
    @Test
    void learn_doesNotAssumeEqualVariances() throws InterruptedException {
        assertEquals(NoiseAssumption.UNEQUAL, assumption(gram()));
        assertEquals(NoiseAssumption.EQUAL, assumption(Learning.of(Method.named("gram"))));
    }

    private static NoiseAssumption assumption(Learning learning) throws InterruptedException {
        return learning.learn(sites(x -> x)).evidence().orElseThrow().trust().assumption();
    }

    @Test
    void learnFrom_isRefused_forDataAreClosed() {
        List<SiteData> closed =
                List.of(SiteData.of(new DatasetIdentity("a"), sites(x -> x).get(0)));
        assertTrue(assertThrows(IllegalArgumentException.class, () -> gram().learnFrom(closed))
                .getMessage()
                .contains("call learn(rows)"));
    }

    @Test
    void underAPromise_itIsRefused() {
        NamedMethod promising = new NamedMethod(
                "gram",
                Map.of(),
                1,
                Optional.of(new PrivacyPromise(1, 1e-6, new PrivacyUnit.RecordUnit(), Adjacency.REPLACE_ONE)));
        Learning learning = Learning.of(promising).inNormalScores();
        assertTrue(assertThrows(IllegalArgumentException.class, () -> learning.learn(sites(x -> x)))
                .getMessage()
                .contains("privacy budget"));
    }

    /**
     * x1 → x2 → x3, of which x2 is seen as 0 or 1. What cutting it in two takes away looks like an edge from x1 to x3,
     * and with normal scores alone there was one.
     */
    @Test
    void learn_ofACauseBetweenTwoThatIsCutInTwo_needsNoOtherEdge() throws InterruptedException {
        Random random = new Random(3);
        List<RowSource> sites = new ArrayList<>();
        for (int p = 0; p < 3; p++) {
            double[][] rows = new double[1000][];
            for (int r = 0; r < rows.length; r++) {
                double first = random.nextGaussian();
                double second = first + random.nextGaussian();
                rows[r] = new double[] {first, second > 0 ? 1 : 0, second + random.nextGaussian()};
            }
            sites.add(InMemoryRows.of(VariableSchema.numbered(3), rows));
        }
        WeightMatrix found = gram().learn(sites).network();
        assertEquals(2, found.edgeCount());
        assertFalse(found.hasEdge(0, 2) || found.hasEdge(2, 0));
    }
}
