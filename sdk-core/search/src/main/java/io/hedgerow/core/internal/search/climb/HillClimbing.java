// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.climb;

import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.random.SearchRandom;
import io.hedgerow.core.internal.search.graph.ParentSets;
import io.hedgerow.core.internal.search.regression.MomentMatrix;
import io.hedgerow.core.internal.search.regression.ParentFit;
import io.hedgerow.core.internal.search.score.DecomposableScore;

/**
 * Finds a directed acyclic graph whose score no single addition, deletion or reversal of an edge improves, from one
 * second-moment matrix. Takes the best move each time, from no edges.
 *
 * <p>Two optional ways out of local optima. A second start: a climb from a graph built along the order in which
 * conditional variances are smallest (Chen, Drton and Wang 2019), exact in the limit under equal noise variances; it
 * depends on the units of the columns even when the score does not. And restarts (iterated local search): some random
 * edges of the best graph so far are reversed and the climb is repeated. Both help when the matrix is precise; on a
 * very noisy private matrix restarts fit the noise and are better left out.
 *
 * <p>Symbols: S: [d, d], S = XᵀX / n or a covariance matrix, possibly with noise added and then not positive definite:
 * a candidate whose pivot is not positive is never made a parent. W: [d, d], W[i, j] ≠ 0 ⇔ i → j.
 *
 * <p>Deterministic for a seed; ties go to the smaller index. Immutable. Cost: O(d²) to start, then per move O(d k +
 * edges) for k parents and O(d² / 64) to stay acyclic; memory O(d²). The second start costs O(d³). Not private: run it
 * on moments that may be seen.
 */
public final class HillClimbing {

    /** The usual limit of a variable's parents. */
    public static final int DEFAULT_MAX_PARENTS = 8;

    /** Share of the edges that a restart reverses. */
    private static final double SHAKEN = 0.1;

    private static final int FEWEST_SHAKEN = 3;

    private final int maxParents;
    private final boolean secondStart;
    private final int restarts;
    private final long seed;

    private HillClimbing(int maxParents, boolean secondStart, int restarts, long seed) {
        if (maxParents < 1) {
            throw new IllegalArgumentException("maxParents must be >= 1, was " + maxParents);
        }
        if (restarts < 0) {
            throw new IllegalArgumentException("restarts must be >= 0, was " + restarts);
        }
        this.maxParents = maxParents;
        this.secondStart = secondStart;
        this.restarts = restarts;
        this.seed = seed;
    }

    public static HillClimbing once() {
        return new HillClimbing(DEFAULT_MAX_PARENTS, false, 0, 0);
    }

    public HillClimbing withMaxParents(int limit) {
        return new HillClimbing(limit, secondStart, restarts, seed);
    }

    public HillClimbing withSecondStart() {
        return new HillClimbing(maxParents, true, restarts, seed);
    }

    /** The same search with restarts, each of which reverses a tenth of the edges, but at least 3. */
    public HillClimbing withRestarts(int count, long randomSeed) {
        return new HillClimbing(maxParents, secondStart, count, randomSeed);
    }

    /** Searches for the best graph by S: [d, d] row by row, finite and symmetric. */
    public SearchResult search(int variables, double[] secondMoment, DecomposableScore score) {
        MomentMatrix.require(variables, secondMoment);
        Climber climber = new Climber(variables, secondMoment, score, maxParents);
        climber.climb();
        Best best = new Best(climber);
        if (secondStart) {
            climber.moveTo(OrderedStart.parents(variables, secondMoment, score, maxParents));
            climber.climb();
            best.keepOrReturn(climber);
        }
        EdgeShaker shaker = new EdgeShaker(seed);
        int improvements = 0;
        for (int restart = 0; restart < restarts; restart++) {
            int edges = climber.parents().edgeCount();
            shaker.shake(climber, Math.max(FEWEST_SHAKEN, (int) Math.round(SHAKEN * edges)));
            climber.climb();
            improvements += best.keepOrReturn(climber) ? 1 : 0;
        }
        WeightMatrix network = ParentFit.weights(variables, secondMoment, best.parents);
        return new SearchResult(network, best.score, restarts, improvements);
    }

    private static final class Best {
        private ParentSets parents;
        private double score;

        Best(Climber climber) {
            this.parents = climber.parents().copy();
            this.score = climber.score();
        }

        /** Keeps the climber's graph when it is better; otherwise the climber goes back to the best. */
        boolean keepOrReturn(Climber climber) {
            double found = climber.score();
            // A lead within round-off is no lead: it would let equal graphs replace each other.
            if (found < score - 1e-12 * Math.abs(score)) {
                score = found;
                parents = climber.parents().copy();
                return true;
            }
            climber.moveTo(parents);
            return false;
        }
    }

    /** Reverses random edges of a graph, keeping it acyclic. Not thread-safe. */
    private static final class EdgeShaker {

        private final SearchRandom random;

        EdgeShaker(long seed) {
            this.random = new SearchRandom(seed);
        }

        /** Reverses up to {@code count} edges; one that cannot be reversed is passed over. */
        void shake(Climber climber, int count) {
            ParentSets parents = climber.parents();
            for (int done = 0; done < count; done++) {
                int edges = parents.edgeCount();
                if (edges == 0) {
                    return;
                }
                int chosen = random.nextInt(edges);
                int target = 0;
                while (chosen >= parents.count(target)) {
                    chosen -= parents.count(target++);
                }
                int from = parents.parent(target, chosen);
                if (climber.canAdd(target, from) && climber.reversible(from, target)) {
                    climber.reverse(target, chosen);
                }
            }
        }
    }

    /** A graph that no move improves, with least-squares weights, its score, the smaller the better, and counts. */
    public record SearchResult(WeightMatrix network, double score, int restarts, int improvements) {}
}
