// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.climb;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hedgerow.core.internal.random.SearchRandom;
import io.hedgerow.core.internal.search.chain.OrderChain;
import io.hedgerow.core.internal.search.graph.EdgeKnowledge;
import io.hedgerow.core.internal.search.graph.ParentSets;
import io.hedgerow.core.internal.search.score.DirectScore;
import io.hedgerow.core.internal.search.score.GraphScore;
import io.hedgerow.core.internal.search.score.LocalScores;
import io.hedgerow.core.internal.simulation.model.ErdosRenyi;
import io.hedgerow.core.internal.simulation.model.LinearSem;
import io.hedgerow.core.internal.simulation.model.Noise;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class StructureScoreProperties {

    private static double total(int d, LocalScores scores, int[] order, boolean[] edge) {
        double sum = 0;
        for (int at = 0; at < d; at++) {
            int[] parents = new int[d];
            int count = 0;
            for (int before = 0; before < at; before++) {
                if (edge[order[before] * d + order[at]]) {
                    parents[count++] = order[before];
                }
            }
            sum += scores.of(order[at], parents, count);
        }
        return sum;
    }

    private static LocalScores scores(GraphScore score, int d, double[] s) {
        return new LocalScores(EdgeKnowledge.none(d), score.of(d, s, 250, false), new double[d * d]);
    }

    private static double[] covariance(int d, int seed) {
        return LinearSem.of(new ErdosRenyi(d, d - 1).generate(seed), Noise.GAUSSIAN)
                .covariance();
    }

    /** All complete graphs are one class, so a score must give every order the same. */
    @Property(tries = 120)
    void completeGraphs_haveOneScore_inEveryOrder(
            @ForAll GraphScore score, @ForAll @IntRange(min = 2, max = 7) int d, @ForAll int seed) {
        LocalScores scores = scores(score, d, covariance(d, seed & 0xffff));
        boolean[] complete = new boolean[d * d];
        Arrays.fill(complete, true);
        SearchRandom random = new SearchRandom(seed);
        double first = total(d, scores, OrderChain.randomOrder(d, random), complete);
        double second = total(d, scores, OrderChain.randomOrder(d, random), complete);
        // both are sums of the same determinants in another order
        assertEquals(first, second, 1e-7 * Math.abs(first));
    }

    /** Schwarz 1978: −(n ln r + c ln n) / 2. */
    @Property(tries = 60)
    void bic_isItsFormula(@ForAll @IntRange(min = 2, max = 7) int d, @ForAll int seed) {
        double[] s = covariance(d, seed & 0xffff);
        List<Integer> parents = IntStream.range(1, d).boxed().toList();
        double residual = DirectScore.residualVariance(d, s, parents, 0) / s[0];
        double expected = -(250 * Math.log(residual) + parents.size() * Math.log(250)) / 2;
        int[] all = IntStream.range(1, d).toArray();
        // the same elimination of correlations instead of covariances
        assertEquals(expected, scores(GraphScore.BIC, d, s).of(0, all, d - 1), 1e-7 * Math.abs(expected));
    }

    @Property(tries = 120)
    void walk_throughTheClass_leavesTheScore(
            @ForAll GraphScore score, @ForAll @IntRange(min = 3, max = 8) int d, @ForAll int seed) {
        LocalScores scores = scores(score, d, covariance(d, seed & 0xffff));
        GraphClimb climb = new GraphClimb(scores, ParentSets.empty(d));
        SearchRandom random = new SearchRandom(seed);
        climb.kick(random, 12);
        double before = climb.score();
        climb.walk(random, 20);
        assertEquals(before, climb.score(), 1e-7 * Math.abs(before));
    }

    @Property(tries = 80)
    void score_doesNotKnowUnits(@ForAll GraphScore score, @ForAll @IntRange(min = 2, max = 6) int d, @ForAll int seed) {
        double[] s = covariance(d, seed & 0xffff);
        double[] other = s.clone();
        Random random = new Random(seed);
        double[] unit = random.doubles(d, 1e-3, 1e3).toArray();
        for (int k = 0; k < s.length; k++) {
            other[k] *= unit[k / d] * unit[k % d];
        }
        int[] parents = {1};
        assertEquals(
                scores(score, d, s).of(0, parents, 1), scores(score, d, other).of(0, parents, 1), 1e-7);
    }
}
