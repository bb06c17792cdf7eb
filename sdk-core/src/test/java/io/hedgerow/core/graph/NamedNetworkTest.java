// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.graph.NetworkEdge.EdgeStatus;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
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
                        1,
                        0,
                        true,
                        1,
                        EdgeStatus.UNJUDGED,
                        OptionalDouble.empty(),
                        OptionalDouble.empty(),
                        OptionalDouble.empty())),
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
