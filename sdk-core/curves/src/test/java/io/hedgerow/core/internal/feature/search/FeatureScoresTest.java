// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.feature.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.internal.feature.moments.FeatureMap;
import io.hedgerow.core.internal.feature.moments.FeatureMoments;
import io.hedgerow.core.internal.feature.moments.FeatureRows;
import io.hedgerow.core.internal.search.graph.EdgeKnowledge;
import io.hedgerow.core.search.KnownEdges;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FeatureScoresTest {

    private static final double ROWS = 400;
    private static final double PRICE = 3;

    private final double[][] rows = FeatureRows.three((int) ROWS);
    private final FeatureMap map = FeatureRows.map(rows, new int[] {0, 1});
    private final FeatureMoments moments = FeatureRows.moments(map, rows);

    private FeatureScores scores(EdgeKnowledge knowledge, double noise) {
        return new FeatureScores(
                moments, knowledge, ROWS, noise, new FeaturePrior(true, false, 2 * PRICE / Math.log(ROWS), 0));
    }

    /** Of lines, of curves, with simple products and with all, at every prior variance of the grid. */
    private double best(ToDoubleFunction<FeatureRows.Dense> value) {
        int[] lines = {0, 4};
        int[] curves = {0, 4, 1, 2, 3, 5, 6, 7};
        int[] simple = {0, 4, 1, 2, 3, 5, 6, 7, 12, 13, 14};
        int[] all =
                IntStream.concat(IntStream.of(curves), IntStream.range(12, 21)).toArray();
        double best = Double.NEGATIVE_INFINITY;
        for (double tau : new double[] {0.1, 1, 10, 100}) {
            for (int[] columns : List.of(lines, curves)) {
                best = Math.max(best, value.applyAsDouble(FeatureRows.Dense.of(moments, 2, columns, ROWS, tau, 1)));
            }
            for (double pairTau : new double[] {0.1, 1, 10}) {
                best = Math.max(
                        best, value.applyAsDouble(FeatureRows.Dense.of(moments, 2, simple, ROWS, tau, pairTau)));
                for (double other = 0.1; other <= pairTau; other *= 10) {
                    best = Math.max(
                            best,
                            value.applyAsDouble(FeatureRows.Dense.of(moments, 2, all, ROWS, tau, pairTau, other)));
                }
            }
        }
        return best;
    }

    /** −(n ln r + complexity) / 2 less the price of two edges; tolerance: n times the rounding of r. */
    @Test
    void of_withAVarianceOfItsOwn_isTheBestEvidence() {
        FeatureScores scores = scores(EdgeKnowledge.none(3), 0);
        double expected = best(fit -> -(ROWS * Math.log(fit.residual()) + fit.complexity()) / 2);
        assertEquals(expected - 2 * PRICE, scores.of(2, new int[] {0, 1}, 2), 1e-6);
        assertEquals(-ROWS * Math.log(moments.covariance(8, 8)) / 2, scores.of(2, new int[0], 0), 1e-9);
    }

    /** −(n r s² / σ² + complexity) / 2, s the deviation of the target. */
    @Test
    void of_withACommonVariance_isTheBestEvidence() {
        double noise = 0.3;
        double unit = map.marginal(2).deviation();
        FeatureScores scores = scores(EdgeKnowledge.none(3), noise);
        double expected = best(fit -> -(ROWS * fit.residual() * unit * unit / noise + fit.complexity()) / 2);
        assertEquals(expected - 2 * PRICE, scores.of(2, new int[] {0, 1}, 2), 1e-6);
        assertNotEquals(
                scores.of(2, new int[] {0, 1}, 2),
                scores(EdgeKnowledge.none(3), 0).of(2, new int[] {0, 1}, 2));
    }

    @Test
    void of_doesNotDependOnTheOrderOfParents() {
        assertEquals(
                scores(EdgeKnowledge.none(3), 0).of(2, new int[] {0, 1}, 2),
                scores(EdgeKnowledge.none(3), 0).of(2, new int[] {1, 0}, 2));
    }

    @Test
    void of_whatKnowledgeExcludes_isNoGraph() {
        VariableSchema schema = VariableSchema.numbered(3);
        KnownEdges known = KnownEdges.of(List.of("x1->x3"), List.of("x2->x3"), List.of());
        FeatureScores scores = scores(EdgeKnowledge.of(known, schema), 0);
        assertEquals(Double.NEGATIVE_INFINITY, scores.of(2, new int[] {0, 1}, 2), "forbidden");
        assertEquals(Double.NEGATIVE_INFINITY, scores.of(2, new int[0], 0), "without what is required");
        assertEquals(scores(EdgeKnowledge.none(3), 0).of(2, new int[] {0}, 1), scores.of(2, new int[] {0}, 1));
    }

    @Test
    void toggled_isOfEachSetWithOneMoreOrLess() {
        FeatureScores scores = scores(EdgeKnowledge.none(3), 0);
        double[] out = new double[3];
        scores.toggled(2, new int[] {1}, 1, out);
        assertEquals(scores.of(2, new int[] {0, 1}, 2), out[0]);
        assertEquals(scores.of(2, new int[0], 0), out[1]);
        assertEquals(Double.NEGATIVE_INFINITY, out[2]);
    }

    /** x₃ is a product with noise of variance 0.25; the pair must be in, and what is left is the noise. */
    @Test
    void fitted_keepsTheColumnsOfTheBest() {
        FeatureFamily fitted = scores(EdgeKnowledge.none(3), 0).fitted(2, new int[] {0, 1});
        assertEquals(17, fitted.in());
        double unit = map.marginal(2).deviation();
        double left = fitted.residual() * unit * unit;
        // 0.25 and what a product of bounded columns cannot follow; without the pair it is above 1
        assertEquals(0.5, left, 0.4);
        FeatureFamily line = scores(EdgeKnowledge.none(3), 0).fitted(0, new int[0]);
        assertEquals(0, line.in());
    }
}
