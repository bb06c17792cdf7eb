// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.chain;

import io.hedgerow.core.internal.random.SearchRandom;
import io.hedgerow.core.internal.search.graph.ParentSets;
import io.hedgerow.core.internal.search.score.SubsetScores;
import java.util.Arrays;

/**
 * The score of every subset of one variable's candidate parents, and for every set of candidates that come before it
 * the log of the sum over its subsets: 2^K numbers each. Required parents are in every set, and no candidates.
 */
final class OrderTable {

    /** e^−40 is negligible beside 1. */
    static final double NOTHING = -40;

    private static final double STEP = 512 * Math.log(2);
    private static final double ONE_STEP_LESS = 0x1p-512;
    private static final int LEAST = -(1 << 30);

    private final int target;
    private final int[] required;
    private final int[] candidates;
    private final int[] bits;

    private final double[] scores;
    private final double[] sums;

    OrderTable(SubsetScores local, int target, int[] candidates) {
        this.target = target;
        this.required = local.required(target);
        this.candidates = candidates;
        this.bits = new int[local.variables()];
        for (int c = 0; c < candidates.length; c++) {
            bits[candidates[c]] = 1 << c;
        }
        this.scores = local.ofSubsets(target, candidates);
        this.sums = overSubsets(scores);
    }

    private OrderTable(OrderTable other, double logOdds) {
        this.target = other.target;
        this.required = other.required;
        this.candidates = other.candidates;
        this.bits = other.bits;
        this.scores = new double[other.scores.length];
        Arrays.setAll(scores, set -> other.scores[set] + logOdds * Integer.bitCount(set));
        this.sums = overSubsets(scores);
    }

    /** The same where every parent that is not required has higher log odds. */
    OrderTable with(double logOdds) {
        return new OrderTable(this, logOdds);
    }

    /**
     * [mask]: ln Σ e^score over the subsets of the mask. Numbers are m · 2^(512 k) with 1 ≤ m &lt; 2^512, so that one
     * exponential and one logarithm for each set do; k is that of the larger summand.
     */
    static double[] overSubsets(double[] scores) {
        double[] m = new double[scores.length];
        int[] k = new int[scores.length];
        for (int set = 0; set < m.length; set++) {
            // of −∞ the least, and m = 0
            k[set] = (int) Math.max(LEAST, Math.floor(scores[set] / STEP));
            m[set] = Math.exp(scores[set] - k[set] * STEP);
        }
        for (int bit = 1; bit < m.length; bit <<= 1) {
            for (int block = 0; block < m.length; block += 2 * bit) {
                for (int without = block; without < block + bit; without++) {
                    int with = without + bit;
                    int steps = k[without] - k[with];
                    if (steps == 0) {
                        m[with] += m[without];
                    } else if (steps > 0) {
                        m[with] = m[without] + (steps == 1 ? m[with] * ONE_STEP_LESS : 0);
                        k[with] = k[without];
                    } else if (steps == -1) {
                        m[with] += m[without] * ONE_STEP_LESS;
                    }
                }
            }
        }
        for (int set = 0; set < m.length; set++) {
            m[set] = Math.log(m[set]) + k[set] * STEP;
        }
        return m;
    }

    boolean isOf(int[] others) {
        return Arrays.equals(candidates, others);
    }

    int bit(int variable) {
        return bits[variable];
    }

    /** Parents that the variable has in every graph; not to be changed. */
    int[] required() {
        return required;
    }

    /** ln Σ of the scores of all subsets. */
    double sum(int mask) {
        return sums[mask];
    }

    /** Adds to {@code out[i * d + target]} the probability of each candidate in the mask to be a parent. */
    void addProbabilities(int mask, double[] out) {
        int d = bits.length;
        for (int parent : required) {
            out[parent * d + target]++;
        }
        for (int c = 0; c < candidates.length; c++) {
            int bit = 1 << c;
            if ((mask & bit) != 0) {
                out[candidates[c] * d + target] += 1 - Math.exp(Math.min(0, sums[mask ^ bit] - sums[mask]));
            }
        }
    }

    /** Draws parents in the mask into the graph; returns their score. Likely ones come first: most draws end early. */
    double draw(int mask, SearchRandom random, ParentSets graph) {
        double left = random.nextDouble();
        int drawn = mask;
        int subset = 0;
        double best = Double.NEGATIVE_INFINITY;
        while (true) {
            double difference = scores[subset] - sums[mask];
            if (difference > best) {
                // round-off may leave something over; then the likeliest is as good a draw
                best = difference;
                drawn = subset;
            }
            if (difference > NOTHING) {
                left -= Math.exp(difference);
                if (left <= 0) {
                    drawn = subset;
                    break;
                }
            }
            if (subset == mask) {
                break;
            }
            subset = (subset - mask) & mask;
        }
        for (int parent : required) {
            graph.add(target, parent);
        }
        for (int c = 0; c < candidates.length; c++) {
            if ((drawn >> c & 1) != 0) {
                graph.add(target, candidates[c]);
            }
        }
        return scores[drawn];
    }
}
