// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.climb;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.internal.random.SearchRandom;
import io.hedgerow.core.internal.search.chain.OrderChain;
import io.hedgerow.core.internal.search.graph.EdgeKnowledge;
import io.hedgerow.core.internal.search.graph.GivenEdges;
import io.hedgerow.core.internal.search.graph.ParentSets;
import io.hedgerow.core.internal.search.score.BgeScore;
import io.hedgerow.core.internal.search.score.LocalScores;
import io.hedgerow.core.internal.simulation.model.ErdosRenyi;
import io.hedgerow.core.internal.simulation.model.LinearSem;
import io.hedgerow.core.internal.simulation.model.Noise;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BestOrderTest {

    private static final int D = 6;
    private static final double ROWS = 2000;

    private static LocalScores scores(long seed, EdgeKnowledge known) {
        double[] s = LinearSem.of(new ErdosRenyi(D, 9).generate(seed), Noise.GAUSSIAN)
                .covariance();
        return new LocalScores(known, BgeScore.of(D, s, ROWS), known.logOdds(-2, -2));
    }

    /** Adds what raises the score most, then takes away, each time over all candidates: no tree. */
    private static int[] grownAndShrunk(LocalScores scores, int target, boolean[] before) {
        List<Integer> parents = new ArrayList<>();
        while (true) {
            int best = -1;
            double most = of(scores, target, parents);
            for (int i = 0; i < D; i++) {
                if (before[i] && i != target && !parents.contains(i)) {
                    List<Integer> more = new ArrayList<>(parents);
                    more.add(i);
                    if (of(scores, target, more) > most) {
                        most = of(scores, target, more);
                        best = i;
                    }
                }
            }
            if (best < 0) {
                break;
            }
            parents.add(best);
        }
        while (true) {
            List<Integer> best = parents;
            for (Integer gone : parents) {
                List<Integer> less = new ArrayList<>(parents);
                less.remove(gone);
                best = of(scores, target, less) > of(scores, target, best) ? less : best;
            }
            if (best == parents) {
                return parents.stream().mapToInt(i -> i).sorted().toArray();
            }
            parents = best;
        }
    }

    private static double of(LocalScores scores, int target, List<Integer> parents) {
        int[] set = parents.stream().mapToInt(i -> i).toArray();
        return scores.of(target, set, set.length);
    }

    @Test
    void tree_givesTheParentsOfGrowingAndShrinking_whateverWasAskedBefore() {
        Random random = new Random(4);
        LocalScores scores = scores(3, EdgeKnowledge.none(D));
        for (int target = 0; target < D; target++) {
            GrowShrinkTree tree = new GrowShrinkTree(scores, target);
            for (int asked = 0; asked < 40; asked++) {
                boolean[] before = new boolean[D];
                for (int i = 0; i < D; i++) {
                    before[i] = i != target && random.nextBoolean();
                }
                int[] expected = grownAndShrunk(scores, target, before);
                int[] found = tree.parents(before).clone();
                Arrays.sort(found);
                assertArrayEquals(expected, found);
                assertEquals(scores.of(target, expected, expected.length), tree.score(before), 1e-9);
            }
        }
    }

    private static double score(LocalScores scores, int[] order) {
        double sum = 0;
        boolean[] before = new boolean[D];
        for (int v : order) {
            int[] parents = grownAndShrunk(scores, v, before);
            sum += scores.of(v, parents, parents.length);
            before[v] = true;
        }
        return sum;
    }

    private static double best(LocalScores scores, int[] order, int from) {
        if (from == D) {
            return score(scores, order);
        }
        double best = Double.NEGATIVE_INFINITY;
        for (int k = from; k < D; k++) {
            int[] swapped = order.clone();
            swapped[from] = order[k];
            swapped[k] = order[from];
            best = Math.max(best, best(scores, swapped, from + 1));
        }
        return best;
    }

    /** Against all 720 orders; from four orders, as {@code ScoreFit} begins, for one may end at a local optimum. */
    @Test
    void search_findsTheBestOfAllOrders() {
        SearchRandom random = new SearchRandom(1);
        for (long seed = 1; seed <= 5; seed++) {
            LocalScores scores = scores(seed, EdgeKnowledge.none(D));
            double found = Double.NEGATIVE_INFINITY;
            double worst = Double.POSITIVE_INFINITY;
            for (int start = 0; start < 4; start++) {
                int[] order = OrderChain.randomOrder(D, random);
                double reached = new GraphClimb(scores, new BestOrder(scores).search(order)).score();
                assertTrue(reached >= score(scores, order) - 1e-9, "a search must not lose what it began with");
                worst = Math.min(worst, score(scores, order));
                found = Math.max(found, reached);
            }
            assertEquals(best(scores, IntStream.range(0, D).toArray(), 0), found, 1e-9, "seed " + seed);
            assertTrue(found > worst + 1, "some order must be worse, else nothing was searched");
        }
    }

    @Test
    void search_keepsForbiddenEdgesOut_andParentsOnlyBeforeAll() {
        EdgeKnowledge known = EdgeKnowledge.none(D).parentsOnlyFrom(4);
        ParentSets found = new BestOrder(scores(2, known)).search(known.targets());
        assertEquals(0, found.count(4) + found.count(5));
        EdgeKnowledge tiers = GivenEdges.among(D).tiers(0, 0, 0, 1, 1, 1).known();
        ParentSets tiered = new BestOrder(scores(2, tiers)).search(tiers.targets());
        for (int early = 0; early < 3; early++) {
            for (int late = 3; late < D; late++) {
                assertEquals(-1, tiered.positionOf(early, late));
            }
        }
    }
}
