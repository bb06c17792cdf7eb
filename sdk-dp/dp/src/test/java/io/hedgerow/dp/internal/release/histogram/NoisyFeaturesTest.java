// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.release.histogram;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hedgerow.core.internal.feature.moments.FeatureMap;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.dp.internal.release.series.SeriesFixtures;
import org.junit.jupiter.api.Test;

class NoisyFeaturesTest {

    private static final int D = 2;
    private static final FeatureMap MAP = FeatureFixtures.map(D);

    /**
     * M = S / (4 S_00), m = 2 M_0a / w_a, G = M_ab / (w_a w_b) − m_a m_b: means over rows weighted by 1/max(R, ‖y‖)².
     */
    @Test
    void momentsAreThoseOfRowsThatCountByTheirLength() {
        CurveDesign options = FeatureFixtures.options(D, 1);
        double[][] rows = SeriesFixtures.normal(3, 100, D);
        NoisyFeatures found = NoisyFeatures.of(options, MAP, FeatureFixtures.exact(options, MAP, rows), 1, 100);
        int f = options.made();
        double[] mean = new double[f];
        double[] second = new double[f * f];
        double weights = 0;
        for (double[] row : rows) {
            double[] phi = new double[f];
            MAP.expand(row, phi);
            double norm = 0.25;
            for (int a = 0; a < f; a++) {
                norm += phi[a] * phi[a] / (a % 6 + 1);
            }
            double weight = 1 / Math.max(norm, options.radius() * options.radius());
            weights += weight;
            for (int a = 0; a < f; a++) {
                mean[a] += weight * phi[a];
                for (int b = 0; b < f; b++) {
                    second[a * f + b] += weight * phi[a] * phi[b];
                }
            }
        }
        for (int a = 0; a < f; a++) {
            for (int b = 0; b < f; b++) {
                double expected = second[a * f + b] / weights - mean[a] * mean[b] / weights / weights;
                // rounding of rows to 2⁻¹⁶ of their length, about 5 columns, divided by weights down to 1/6
                assertEquals(expected, found.covariance()[a * f + b], 1e-3, a + " " + b);
            }
        }
    }

    /** σ of M is that of S over 4 S_00; a sum of ones that noise has drowned is taken at its least. */
    @Test
    void sigmaIsInUnitsOfTheSumOfOnes_whichIsBounded() {
        CurveDesign options = FeatureFixtures.options(D, 1);
        double[] all = new double[options.layout().size()];
        double expected = 100 * 0.25 / (options.radius() * options.radius());
        all[options.parts().get(2)] = expected / 2;
        double site = options.products(MAP).sigma();
        // √2 R² / μ in units in which a row has norm 1, of the last round's share of μ²
        assertEquals(Math.sqrt(2 / 0.88), site, 1e-6);
        assertEquals(site * 2 * 0.25 / (expected / 2), sigma(options, all, 4), 1e-9);
        all[options.parts().get(2)] = -3;
        assertEquals(site * 0.25 / (expected / 4), sigma(options, all, 1), 1e-9);
    }

    private static double sigma(CurveDesign options, double[] all, int sites) {
        return NoisyFeatures.of(options, MAP, Parameters.copyOf(all), sites, 100)
                .sigma();
    }
}
