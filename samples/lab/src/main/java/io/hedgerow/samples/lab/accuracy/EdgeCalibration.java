// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.accuracy;

import io.hedgerow.core.graph.WeightMatrix;
import java.util.ArrayList;
import java.util.List;

/**
 * Measures the calibration of probabilities of edges: the predicted share beside the observed one, in bins [0, .02),
 * [.02, .1), [.1, .3), [.3, .5), [.5, .7), [.7, .9), [.9, .98) and [.98, 1]. Calibrations of several data sets add up.
 *
 * <p>P[i, j]: the probability of i → j. Adjacency, of every pair i &lt; j: predicted is P[i, j] + P[j, i], and it is so
 * when the truth joins i and j. Direction, of pairs that the truth joins and with P[i, j] + P[j, i] ≥ .02: predicted is
 * the larger of both over their sum, so at least ½, and it is so when the truth has that direction.
 *
 * <p>Error (expected calibration error): Σ_b n_b |predicted_b − observed_b| / Σ_b n_b over the bins from .02 on, with
 * the means of a bin and its count n_b. Pairs below are most of all, and are right without saying anything.
 *
 * <p>O(d²). Immutable. Not private: it needs the truth.
 *
 * @param adjacency eight bins, from low to high
 * @param direction eight bins; those below ½ are empty
 */
public record EdgeCalibration(List<Bin> adjacency, List<Bin> direction) {

    private static final List<Double> BOUNDS = List.of(0.0, 0.02, 0.1, 0.3, 0.5, 0.7, 0.9, 0.98, 1.0);
    private static final double LEAST = 0.02;
    /** Sums of probabilities may leave 1 by rounding. */
    private static final double ROUNDING = 1e-9;

    public EdgeCalibration {
        adjacency = List.copyOf(adjacency);
        direction = List.copyOf(direction);
    }

    /**
     * Predictions of nearly the same probability.
     *
     * @param from least probability
     * @param to greatest, exclusive except for 1
     * @param expected sum of their probabilities
     * @param happened number of true events
     */
    public record Bin(double from, double to, long count, double expected, long happened) {

        public double predicted() {
            return expected / count;
        }

        public double observed() {
            return (double) happened / count;
        }

        private Bin plus(Bin other) {
            return new Bin(from, to, count + other.count, expected + other.expected, happened + other.happened);
        }
    }

    /** The calibration of P: [d, d], each from 0 to 1, and so both of a pair together, by an acyclic truth. */
    public static EdgeCalibration of(WeightMatrix probabilities, WeightMatrix truth) {
        if (probabilities.variables() != truth.variables()) {
            throw new IllegalArgumentException("probabilities must be of the " + truth.variables()
                    + " variables of the truth, are of " + probabilities.variables());
        }
        List<Bin> adjacency = new ArrayList<>(empty());
        List<Bin> direction = new ArrayList<>(empty());
        for (int i = 0; i < truth.variables(); i++) {
            for (int j = i + 1; j < truth.variables(); j++) {
                double forth = probabilities.get(i, j);
                double back = probabilities.get(j, i);
                double joined = forth + back;
                if (!(forth >= 0 && back >= 0 && joined <= 1 + ROUNDING)) {
                    throw new IllegalArgumentException("probabilities of a pair must be >= 0 and at most 1 together,"
                            + " were " + forth + " and " + back);
                }
                add(adjacency, Math.min(1, joined), truth.hasEdge(i, j) || truth.hasEdge(j, i));
                if (joined >= LEAST && (truth.hasEdge(i, j) || truth.hasEdge(j, i))) {
                    boolean forwards = forth >= back;
                    add(direction, Math.max(forth, back) / joined, forwards == truth.hasEdge(i, j));
                }
            }
        }
        return new EdgeCalibration(adjacency, direction);
    }

    private static List<Bin> empty() {
        List<Bin> bins = new ArrayList<>();
        for (int b = 1; b < BOUNDS.size(); b++) {
            bins.add(new Bin(BOUNDS.get(b - 1), BOUNDS.get(b), 0, 0, 0));
        }
        return bins;
    }

    private static void add(List<Bin> bins, double probability, boolean happened) {
        int b = bins.size() - 1;
        while (probability < bins.get(b).from()) {
            b--;
        }
        Bin bin = bins.get(b);
        bins.set(b, bin.plus(new Bin(bin.from(), bin.to(), 1, probability, happened ? 1 : 0)));
    }

    /** The calibration of several data sets of one method together. */
    public EdgeCalibration plus(EdgeCalibration other) {
        return new EdgeCalibration(sum(adjacency, other.adjacency), sum(direction, other.direction));
    }

    private static List<Bin> sum(List<Bin> first, List<Bin> second) {
        List<Bin> sum = new ArrayList<>();
        for (int b = 0; b < first.size(); b++) {
            sum.add(first.get(b).plus(second.get(b)));
        }
        return sum;
    }

    /** The error of adjacencies, from 0 to 1; NaN when no pair has a probability of .02 or more. */
    public double adjacencyError() {
        return error(adjacency);
    }

    /** The error of directions, from 0 to 1; NaN without a direction to judge. */
    public double directionError() {
        return error(direction);
    }

    /** The share of joined pairs among those of .98 and more; NaN when there are none. */
    public double certainRight() {
        return adjacency.get(adjacency.size() - 1).observed();
    }

    private static double error(List<Bin> bins) {
        double sum = 0;
        long count = 0;
        for (Bin bin : bins) {
            if (bin.from() >= LEAST && bin.count() > 0) {
                sum += Math.abs(bin.expected() - bin.happened());
                count += bin.count();
            }
        }
        return sum / count;
    }
}
