// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.graph.NetworkEdge.EdgeStatus;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class NamedNetworkTest {

    @Test
    void edges_withoutTruth_areUnjudged() {
        NamedNetwork network = NamedNetwork.of(VariableSchema.numbered(2), Graphs.of(2, new int[] {1, 0}));
        assertEquals(
                List.of(new NetworkEdge(
                        1, 0, 1, EdgeStatus.UNJUDGED, NetworkEdge.ARROW, 1, NetworkEdge.Certainty.UNSTATED)),
                network.edges());
        assertEquals(Optional.empty(), network.metrics());
    }

    @Property(tries = 100)
    void edges_withTruth_agreeWithTheMetrics(@ForAll @IntRange(min = 2, max = 7) int d, @ForAll long seed) {
        NamedNetwork network = NamedNetwork.of(VariableSchema.numbered(d), Graphs.cyclic(d, 0.3, seed))
                .withTruth(Graphs.cyclic(d, 0.3, seed + 1));
        StructureMetrics m = network.metrics().orElseThrow();
        assertEquals(m.correct(), count(network, EdgeStatus.CORRECT));
        assertEquals(m.reversed(), count(network, EdgeStatus.REVERSED));
        assertEquals(m.extra(), count(network, EdgeStatus.EXTRA));
        assertEquals(m.missing(), count(network, EdgeStatus.MISSING));
    }

    @Test
    void edge_withoutIdentifiedDirection_isCorrectEitherWay() {
        WeightMatrix estimate = Graphs.of(2, new int[] {0, 1});
        NamedNetwork claimed =
                NamedNetwork.of(VariableSchema.numbered(2), estimate).withTruth(Graphs.of(2, new int[] {1, 0}));
        assertEquals(EdgeStatus.REVERSED, claimed.edges().get(0).status());
        NamedNetwork open = claimed.withPairs(
                new PairProbabilities(Optional.of(EquivalenceClass.of(Dag.of(estimate))), Optional.empty(), 1));
        assertEquals(EdgeStatus.CORRECT, open.edges().get(0).status());
    }

    @Property(tries = 100)
    void metrics_areOfWhatIsShown(@ForAll @IntRange(min = 2, max = 7) int d, @ForAll long seed) {
        WeightMatrix estimate = Graphs.acyclic(d, 0.5, seed);
        double[] directed = new double[d * d];
        for (int k = 0; k < d * d; k++) {
            directed[k] = estimate.hasEdge(k / d, k % d) ? ((seed >>> (k % 60)) & 1) == 0 ? 0.9 : 0.4 : 0;
        }
        WeightMatrix truth = Graphs.acyclic(d, 0.5, seed + 1);
        NamedNetwork network = NamedNetwork.of(VariableSchema.numbered(d), estimate)
                .withPairs(new PairProbabilities(Optional.empty(), Optional.of(WeightMatrix.ofRows(d, directed)), 0.99))
                .withTruth(truth);
        StructureMetrics m = network.metrics().orElseThrow();
        assertEquals(m.correct(), count(network, EdgeStatus.CORRECT));
        assertEquals(m.reversed(), count(network, EdgeStatus.REVERSED));
        assertEquals(m.extra(), count(network, EdgeStatus.EXTRA));
        assertEquals(m.missing(), count(network, EdgeStatus.MISSING));
        assertEquals(m.edges().estimate(), network.edgeCount());
        assertEquals(
                network.edgeCount(),
                IntStream.range(0, d * d).filter(k -> directed[k] > 0.5).count());
    }

    /** 0 → 2 ← 1 with 0 → 1 that is likelier absent: leaving it out does not make a v-structure that no one claimed. */
    @Test
    void classDistance_ofAnEdgeThatIsNotShown_isThatOfTheNetworkThatPredicts() {
        WeightMatrix estimate = Graphs.of(3, new int[] {0, 2}, new int[] {1, 2}, new int[] {0, 1});
        WeightMatrix directed = WeightMatrix.of(new double[][] {{0, 0.2, 0.5}, {0.2, 0, 0.5}, {0.5, 0.5, 0}});
        NamedNetwork network = NamedNetwork.of(VariableSchema.numbered(3), estimate)
                .withPairs(new PairProbabilities(
                        Optional.of(EquivalenceClass.of(Dag.of(estimate))), Optional.of(directed), 0.99));
        WeightMatrix chain = Graphs.of(3, new int[] {0, 2}, new int[] {2, 1});
        StructureMetrics m = network.withTruth(chain).metrics().orElseThrow();
        assertEquals(0, m.equivalenceDistance().orElseThrow());
        assertEquals(2, m.edges().estimate());
        assertEquals(3, network.weights().edgeCount());
    }

    @Test
    void edges_haveTheOrderOfWeightsInDeviations() {
        WeightMatrix w = Graphs.of(2, new int[] {0, 1});
        NamedNetwork network = NamedNetwork.of(VariableSchema.numbered(2), w).withDeviations(List.of(0.5, 10.0));
        assertEquals(0.05, network.edges().get(0).strength(), 1e-12);
        assertEquals(1, network.edges().get(0).weight());
        assertThrows(IllegalArgumentException.class, () -> network.withDeviations(List.of(1.0)));
    }

    private static long count(NamedNetwork network, EdgeStatus status) {
        return network.edges().stream().filter(e -> e.status() == status).count();
    }

    @Test
    void parts_mustFitTheSchema() {
        VariableSchema two = VariableSchema.numbered(2);
        WeightMatrix three = WeightMatrix.empty(3);
        NamedNetwork network = NamedNetwork.of(two, WeightMatrix.empty(2));
        assertThrows(IllegalArgumentException.class, () -> NamedNetwork.of(two, three));
        assertThrows(IllegalArgumentException.class, () -> network.withTruth(three));
        assertThrows(IllegalArgumentException.class, () -> network.withVoteShares(three));
        WeightMatrix tooSure = WeightMatrix.of(new double[][] {{0, 1.5}, {0, 0}});
        assertThrows(IllegalArgumentException.class, () -> network.withVoteShares(tooSure));
    }
}
