// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.feature.moments;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FeatureSumsTest {

    /** Σ φ and Σ (φ − m)(φ − m)ᵀ; numbers of rows about blocks of 64 and groups of 4. Tolerance: rounding of sums. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5, 63, 64, 65, 130})
    void sumsAndProducts_areThoseOfALoopOverRows(int count) {
        double[][] rows = Arrays.copyOf(FeatureRows.three(130), count);
        FeatureMap map = FeatureRows.map(FeatureRows.three(130), new int[] {0, 1});
        FeatureSums sums = new FeatureSums(map);
        for (double[] row : rows) {
            double[] reused = row.clone();
            sums.accept(reused);
            Arrays.fill(reused, Double.NaN);
        }
        assertEquals(count, sums.rows());
        assertEquals(count, sums.rows(), "asking again changes nothing");
        FeatureMoments moments = FeatureRows.moments(map, rows);
        for (int a = 0; a < map.size(); a++) {
            assertEquals(moments.mean(a) * count, sums.sum(a), 1e-10);
            for (int b = 0; b <= a; b++) {
                double expected = count == 1 ? 0 : moments.covariance(a, b) * (count - 1);
                assertEquals(expected, sums.product(a, b), 1e-9 * count);
            }
        }
    }
}
