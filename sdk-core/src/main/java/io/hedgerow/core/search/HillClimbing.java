package io.hedgerow.core.search;

import io.hedgerow.core.graph.WeightMatrix;

/**
 * Finds a directed acyclic graph whose score no single addition, deletion or reversal of an edge improves. Starts at the
 * graph without edges, takes the best move each time, and needs nothing but one second-moment matrix.
 *
 * <p>Restarts (iterated local search): from the best graph so far a number of random edges are reversed and the climb is
 * repeated; the result is kept when it is better. They help when the matrix is precise, where what is wrong with a climb
 * is the local optimum; on a very noisy private matrix they fit the noise and are better left out.
 *
 * <p>Symbols: S: [d, d], S = XᵀX / n or a covariance matrix, possibly with noise added and then not positive definite: a
 * candidate whose pivot is not positive is never made a parent. W: [d, d], W[i, j] ≠ 0 ⇔ i → j.
 *
 * <p>Deterministic: the same input, options and seed give the same result; ties go to the smaller index. Immutable and
 * thread-safe. Cost: O(d²) to start, then per move O(d k + edges) for k parents and O(d² / 64) to stay acyclic; memory
 * O(d²). Not private: run it on what may be seen.
 */
public final class HillClimbing {

    /** Most parents that a variable may have, unless said otherwise. */
    public static final int DEFAULT_MAX_PARENTS = 8;

    private final int maxParents;
    private final int restarts;
    private final int reversals;
    private final long seed;

    private HillClimbing(int maxParents, int restarts, int reversals, long seed) {
        if (maxParents < 1) {
            throw new IllegalArgumentException("maxParents must be >= 1, was " + maxParents);
        }
        if (restarts < 0) {
            throw new IllegalArgumentException("restarts must be >= 0, was " + restarts);
        }
        if (reversals < 1) {
            throw new IllegalArgumentException("reversals must be >= 1, was " + reversals);
        }
        this.maxParents = maxParents;
        this.restarts = restarts;
        this.reversals = reversals;
        this.seed = seed;
    }

    /**
     * One climb, at most {@value #DEFAULT_MAX_PARENTS} parents.
     *
     * @return the search
     */
    public static HillClimbing once() {
        return new HillClimbing(DEFAULT_MAX_PARENTS, 0, 1, 0);
    }

    /**
     * The same search with another bound on parents.
     *
     * @param limit at least 1
     * @return a new search
     */
    public HillClimbing withMaxParents(int limit) {
        return new HillClimbing(limit, restarts, reversals, seed);
    }

    /**
     * The same search with restarts.
     *
     * @param count how many; at least 0
     * @param reversalsEach edges reversed at random before each; at least 1
     * @param randomSeed fixes which edges
     * @return a new search
     */
    public HillClimbing withRestarts(int count, int reversalsEach, long randomSeed) {
        return new HillClimbing(maxParents, count, reversalsEach, randomSeed);
    }

    /**
     * Searches.
     *
     * @param variables d; at least 1
     * @param secondMoment S: [d, d] row by row, finite and symmetric; not modified
     * @param score what to minimise
     * @return the best graph found
     * @throws IllegalArgumentException when S has the wrong shape, is not finite or not symmetric
     */
    public SearchResult search(int variables, double[] secondMoment, DecomposableScore score) {
        SecondMoments.require(variables, secondMoment);
        Climber climber = new Climber(variables, secondMoment, score, maxParents);
        climber.climb();
        ParentSets best = climber.parents().copy();
        double bestScore = climber.score();
        EdgeShaker shaker = new EdgeShaker(seed);
        int improvements = 0;
        for (int restart = 0; restart < restarts; restart++) {
            shaker.shake(climber, reversals);
            climber.climb();
            double found = climber.score();
            // A lead within round-off is no lead: it would let equal graphs replace each other.
            if (found < bestScore - 1e-12 * Math.abs(bestScore)) {
                bestScore = found;
                best = climber.parents().copy();
                improvements++;
            } else {
                climber.moveTo(best);
            }
        }
        WeightMatrix network = ParentFit.weights(variables, secondMoment, best);
        return new SearchResult(network, bestScore, climber.moves(), restarts, improvements);
    }
}
