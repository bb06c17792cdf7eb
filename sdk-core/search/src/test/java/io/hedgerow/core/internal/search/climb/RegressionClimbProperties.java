// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.climb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.internal.search.graph.ParentSets;
import io.hedgerow.core.internal.search.graph.Reachability;
import io.hedgerow.core.internal.search.score.DecomposableScore;
import io.hedgerow.core.internal.search.score.DirectScore;
import io.hedgerow.core.internal.search.score.EqualVarianceScore;
import io.hedgerow.core.internal.search.score.GaussianBic;
import io.hedgerow.core.internal.simulation.model.ErdosRenyi;
import io.hedgerow.core.internal.simulation.model.LinearSem;
import io.hedgerow.core.internal.simulation.model.Noise;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;

class RegressionClimbProperties {

    /** Exact moments plus symmetric noise: indefinite when the noise is large. */
    private static double[] noisy(int d, long seed, double noise) {
        double[] s = LinearSem.of(new ErdosRenyi(d, d * (d - 1) / 3).generate(seed), Noise.GAUSSIAN)
                .covariance();
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < d; i++) {
            for (int j = 0; j <= i; j++) {
                double error = noise * (2 * random.nextDouble() - 1);
                s[i * d + j] += error;
                s[j * d + i] = s[i * d + j];
            }
        }
        return s;
    }

    @Property(tries = 300, seed = "1")
    void search_onAnyMatrix_isAcyclicKeepsTheBoundAndReportsItsScore(
            @ForAll @IntRange(min = 2, max = 12) int d,
            @ForAll @IntRange(min = 1, max = 6) int maxParents,
            @ForAll @DoubleRange(min = 0, max = 3) double noise,
            @ForAll boolean restarts,
            @ForAll long seed) {
        double[] s = noisy(d, seed, noise);
        EqualVarianceScore score = EqualVarianceScore.of(0.1, 0.5);

        RegressionClimb result = restarts
                ? RegressionClimb.thorough(d, s, score, maxParents, seed)
                : RegressionClimb.ordered(d, s, score, maxParents);

        boolean[][] edge = DirectScore.edges(result.network());
        assertTrue(DirectScore.acyclic(edge));
        for (int j = 0; j < d; j++) {
            assertTrue(DirectScore.parentCount(edge, j) <= maxParents);
        }
        double direct = DirectScore.of(edge, s, score);
        // Round-off grows with the condition of the parents' block, which noise makes as bad as 1e10 at worst.
        assertEquals(direct, result.score(), 1e-5 * Math.abs(direct));
    }

    @Property(tries = 150, seed = "2")
    void search_onProperMoments_cannotBeImprovedByOneMove(
            @ForAll @IntRange(min = 2, max = 8) int d,
            @ForAll @IntRange(min = 1, max = 8) int maxParents,
            @ForAll boolean bic,
            @ForAll long seed) {
        double[] s = noisy(d, seed, 0);
        DecomposableScore score = bic ? new GaussianBic(200) : EqualVarianceScore.of(0.05, 0.5);

        RegressionClimb result = RegressionClimb.thorough(d, s, score, maxParents, seed);

        boolean[][] edge = DirectScore.edges(result.network());
        double own = DirectScore.of(edge, s, score);
        assertEquals(own, result.score(), 1e-9 * (1 + Math.abs(own)));
        DirectScore.neighbours(
                edge,
                maxParents,
                other -> assertTrue(DirectScore.of(other, s, score) > own - 1e-8 * (1 + Math.abs(own))));
    }

    @Property(seed = "3")
    void reachability_afterAnyMoves_agreesWithSearchFromScratch(
            @ForAll @IntRange(min = 2, max = 70) int d, @ForAll long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        ParentSets parents = new ParentSets(d, d);
        Reachability reachability = new Reachability(d);
        for (int move = 0; move < 2 * d; move++) {
            int from = random.nextInt(d);
            int to = random.nextInt(d);
            int position = parents.positionOf(to, from);
            if (position >= 0) {
                parents.removeAt(to, position);
                reachability.rebuild(parents);
            } else if (!reachability.closesCycle(from, to)) {
                parents.add(to, from);
                reachability.addEdge(from, to);
            }
        }
        Reachability fresh = new Reachability(d);
        fresh.rebuild(parents);
        boolean[][] closure = new boolean[d][d];
        for (int j : parents.topologicalOrder()) {
            for (int a = 0; a < parents.count(j); a++) {
                int parent = parents.parent(j, a);
                for (int i = 0; i < d; i++) {
                    closure[i][j] |= i == parent || closure[i][parent];
                }
            }
        }
        for (int i = 0; i < d; i++) {
            for (int j = 0; j < d; j++) {
                assertEquals(closure[i][j], reachability.reaches(i, j));
                assertEquals(closure[i][j], fresh.reaches(i, j));
            }
        }
    }
}
