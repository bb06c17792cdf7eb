// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.feature.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.hedgerow.core.internal.feature.moments.FeatureMap;
import io.hedgerow.core.internal.feature.moments.FeatureMoments;
import io.hedgerow.core.internal.feature.moments.Marginal;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class FeaturePriorTest {

    private static final int WIDTH = 3;

    /** G of a cause and a target, three columns each, and their regressions on the cause under a prior. */
    private static FeatureFamily family(FeaturePrior prior) {
        double[] counts = new double[Marginal.BINS];
        Arrays.fill(counts, 1);
        Marginal any = Marginal.of(0, 1, counts);
        double[] covariance = {
            0.9, 0.8, 0.1, 0.5, 0.2, 0.0,
            0.8, 1.2, 0.0, 0.4, 0.1, 0.0,
            0.1, 0.0, 1.1, 0.3, 0.0, 0.2,
            0.5, 0.4, 0.3, 1.0, 0.8, 0.1,
            0.2, 0.1, 0.0, 0.8, 1.0, 0.0,
            0.0, 0.0, 0.2, 0.1, 0.0, 1.0
        };
        FeatureMap map = new FeatureMap(List.of(any, any), WIDTH, new int[0][]);
        FeatureFamily family = new FeatureFamily(new FeatureMoments(map, 50, new double[6], covariance), 50, prior);
        family.take(1, new int[] {0}, 1);
        family.clear();
        family.extend(0, family.columns(), 2);
        return family;
    }

    @Test
    void price_isOfLogarithms_andAtLeastOfEachRow() {
        FeaturePrior prior = new FeaturePrior(true, false, 3, 0.01);
        assertEquals(1.5 * Math.log(100), prior.ofEdge(100), 1e-12);
        assertEquals(100, prior.ofEdge(10_000), 1e-12);
        assertThrows(IllegalArgumentException.class, () -> new FeaturePrior(true, false, Double.NaN, 0));
        assertThrows(IllegalArgumentException.class, () -> new FeaturePrior(true, false, 1, -1));
    }

    /** Without lines the columns are 1 and 2, uncorrelated here: r = v − Σ c_a² / (G_aa + g_a / (n τ)), g_a = 1. */
    @Test
    void withoutLines_cosinesAreTheRegressors_withUnitVariance() {
        FeatureFamily family = family(new FeaturePrior(false, true, 1, 0));
        assertEquals(0, family.lines());
        assertEquals(2, family.singles());
        assertEquals(1, family.column(0));
        double ridge = 1 / 100.0;
        assertEquals(1 - 0.16 / (1.2 + ridge) - 0.09 / (1.1 + ridge), family.residual(), 1e-12);
        assertEquals(Math.log((1.2 + ridge) / ridge * (1.1 + ridge) / ridge), family.complexity(), 1e-9);
    }

    /** With g_a = G_aa the ridge of a column grows with it: r = v − Σ c_a² / (G_aa (1 + 1 / (n τ))). */
    @Test
    void ownVariance_scalesTheRidge() {
        FeatureFamily family = family(new FeaturePrior(false, false, 1, 0));
        assertEquals(1 - (0.16 / 1.2 + 0.09 / 1.1) / 1.01, family.residual(), 1e-12);
    }

    @Test
    void withLines_standardisedValuesComeFirst() {
        FeatureFamily family = family(FeaturePrior.EXACT);
        assertEquals(1, family.lines());
        assertEquals(3, family.singles());
        assertEquals(0, family.column(0));
    }
}
