// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.chain;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hedgerow.core.internal.random.SearchRandom;
import io.hedgerow.core.internal.search.graph.EdgeKnowledge;
import io.hedgerow.core.internal.search.graph.ParentSets;
import io.hedgerow.core.internal.search.score.HyperParameters;
import io.hedgerow.core.internal.search.score.LocalScores;
import io.hedgerow.core.search.NoiseAssumption;
import java.util.Random;
import org.junit.jupiter.api.Test;

class StructureChainTest {

    private static final int COLUMNS = 4;
    private static final EdgeKnowledge KNOWN = EdgeKnowledge.none(COLUMNS).parentsOnlyFrom(3);

    private static LocalScores scores() {
        Random random = new Random(5);
        double[] products = new double[COLUMNS * COLUMNS];
        for (int n = 0; n < 12; n++) {
            double[] x = random.doubles(COLUMNS, -1.7, 1.7).toArray();
            x[1] += 0.6 * x[0];
            x[2] += 0.5 * x[1] - 0.7 * x[3];
            for (int k = 0; k < products.length; k++) {
                products[k] += x[k / COLUMNS] * x[k % COLUMNS] / 12;
            }
        }
        HyperParameters settings = new HyperParameters(1, 0.5, 0.4, 0.3);
        return settings.scores(KNOWN, products, 12, NoiseAssumption.EQUAL, settings.logOddsOfDirections(KNOWN));
    }

    private static boolean[] edges(int bits) {
        boolean[] edge = new boolean[COLUMNS * COLUMNS];
        int at = 0;
        for (int i = 0; i < COLUMNS; i++) {
            for (int j = 0; j < 3; j++) {
                if (i != j) {
                    edge[i * COLUMNS + j] = (bits >> at++ & 1) == 1;
                }
            }
        }
        return edge;
    }

    private static boolean acyclic(boolean[] e) {
        int n = COLUMNS;
        boolean two = (e[1] && e[n]) || (e[2] && e[2 * n]) || (e[n + 2] && e[2 * n + 1]);
        return !two && !(e[1] && e[n + 2] && e[2 * n]) && !(e[2] && e[2 * n + 1] && e[n]);
    }

    /** Frequencies of edges are those of all 25 · 8 graphs, weighted by e^score. */
    @Test
    void frequencies_areThePosterior() {
        LocalScores scores = scores();
        double[] expected = new double[COLUMNS * COLUMNS];
        double total = 0;
        for (int bits = 0; bits < 512; bits++) {
            boolean[] edge = edges(bits);
            if (!acyclic(edge)) {
                continue;
            }
            double score = 0;
            for (int j = 0; j < 3; j++) {
                int[] parents = new int[3];
                int count = 0;
                for (int i = 0; i < COLUMNS; i++) {
                    if (edge[i * COLUMNS + j]) {
                        parents[count++] = i;
                    }
                }
                score += scores.of(j, parents, count);
            }
            double weight = Math.exp(score + 20);
            total += weight;
            for (int k = 0; k < expected.length; k++) {
                expected[k] += edge[k] ? weight : 0;
            }
        }
        StructureChain chain = new StructureChain(scores, KNOWN, ParentSets.empty(COLUMNS), new SearchRandom(3));
        int steps = 200_000;
        int[] counted = {0};
        double[] seen = chain.shares(100, steps, step -> counted[0]++).toRows();
        assertEquals(steps, counted[0]);
        for (int k = 0; k < seen.length; k++) {
            // a run of some 20 dependent steps leaves 10⁴ draws: a deviation of at most 0.005, of which four
            assertEquals(expected[k] / total, seen[k], 0.02, k / COLUMNS + " -> " + k % COLUMNS);
        }
    }
}
