// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.feature.search;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.feature.moments.FeatureMap;
import io.hedgerow.core.internal.feature.moments.FeatureRows;
import io.hedgerow.core.internal.search.graph.EdgeKnowledge;
import io.hedgerow.core.internal.search.graph.ParentSets;
import org.junit.jupiter.api.Test;

/** Four variables: x₁, its square, x₁ x₂ with noise, and a line in x₃. */
class PairChoiceTest {

    private final double[][] rows =
            FeatureRows.of(300, 5, 0.5, row -> row[0] * row[0], row -> row[0] * row[1], row -> row[2]);
    private final FeatureMap map = FeatureRows.map(rows);
    private final FeatureScores scores = new FeatureScores(
            FeatureRows.moments(map, rows), EdgeKnowledge.none(4), rows.length, 0, FeaturePrior.EXACT);
    private final ParentSets graph =
            ParentSets.of(WeightMatrix.of(new double[][] {{0, 0, 0, 0}, {0, 0, 0, 1}, {0, 0, 0, 1}, {0, 0, 0, 0}}), 4);

    @Test
    void parentsOfOneVariable_comeFirst() {
        assertArrayEquals(new int[][] {{1, 2}}, PairChoice.choose(scores, graph, 1));
        ParentSets other = ParentSets.of(
                WeightMatrix.of(new double[][] {{0, 0, 1, 0}, {0, 0, 0, 0}, {0, 0, 0, 0}, {0, 0, 1, 0}}), 4);
        assertArrayEquals(new int[][] {{0, 3}}, PairChoice.choose(scores, other, 1));
    }

    @Test
    void withRoom_everyPairIsThereOnce_inOrder() {
        int[][] all = {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}};
        assertArrayEquals(all, PairChoice.choose(scores, graph, 99));
        assertEquals(0, PairChoice.choose(scores, graph, 0).length);
        assertEquals(4, PairChoice.choose(scores, graph, 4).length);
    }

    /** All pairs of few variables, seven for each of more, and never more than 200. */
    @Test
    void most_isLimited() {
        assertEquals(0, PairChoice.most(1));
        assertEquals(6, PairChoice.most(4));
        assertEquals(105, PairChoice.most(15));
        assertEquals(140, PairChoice.most(20));
        assertEquals(200, PairChoice.most(100));
    }
}
