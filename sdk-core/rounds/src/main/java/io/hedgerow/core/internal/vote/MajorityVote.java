// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.vote;

import io.hedgerow.core.graph.Dag;
import io.hedgerow.core.graph.Dag.Pruned;
import io.hedgerow.core.graph.WeightMatrix;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;

/**
 * Keeps the edges that were present in more than half of the last m rounds, so that one noisy round neither adds nor
 * removes an edge. The share of rounds is the edge's vote share: it says how stable the edge was during learning, and
 * is no probability.
 *
 * <p>An edge is present in a round when |W[i, j]| ≥ threshold and W[i, j] ≠ 0. Its weight in the result is the mean
 * over the rounds of the window in which it was present, taken anew each time so that no rounding builds up; if
 * opposite signs cancel to exactly 0 the edge is left out. What remains is made acyclic by {@link Dag#strongest}.
 *
 * <p>Memory: d² counts and m sparse networks. Post-processing: as private as the networks it is given. Not thread-safe.
 */
public final class MajorityVote {

    private final int variables;
    private final int window;
    private final double threshold;
    private final int[] present;
    private final Deque<Round> rounds = new ArrayDeque<>();

    /**
     * An empty vote.
     *
     * @param variables d; at least 1
     * @param window m, how many of the last rounds vote; at least 1
     * @param threshold smallest |W[i, j]| that counts as present; finite and at least 0
     */
    public MajorityVote(int variables, int window, double threshold) {
        if (variables < 1) {
            throw new IllegalArgumentException("variables must be >= 1, was " + variables);
        }
        if (window < 1) {
            throw new IllegalArgumentException("window must be >= 1 round, was " + window);
        }
        if (!(threshold >= 0) || Double.isInfinite(threshold)) {
            throw new IllegalArgumentException("threshold must be finite and >= 0, was " + threshold);
        }
        this.variables = variables;
        this.window = window;
        this.threshold = threshold;
        this.present = new int[variables * variables];
    }

    /**
     * Adds the network of one round; the oldest leaves when more than m are held.
     *
     * @param network W of the round, d variables
     */
    public void add(WeightMatrix network) {
        if (network.variables() != variables) {
            throw new IllegalArgumentException(
                    "network must have " + variables + " variables, has " + network.variables());
        }
        if (rounds.size() == window) {
            for (int index : rounds.removeFirst().index) {
                present[index]--;
            }
        }
        Round round = Round.of(network.toRows(), threshold);
        for (int index : round.index) {
            present[index]++;
        }
        rounds.addLast(round);
    }

    /**
     * {@return the share of the voting rounds in which i → j was present, 0 to 1; 0 before the first round}
     *
     * @param from i
     * @param to j
     */
    public double frequency(int from, int to) {
        return rounds.isEmpty() ? 0 : (double) present[from * variables + to] / rounds.size();
    }

    /** {@return the vote shares of all edges: [i, j]: {@link #frequency} of i → j} */
    public WeightMatrix frequencies() {
        double[] all = new double[present.length];
        for (int i = 0; i < variables; i++) {
            for (int j = 0; j < variables; j++) {
                all[i * variables + j] = frequency(i, j);
            }
        }
        return WeightMatrix.ofRows(variables, all);
    }

    /**
     * {@return the edges with a majority, made acyclic, and those that closed a cycle}
     *
     * @throws IllegalStateException before the first round
     */
    public Pruned network() {
        if (rounds.isEmpty()) {
            throw new IllegalStateException("a vote needs at least one round, has none");
        }
        double[] mean = new double[present.length];
        for (Round round : rounds) {
            for (int k = 0; k < round.index.length; k++) {
                mean[round.index[k]] += round.weight[k];
            }
        }
        for (int k = 0; k < mean.length; k++) {
            mean[k] = 2 * present[k] > rounds.size() ? mean[k] / present[k] : 0;
        }
        return Dag.strongest(WeightMatrix.ofRows(variables, mean), 0);
    }

    /** The edges present in one round: positions in W row by row, and weights. */
    private static final class Round {

        private final int[] index;
        private final double[] weight;

        private Round(int[] index, double[] weight) {
            this.index = index;
            this.weight = weight;
        }

        static Round of(double[] entries, double threshold) {
            int[] index = new int[entries.length];
            double[] weight = new double[entries.length];
            int size = 0;
            for (int k = 0; k < entries.length; k++) {
                if (entries[k] != 0 && Math.abs(entries[k]) >= threshold) {
                    index[size] = k;
                    weight[size++] = entries[k];
                }
            }
            return new Round(Arrays.copyOf(index, size), Arrays.copyOf(weight, size));
        }
    }
}
