// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.simulation.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.simulation.CausalOrder;
import io.hedgerow.core.internal.simulation.model.GraphGenerator.WeightRange;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class GraphGeneratorTest {

    private static final List<GraphGenerator> ALL =
            List.of(new ErdosRenyi(25, 40), GraphGenerator.scaleFree(25, 2), GraphGenerator.weakChain(25));

    @Test
    void generate_fromAnySeed_isAcyclicWithWeightsInRange() {
        for (GraphGenerator generator : ALL) {
            for (long seed = 0; seed < 50; seed++) {
                WeightMatrix graph = generator.generate(seed);
                assertEquals(25, graph.variables());
                assertEquals(25, generator.variables());
                CausalOrder.of(graph); // throws when there is a cycle
                for (double weight : graph.toRows()) {
                    assertTrue(weight == 0 || (Math.abs(weight) >= 0.5 && Math.abs(weight) <= 2), "was " + weight);
                }
            }
        }
    }

    @Test
    void generate_withAnotherRange_drawsTheSameGraphWithWeightsOfThatRange() {
        WeightRange weak = new WeightRange(0.05, 0.3);
        List<GraphGenerator> others = List.of(
                new ErdosRenyi(25, 40, weak),
                GraphGenerator.scaleFree(25, 2, weak),
                GraphGenerator.weakChain(25, weak));
        for (int k = 0; k < others.size(); k++) {
            WeightMatrix usual = ALL.get(k).generate(3);
            WeightMatrix other = others.get(k).generate(3);
            assertEquals(weak, others.get(k).weights());
            for (int cell = 0; cell < 25 * 25; cell++) {
                double weight = Math.abs(other.get(cell / 25, cell % 25));
                assertEquals(usual.hasEdge(cell / 25, cell % 25), weight > 0);
                assertTrue(weight == 0 || (weight >= 0.05 && weight <= 0.3), "was " + weight);
            }
        }
    }

    @Test
    void weakChain_isOnePathOfWeakEdges() {
        WeightMatrix chain = GraphGenerator.weakChain(25).generate(3);
        assertEquals(24, chain.edgeCount());
        for (int i = 0; i < 25; i++) {
            int causes = 0;
            int effects = 0;
            for (int j = 0; j < 25; j++) {
                causes += chain.hasEdge(j, i) ? 1 : 0;
                effects += chain.hasEdge(i, j) ? 1 : 0;
                assertTrue(Math.abs(chain.get(i, j)) <= 0.8);
            }
            assertTrue(causes <= 1 && effects <= 1);
        }
    }

    @Test
    void generate_fromOneSeed_repeatsAndFromAnotherDiffers() {
        for (GraphGenerator generator : ALL) {
            assertEquals(generator.generate(7), generator.generate(7));
            assertNotEquals(generator.generate(7), generator.generate(8));
        }
    }

    @Test
    void erdosRenyi_hasExactlyTheEdgesAskedFor() {
        for (int edges : new int[] {0, 1, 20, 44, 45}) {
            assertEquals(edges, new ErdosRenyi(10, edges).generate(edges).edgeCount());
        }
        assertEquals(0, new ErdosRenyi(1, 0).generate(1).edgeCount());
    }

    @Test
    void erdosRenyi_choosesEveryOrderedPairEquallyOften() {
        int repeats = 20_000;
        int[][] counts = new int[4][4];
        int positive = 0;
        for (int seed = 0; seed < repeats; seed++) {
            WeightMatrix graph = new ErdosRenyi(4, 2).generate(seed);
            for (int i = 0; i < 4; i++) {
                for (int j = 0; j < 4; j++) {
                    counts[i][j] += graph.hasEdge(i, j) ? 1 : 0;
                    positive += graph.get(i, j) > 0 ? 1 : 0;
                }
            }
        }
        // Each of 12 directed pairs has probability 2 / 12: mean 3333, deviation 52.7; the limit is at five of them.
        for (int i = 0; i < 4; i++) {
            for (int j = 0; j < 4; j++) {
                assertEquals(i == j ? 0 : repeats / 6.0, counts[i][j], 264);
            }
        }
        // Signs are fair: 40,000 of them, deviation 100.
        assertEquals(20_000, positive, 500);
    }

    @Test
    void scaleFree_hasMEdgesPerNewcomerAndHubsThatAreCauses() {
        int m = 2;
        WeightMatrix graph = GraphGenerator.scaleFree(100, m).generate(3);
        assertEquals(m * 100 - m * (m + 1) / 2, graph.edgeCount());
        int mostCauses = IntStream.range(0, 100)
                .map(j -> count(i -> graph.hasEdge(i, j)))
                .max()
                .orElseThrow();
        int mostEffects = IntStream.range(0, 100)
                .map(i -> count(j -> graph.hasEdge(i, j)))
                .max()
                .orElseThrow();
        assertEquals(m, mostCauses);
        assertTrue(mostEffects > 8, "was " + mostEffects);
    }

    private static int count(IntPredicate chosen) {
        return (int) IntStream.range(0, 100).filter(chosen).count();
    }

    @Test
    void construction_whenArgumentsAreBad_refuses() {
        assertThrows(IllegalArgumentException.class, () -> new ErdosRenyi(0, 0));
        assertThrows(IllegalArgumentException.class, () -> new ErdosRenyi(4, 7));
        assertThrows(IllegalArgumentException.class, () -> new ErdosRenyi(4, -1));
        assertThrows(IllegalArgumentException.class, () -> GraphGenerator.scaleFree(4, 0));
        assertThrows(IllegalArgumentException.class, () -> new WeightRange(0, 1));
        assertThrows(IllegalArgumentException.class, () -> new WeightRange(1, Double.NaN));
    }
}
