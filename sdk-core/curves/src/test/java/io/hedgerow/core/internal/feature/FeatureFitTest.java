// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.feature;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.feature.moments.FeatureMap;
import io.hedgerow.core.internal.feature.moments.FeatureMoments;
import io.hedgerow.core.internal.feature.moments.FeatureRows;
import io.hedgerow.core.internal.feature.moments.Marginal;
import io.hedgerow.core.internal.feature.search.FeaturePrior;
import io.hedgerow.core.internal.feature.search.FeatureScores;
import io.hedgerow.core.internal.feature.search.FeatureSearch;
import io.hedgerow.core.internal.random.SearchRandom;
import io.hedgerow.core.internal.search.graph.EdgeKnowledge;
import io.hedgerow.core.internal.search.graph.ParentSets;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Q is about 1 where rows come from the model, and large where they do not; seeds are fixed. */
class FeatureFitTest {

    private static final int ROWS = 2000;

    private static FeatureFit fit(double[][] rows, double[][] graph) {
        int d = graph.length;
        FeatureMap map = FeatureRows.map(rows);
        FeatureMoments moments = FeatureRows.moments(map, rows);
        FeatureScores scores = new FeatureScores(moments, EdgeKnowledge.none(d), rows.length, 0, FeaturePrior.EXACT);
        return new FeatureFit(
                moments,
                new FeatureSearch.Best(ParentSets.of(WeightMatrix.of(graph), d), scores, 0, 0),
                new SearchRandom(4));
    }

    /** x₂ = sin 2 x₁ + noise, x₃ = x₂ + noise. */
    private static double[][] bent() {
        return FeatureRows.of(ROWS, 11, 0.6, row -> Math.sin(2 * row[0]), row -> row[1]);
    }

    @Test
    void ofTheRightNetwork_everyQIsSmall() {
        FeatureFit fit = fit(bent(), new double[][] {{0, 1, 0}, {0, 0, 1}, {0, 0, 0}});
        assertTrue(fit.unexplained() < 3, "largest between two " + fit.unexplained());
        for (int j = 0; j < 3; j++) {
            assertTrue(fit.own(j) < 4, "own " + fit.own(j));
        }
        assertEquals(fit.between(0, 2), fit.between(2, 0));
    }

    @Test
    void withoutAnEdge_itsPairIsUnexplained() {
        FeatureFit fit = fit(bent(), new double[][] {{0, 0, 0}, {0, 0, 1}, {0, 0, 0}});
        assertTrue(fit.between(0, 1) > 10, "of the lost edge " + fit.between(0, 1));
        assertTrue(fit.between(1, 2) < 3, "of the edge that is there " + fit.between(1, 2));
        assertEquals(fit.between(0, 1), fit.unexplained());
    }

    /** Exponential noise of variance 1, which a normal one of the same variance is drawn for. */
    @Test
    void noiseThatIsNotNormal_isSeenAtItsVariable() {
        double[][] rows = FeatureRows.of(ROWS, 12, 0, row -> row[0]);
        SplittableRandom random = new SplittableRandom(13);
        for (double[] row : rows) {
            row[1] += -Math.log(1 - random.nextDouble()) - 1;
        }
        FeatureFit fit = fit(rows, new double[][] {{0, 1}, {0, 0}});
        assertTrue(fit.own(1) > 4, "own " + fit.own(1));
        assertTrue(fit.own(0) < 4, "drawn from its histogram " + fit.own(0));
        assertTrue(fit.normality().failed());
    }

    /** A column of two values is named; one that varies less than its bins can show, and one of three, are not. */
    @Test
    void columnsOfTwoValues_areNamed() {
        double[] two = new double[Marginal.BINS];
        two[Marginal.bin(-1)] = 5;
        two[Marginal.bin(1)] = 5;
        double[] three = two.clone();
        three[Marginal.bin(0)] = 1;
        double[] one = new double[Marginal.BINS];
        one[Marginal.bin(0)] = 9;
        FeatureMap map = new FeatureMap(
                Arrays.asList(Marginal.of(0, 1, two), Marginal.of(0, 1, three), Marginal.of(0, 1, one)),
                4,
                new int[0][]);
        List<String> notes = FeatureFinding.ofTwoValues(VariableSchema.of("sex", "ward", "still"), map, 1);
        assertEquals(1, notes.size());
        assertTrue(
                notes.get(0).startsWith("as far as histograms tell, no more than two values have sex: "), notes.get(0));
    }
}
