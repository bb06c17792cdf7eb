// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.posterior;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.internal.random.SearchRandom;
import io.hedgerow.core.internal.search.graph.EdgeKnowledge;
import io.hedgerow.core.internal.search.graph.GivenEdges;
import io.hedgerow.core.internal.search.graph.ParentSets;
import io.hedgerow.core.internal.search.score.FamilyScores;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a search does with its policy, by scores in a table. Real scores are searched in the tests of policies. */
class GraphSearchTest {

    private static final int D = 3;

    /** Variable 2 has {@code both} with two parents, −1 with one and 0 without any; no other has parents. */
    private record Pair(double both) implements FamilyScores {
        @Override
        public int variables() {
            return D;
        }

        @Override
        public int[] targets() {
            return new int[] {0, 1, 2};
        }

        @Override
        public double of(int target, int[] parents, int count) {
            return target < 2 ? -10.0 * count : count == 2 ? both : -count;
        }

        @Override
        public void toggled(int target, int[] parents, int count, double[] out) {
            for (int i = 0; i < D; i++) {
                int other = i;
                boolean parent = Arrays.stream(parents, 0, count).anyMatch(p -> p == other);
                out[i] =
                        i == target ? Double.NEGATIVE_INFINITY : of(target, new int[0], parent ? count - 1 : count + 1);
            }
        }
    }

    private static ParentSets both() {
        ParentSets graph = ParentSets.empty(D);
        graph.add(2, 0);
        graph.add(2, 1);
        return graph;
    }

    /** Ends after so many refits, or rounds, and notes the graphs that it was given. */
    private static final class Counting implements ScorePolicy<Pair> {
        private final int rounds;
        private final int changes;
        private final List<ParentSets> starts;
        private final List<Integer> edges = new ArrayList<>();

        Counting(int rounds, int changes, List<ParentSets> starts) {
            this.rounds = rounds;
            this.changes = changes;
            this.starts = starts;
        }

        @Override
        public EdgeKnowledge knowledge() {
            return EdgeKnowledge.none(D);
        }

        /** Two parents are worth something from the second round on. */
        @Override
        public Pair scores() {
            return new Pair(edges.isEmpty() ? -2 : 1);
        }

        @Override
        public int rounds() {
            return rounds;
        }

        @Override
        public List<ParentSets> starts() {
            return starts;
        }

        @Override
        public boolean refit(ParentSets best) {
            edges.add(best.edgeCount());
            return edges.size() <= changes;
        }
    }

    @Test
    void search_refitsAfterEachRound_andEndsWhereScoresStay() {
        Counting all = new Counting(3, 9, List.of(both()));
        ParentSets best = GraphSearch.of(all, new SearchRandom(1)).search();
        assertEquals(List.of(0, 2, 2), all.edges);
        assertEquals(2, best.count(2));
        Counting settled = new Counting(3, 1, List.of(both()));
        GraphSearch.of(settled, new SearchRandom(1)).search();
        assertEquals(List.of(0, 2), settled.edges);
    }

    @Test
    void draft_keepsTheBetterGraph_whichRestartsGoOnFrom() {
        EdgeKnowledge none = EdgeKnowledge.none(D);
        ParentSets empty = ParentSets.empty(D);
        GraphSearch<Pair> search = GraphSearch.of(none, new Pair(1), new SearchRandom(1));
        assertEquals(0, search.draft(empty, List.of(empty)).edgeCount(), "no single edge is better");
        assertEquals(2, search.draft(empty, List.of(empty, both())).edgeCount());
        assertEquals(1, search.score());
        assertEquals(2, search.search().edgeCount());
        assertEquals(2, search.draft(both(), List.of(empty)).edgeCount());
    }

    @Test
    void search_ofSeveralStarts_takesTheBest() {
        ParentSets empty = ParentSets.empty(D);
        for (List<ParentSets> starts : List.of(List.of(empty, both()), List.of(both(), empty))) {
            ParentSets best = GraphSearch.of(EdgeKnowledge.none(D), new Pair(1), new SearchRandom(4))
                    .search(starts);
            assertEquals(2, best.edgeCount());
        }
    }

    @Test
    void search_beginsWithRequiredEdges() {
        EdgeKnowledge known = GivenEdges.among(D).required(0, 2).known();
        assertTrue(
                GraphSearch.of(known, new Pair(1), new SearchRandom(1)).best().positionOf(2, 0) >= 0);
    }
}
