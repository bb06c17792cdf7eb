// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.block;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.search.graph.EdgeKnowledge;
import io.hedgerow.core.internal.search.graph.GivenEdges;
import io.hedgerow.core.internal.search.graph.ParentSets;
import io.hedgerow.core.internal.search.posterior.GraphSearch;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Searches by evidence of any sets, with four variables, against all 543 graphs. */
class EdgeShareTest {

    private static final int D = 4;

    /** Whatever a function of sets is, it is an evidence; here without any meaning, of some nats. */
    private static SetScore random(long seed, double size) {
        double[] of = new double[1 << D];
        SplittableRandom random = new SplittableRandom(seed);
        for (int mask = 1; mask < of.length; mask++) {
            of[mask] = size * random.nextGaussian();
        }
        return set -> of[Arrays.stream(set).map(v -> 1 << v).sum()];
    }

    private static List<ParentSets> allGraphs() {
        List<ParentSets> all = new ArrayList<>();
        for (int code = 0; code < 1 << (D * (D - 1)); code++) {
            ParentSets graph = ParentSets.empty(D);
            int bit = 0;
            boolean[] edge = new boolean[D * D];
            for (int i = 0; i < D; i++) {
                for (int j = 0; j < D; j++) {
                    if (i != j && (code >> bit++ & 1) == 1) {
                        edge[i * D + j] = true;
                        graph.add(j, i);
                    }
                }
            }
            if (isAcyclic(edge)) {
                all.add(graph);
            }
        }
        assertEquals(543, all.size());
        return all;
    }

    private static boolean isAcyclic(boolean[] edge) {
        boolean[] gone = new boolean[D];
        for (int step = 0; step < D; step++) {
            for (int j = 0; j < D; j++) {
                boolean source = !gone[j];
                for (int i = 0; i < D; i++) {
                    source &= gone[i] || !edge[i * D + j];
                }
                gone[j] |= source;
            }
        }
        return gone[0] && gone[1] && gone[2] && gone[3];
    }

    private static double of(SetScores scores, ParentSets graph) {
        double sum = 0;
        for (int j = 0; j < D; j++) {
            int[] parents = new int[graph.count(j)];
            for (int p = 0; p < parents.length; p++) {
                parents[p] = graph.parent(j, p);
            }
            sum += scores.of(j, parents, parents.length);
        }
        return sum;
    }

    private static boolean agrees(EdgeKnowledge knowledge, ParentSets graph) {
        for (int i = 0; i < D; i++) {
            for (int j = 0; j < D; j++) {
                boolean has = graph.positionOf(j, i) >= 0;
                if (i != j && (has ? !knowledge.allows(i, j) : knowledge.requires(i, j))) {
                    return false;
                }
            }
        }
        return true;
    }

    private static double odds(int edges) {
        double share = (edges + 1) / 8.0;
        return Math.log(share / (1 - share));
    }

    /** A fixed point: with the share of its own edges, no graph is better than the one that was found. */
    @Test
    void search_findsTheBestOfAllGraphs_withTheShareOfItsEdges() {
        EdgeKnowledge none = EdgeKnowledge.none(D);
        EdgeKnowledge some = GivenEdges.among(D).required(2, 0).forbidden(1, 3).known();
        List<ParentSets> all = allGraphs();
        int settled = 0;
        for (long seed = 1; seed <= 40; seed++) {
            EdgeKnowledge knowledge = seed % 2 == 0 ? none : some;
            SetScore evidence = random(seed, 3);
            GraphSearch<SetScores> search = EdgeShare.search(knowledge, SetScores.of(knowledge, evidence, 0), seed);
            ParentSets best = search.search();
            assertTrue(agrees(knowledge, best), "seed " + seed);
            SetScores last = search.scores();
            int free = best.edgeCount() - knowledge.requiredParents().edgeCount();
            double byHand = of(SetScores.of(knowledge, evidence, 0), best) + free * odds(best.edgeCount());
            assertEquals(byHand, of(last, best), 1e-9, "the share of its own edges");
            ParentSets optimum = best;
            for (ParentSets graph : all) {
                if (agrees(knowledge, graph) && of(last, graph) > of(last, optimum)) {
                    optimum = graph;
                }
            }
            // the share may move once more after the last climb, and then another graph can be ahead of it
            settled += of(last, optimum) - of(last, best) < 1e-9 ? 1 : 0;
        }
        assertTrue(settled >= 36, settled + " of 40");
    }

    /** The orders of the variables in which parents come first. */
    private static int orders(ParentSets graph, int taken) {
        if (taken == (1 << D) - 1) {
            return 1;
        }
        int count = 0;
        for (int j = 0; j < D; j++) {
            boolean next = (taken >> j & 1) == 0;
            for (int p = 0; p < graph.count(j); p++) {
                next &= (taken >> graph.parent(j, p) & 1) == 1;
            }
            count += next ? orders(graph, taken | 1 << j) : 0;
        }
        return count;
    }

    /**
     * Exact probabilities: sums over all graphs, each by its evidence and the odds of its edges, once for each of its
     * orders, as orders are what is equally probable beforehand (Friedman and Koller 2003).
     */
    @Test
    void probabilities_areThoseOfAllGraphs() {
        List<ParentSets> all = allGraphs();
        for (long seed = 1; seed <= 4; seed++) {
            GraphSearch<SetScores> search = EdgeShare.search(
                    EdgeKnowledge.none(D), SetScores.of(EdgeKnowledge.none(D), random(seed, 1.5), 0), seed);
            search.search();
            double[] near = new double[D * D];
            Arrays.fill(near, 0.5);
            WeightMatrix found = GraphSearch.sample(search, near, 100).edges();
            double[] exact = new double[D * D];
            double total = 0;
            for (ParentSets graph : all) {
                double weight = orders(graph, 0) * Math.exp(of(search.scores(), graph));
                total += weight;
                for (int k = 0; k < D * D; k++) {
                    exact[k] += graph.positionOf(k % D, k / D) >= 0 ? weight : 0;
                }
            }
            for (int i = 0; i < D; i++) {
                for (int j = 0; j < D; j++) {
                    assertEquals(exact[i * D + j] / total, found.get(i, j), 0.06, seed + ": " + i + " → " + j);
                }
            }
        }
    }

    @Test
    void search_isTheSameForASeed() {
        double[][] marks = new double[2][];
        for (int time = 0; time < 2; time++) {
            GraphSearch<SetScores> search =
                    EdgeShare.search(EdgeKnowledge.none(D), SetScores.of(EdgeKnowledge.none(D), random(3, 2), 0), 17);
            search.search();
            double[] near = new double[D * D];
            Arrays.fill(near, 0.5);
            marks[time] = GraphSearch.sample(search, near, 100).edges().toRows();
        }
        assertArrayEquals(marks[0], marks[1], 0);
    }

    /** 2 ↦ all without 2 has scores; required parents are in every subset, and forbidden ones in none. */
    @Test
    void subsets_areTheSumsOfEvidenceAndOdds_ofAllParents() {
        EdgeKnowledge knowledge =
                GivenEdges.among(D).required(3, 1).forbidden(0, 1).known();
        SetScore evidence = random(6, 1);
        SetScores scores = SetScores.of(knowledge, evidence, -0.7);
        double[] of = scores.ofSubsets(1, new int[] {2, 0});
        assertEquals(evidence.of(new int[] {1, 3}) - evidence.of(new int[] {3}), of[0], 1e-12);
        assertEquals(evidence.of(new int[] {1, 2, 3}) - evidence.of(new int[] {2, 3}) - 0.7, of[1], 1e-12);
        assertEquals(Double.NEGATIVE_INFINITY, of[2]);
        assertEquals(Double.NEGATIVE_INFINITY, of[3]);
        SetScores other = scores.with(knowledge, -2);
        assertEquals(of[1] - 1.3, other.ofSubsets(1, new int[] {2, 0})[1], 1e-12);
        assertEquals(of[1], scores.ofSubsets(1, new int[] {2, 0})[1], 0, "the first one is as it was");
    }
}
