// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.truth;

import io.hedgerow.core.graph.WeightMatrix;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Compares estimated with true weights, before any threshold.
 *
 * <p>AUROC and AUPR rank the d(d−1) ordered pairs (i, j), i ≠ j, by |Ŵ[i, j]| and ask whether W[i, j] ≠ 0; the diagonal
 * is left out (paper 000 includes it, which flatters both). Equal scores are treated as one group, so ties neither help
 * nor harm. O(d² log d). Immutable. Not private.
 *
 * @param auroc area under the receiver operating characteristic: the chance that a true edge scores higher than a
 *     non-edge, a tie counting ½; NaN when the truth has no edge or every possible one
 * @param aupr area under the precision-recall curve as average precision, Σ_k (R_k − R_{k−1}) P_k over the groups of
 *     equal score; NaN when the truth has no edge
 * @param normalisedSquaredError ‖Ŵ − W‖²_F / ‖W‖²_F; when W is 0: 0 if Ŵ is 0 too, else infinite
 */
public record WeightMetrics(double auroc, double aupr, double normalisedSquaredError) {

    /**
     * Compares two weighted graphs.
     *
     * @param estimated Ŵ, best without a threshold
     * @param truth W, over the same variables
     */
    public static WeightMetrics of(WeightMatrix estimated, WeightMatrix truth) {
        if (estimated.variables() != truth.variables()) {
            throw new IllegalArgumentException("estimate and truth must have the same variables, had "
                    + estimated.variables() + " and " + truth.variables());
        }
        int d = truth.variables();
        List<Scored> pairs = new ArrayList<>(d * d);
        double error = 0;
        double norm = 0;
        for (int i = 0; i < d; i++) {
            for (int j = 0; j < d; j++) {
                if (i != j) {
                    double difference = estimated.get(i, j) - truth.get(i, j);
                    error += difference * difference;
                    norm += truth.get(i, j) * truth.get(i, j);
                    pairs.add(new Scored(Math.abs(estimated.get(i, j)), truth.hasEdge(i, j)));
                }
            }
        }
        pairs.sort(Comparator.comparingDouble(Scored::score).reversed());
        double relative = error == 0 ? 0 : error / norm;
        return ranked(pairs, truth.edgeCount(), relative);
    }

    private static WeightMetrics ranked(List<Scored> pairs, int positives, double error) {
        double negatives = pairs.size() - positives;
        double auroc = 0;
        double aupr = 0;
        int truePositives = 0;
        int falsePositives = 0;
        int at = 0;
        while (at < pairs.size()) {
            double score = pairs.get(at).score();
            int trueBefore = truePositives;
            int falseBefore = falsePositives;
            while (at < pairs.size() && pairs.get(at).score() == score) {
                if (pairs.get(at).edge()) {
                    truePositives++;
                } else {
                    falsePositives++;
                }
                at++;
            }
            // The trapezium between two points of the curve gives ties their half.
            auroc += (falsePositives - falseBefore) * (truePositives + trueBefore) / 2.0;
            aupr += (truePositives - trueBefore) * ((double) truePositives / at);
        }
        double noEdge = positives == 0 ? Double.NaN : aupr / positives;
        return new WeightMetrics(auroc / positives / negatives, noEdge, error);
    }

    private record Scored(double score, boolean edge) {}
}
