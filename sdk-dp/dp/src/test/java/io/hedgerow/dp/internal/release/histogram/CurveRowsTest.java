// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.release.histogram;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.internal.feature.moments.FeatureMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a unit moves it by is in {@link ChargedShiftTest}. */
class CurveRowsTest {

    @Test
    void sharedNoise_isDrawnInShares() {
        CurveDesign own = FeatureFixtures.options(2, 1);
        CurveDesign shared = new CurveDesign(own.options().withNoiseSharedBy(4));
        FeatureMap map = FeatureFixtures.map(2);
        assertEquals(own.products(map).sigma() / 2, shared.products(map).sigma(), 1e-7);
    }

    /** u uᵀ with u = y / max(R, ‖y‖), y = [½, w_k φ_i[k]], w_k = 1/√k, R² = ¼ + d Σ w_k². */
    @ParameterizedTest
    @ValueSource(doubles = {0.02, 0.4, 50})
    void aRowIsItsWeightedColumns_shortenedToTheRadius(double size) {
        CurveDesign options = FeatureFixtures.options(2, 1);
        FeatureMap map = FeatureFixtures.map(2);
        double[] row = {size, -size};
        double[] columns = new double[12];
        map.expand(row, columns);
        double[] y = new double[13];
        y[0] = 0.5;
        double norm = 0.25;
        double radius = 0.25;
        for (int a = 0; a < 12; a++) {
            y[a + 1] = columns[a] / Math.sqrt(a % 6 + 1);
            norm += y[a + 1] * y[a + 1];
            radius += 1.0 / (a % 6 + 1);
        }
        assertEquals(Math.sqrt(radius), options.radius(), 1e-12);
        assertTrue((size > 1) == (norm > radius), "both branches are tried");
        double[] found = options.released(2, FeatureFixtures.exact(options, map, new double[][] {row}));
        int at = 0;
        for (int i = 0; i < 13; i++) {
            for (int j = i; j < 13; j++) {
                // rows are rounded to steps of 2⁻¹⁶ and a little shorter than 1
                assertEquals(y[i] * y[j] / Math.max(norm, radius), found[at++], 2e-4, i + " " + j);
            }
        }
    }
}
