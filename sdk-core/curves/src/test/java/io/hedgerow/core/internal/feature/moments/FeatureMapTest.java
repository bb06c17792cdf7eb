// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.feature.moments;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

/** φ_i = [z, √2 cos(π u), …, √2 cos((m − 1) π u)] and products of the first three of two variables. */
class FeatureMapTest {

    private final double[][] rows = FeatureRows.three(200);
    private final FeatureMap map = FeatureRows.map(rows, new int[] {0, 2}, new int[] {1, 2});

    /** The recurrence loses a few last digits in m − 2 steps. */
    @Test
    void expand_ofAVariable_isItsStandardisedValueAndCosinesOfItsRank() {
        double[] out = new double[map.size()];
        for (double[] row : rows) {
            map.expand(row, out);
            for (int i = 0; i < 3; i++) {
                Marginal marginal = map.marginal(i);
                assertEquals(marginal.standard(row[i]), out[i * 4]);
                for (int k = 1; k < 4; k++) {
                    assertEquals(Math.sqrt(2) * Math.cos(k * Math.PI * marginal.share(row[i])), out[i * 4 + k], 1e-14);
                }
            }
        }
    }

    /** φ_i[m − 1] = (z² − 1) / √2, of the usual width only. */
    @Test
    void expand_ofTheUsualWidth_endsWithASquare() {
        FeatureMap wide = new FeatureMap(
                List.of(map.marginal(0), map.marginal(1), map.marginal(2)), FeatureMap.USUAL_WIDTH, new int[0][]);
        double[] out = new double[wide.size()];
        for (double[] row : rows) {
            wide.expand(row, out);
            double z = wide.marginal(1).standard(row[1]);
            assertEquals((z * z - 1) / Math.sqrt(2), out[15]);
            assertEquals(Math.sqrt(2) * Math.cos(6 * Math.PI * wide.marginal(1).share(row[1])), out[14], 1e-13);
        }
    }

    /** The last column stands for the bend of a usual block, its square. */
    @Test
    void expand_ofAPair_hasProductsOfItsColumns() {
        double[] out = new double[map.size()];
        map.expand(rows[11], out);
        assertEquals(12, map.single());
        assertEquals(12 + 2 * 9, map.size());
        int[][] factors = {{0, 0}, {0, 3}, {3, 0}, {0, 1}, {1, 0}, {1, 1}, {1, 2}, {2, 1}, {2, 2}};
        for (int product = 0; product < 9; product++) {
            int a = factors[product][0];
            int b = factors[product][1];
            assertEquals(out[a] * out[8 + b], out[12 + product]);
            assertEquals(out[4 + a] * out[8 + b], out[21 + product]);
        }
    }

    /** Their squares have mean 1 over the rows the ranks are of, and their products 0, but for what a bin hides. */
    @Test
    void cosines_areNearlyOrthonormal() {
        double[][] many = FeatureRows.three(5000);
        FeatureMap own = FeatureRows.map(many);
        FeatureMoments moments = FeatureRows.moments(own, many);
        for (int k = 1; k < 4; k++) {
            for (int l = 1; l < 4; l++) {
                // a bin has up to 2.5 % of the rows
                assertEquals(k == l ? 1 : 0, moments.covariance(k, l), 0.01);
            }
        }
    }
}
