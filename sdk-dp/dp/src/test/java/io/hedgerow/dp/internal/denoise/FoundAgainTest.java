// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.denoise;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.graph.EquivalenceClass;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.search.graph.EdgeKnowledge;
import io.hedgerow.core.internal.search.graph.GivenEdges;
import io.hedgerow.core.internal.search.graph.ParentSets;
import java.util.HashSet;
import java.util.Set;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;

/** Of three variables; which graph is found behind the noise of a draw is given. */
class FoundAgainTest {

    private static final int D = 3;

    private static WeightMatrix network(int[]... edges) {
        double[] weights = new double[D * D];
        for (int[] edge : edges) {
            weights[edge[0] * D + edge[1]] = 0.7;
        }
        return WeightMatrix.ofRows(D, weights);
    }

    private static final WeightMatrix COLLIDER = network(new int[] {0, 2}, new int[] {1, 2});
    private static final WeightMatrix CHAIN = network(new int[] {0, 2}, new int[] {2, 1});

    private static FoundAgain finding(EdgeKnowledge knowledge, IntFunction<WeightMatrix> found) {
        return FoundAgain.of(knowledge, draw -> ParentSets.of(found.apply(draw), D));
    }

    @Test
    void searches_areEightOfDrawsFromOneOn() {
        Set<Integer> draws = new HashSet<>();
        finding(EdgeKnowledge.none(D), draw -> {
            assertTrue(draws.add(draw));
            return COLLIDER;
        });
        assertEquals(Set.of(1, 2, 3, 4, 5, 6, 7, 8), draws);
    }

    @Test
    void aDirectionThatIsAlwaysFound_isDirected_unlessChainsDoNotAgree() {
        FoundAgain again = finding(EdgeKnowledge.none(D), draw -> COLLIDER);
        EquivalenceClass pattern = again.pattern(COLLIDER, true);
        assertTrue(pattern.isDirected(0, 2) && pattern.isDirected(1, 2));
        assertFalse(pattern.isUndirected(0, 1));
        EquivalenceClass open = again.pattern(COLLIDER, false);
        assertTrue(open.isUndirected(0, 2) && open.isUndirected(1, 2));
    }

    @Test
    void aDirectionThatOneSearchDoesNotFind_isOpen() {
        FoundAgain again = finding(EdgeKnowledge.none(D), draw -> draw == 3 ? network(new int[] {0, 2}) : COLLIDER);
        EquivalenceClass pattern = again.pattern(COLLIDER, true);
        assertTrue(pattern.isUndirected(0, 2) && pattern.isUndirected(1, 2));
    }

    /** A chain's directions are not identified, however often it is found. */
    @Test
    void aDirectionThatIsNotIdentified_isOpen() {
        EquivalenceClass pattern = finding(EdgeKnowledge.none(D), draw -> CHAIN).pattern(CHAIN, true);
        assertTrue(pattern.isUndirected(0, 2) && pattern.isUndirected(1, 2));
        assertFalse(finding(EdgeKnowledge.none(D), draw -> COLLIDER)
                .pattern(CHAIN, true)
                .isDirected(0, 2));
    }

    @Test
    void aDirectionThatIsKnown_isDirected_whateverIsFound() {
        EdgeKnowledge known = GivenEdges.among(D).forbidden(2, 0).known();
        EquivalenceClass pattern = finding(known, draw -> network()).pattern(COLLIDER, false);
        assertTrue(pattern.isDirected(0, 2));
        assertTrue(pattern.isUndirected(1, 2));
    }

    /** P(i → j) = share · min(1, P(i – j)); an edge without an identified direction counts half for each. */
    @Test
    void probabilities_areTimesTheShareThatIsFoundAgain() {
        FoundAgain again = finding(
                EdgeKnowledge.none(D), draw -> draw <= 4 ? COLLIDER : draw <= 6 ? CHAIN : network(new int[] {1, 2}));
        WeightMatrix edges = WeightMatrix.ofRows(D, new double[] {
            0, 0.1, 0.6, //
            0.1, 0, 0.8, //
            0.2, 0.4, 0
        });
        WeightMatrix times = again.times(edges);
        // 0 → 2 in four of eight, and half of two chains; 1 → 2 besides half of two more
        assertEquals((4 + 1) / 8.0 * 0.8, times.get(0, 2), 1e-12);
        assertEquals(1 / 8.0 * 0.8, times.get(2, 0), 1e-12);
        assertEquals((4 + 1 + 1) / 8.0, times.get(1, 2), 1e-12);
        assertEquals(2 / 8.0, times.get(2, 1), 1e-12);
        assertEquals(0, times.get(0, 1));
        assertEquals(0, times.get(1, 1));
    }
}
