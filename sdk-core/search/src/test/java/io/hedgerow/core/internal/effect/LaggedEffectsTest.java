// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.effect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.search.graph.ParentSets;
import io.hedgerow.core.search.TotalEffects.Effect;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class LaggedEffectsTest {

    private static final double WITHIN = 0.8;
    private static final double OWN = 0.5;
    private static final double ACROSS = 0.3;

    /**
     * x_t = .5 x_{t−1} + e, y_t = .8 x_t + .3 y_{t−1} + e, columns [x_t, y_t, x_{t−1}, y_{t−1}]. The covariances are
     * those of the stationary process, by iteration of Γ = M Γ Mᵀ + N.
     */
    private static double[] covariance() {
        double xx = 1 / (1 - OWN * OWN);
        // y_t = .8 (.5 x' + e) + .3 y' + u; with x' = x_{t−1}, y' = y_{t−1}
        double xy = (OWN * WITHIN * OWN * xx + WITHIN) / (1 - OWN * ACROSS);
        double a = WITHIN * OWN;
        double yy = (a * a * xx + 2 * a * ACROSS * xy + WITHIN * WITHIN + 1) / (1 - ACROSS * ACROSS);
        double xLagX = OWN * xx;
        double xLagY = OWN * xy;
        double yLagX = a * xx + ACROSS * xy;
        double yLagY = a * xy + ACROSS * yy;
        return new double[] {
            xx, xy, xLagX, xLagY,
            xy, yy, yLagX, yLagY,
            xLagX, yLagX, xx, xy,
            xLagY, yLagY, xy, yy
        };
    }

    /** Ψ_h = Σ_k Ψ_{h−k} A_k (I − W)⁻¹: of x on y here .8 Σ_k .5^k .3^(h−k). */
    @Test
    void all_withManyRows_areImpulseResponses() {
        double[] w = new double[16];
        w[1] = 1; // x → y
        w[2 * 4] = 1; // x_{t−1} → x
        w[3 * 4 + 1] = 1; // y_{t−1} → y
        ParentSets graph = ParentSets.of(WeightMatrix.ofRows(4, w), 4);
        List<Effect> found = new LaggedEffects(2, covariance(), 1e9, Collections.nCopies(50, graph)).all();
        assertEquals(LaggedEffects.HORIZON + 1, found.size(), "only x on y, at every step");
        for (Effect effect : found) {
            double expected = 0;
            for (int k = 0; k <= effect.steps(); k++) {
                expected += WITHIN * Math.pow(OWN, k) * Math.pow(ACROSS, effect.steps() - k);
            }
            assertEquals(1, effect.probability());
            assertEquals(expected, effect.change().median(), 1e-3);
        }
    }

    /** The deviation of one coefficient is that of least squares: s / √(n S_xx.P). */
    @Test
    void all_withFewRows_areAsWideAsLeastSquaresIs() {
        double[] s = {2, 1, 1, 3};
        WeightMatrix edge = WeightMatrix.ofRows(2, new double[] {0, 1, 0, 0});
        List<Effect> found = new LaggedEffects(2, s, 402, Collections.nCopies(4000, ParentSets.of(edge, 2))).all();
        // w = ½, residual variance 3 − ½ = 2.5, deviation √(2.5 / (400 · 2)); 1.645 of it to either side
        double half = 1.645 * Math.sqrt(2.5 / (400 * 2));
        assertEquals(0.5, found.get(0).change().median(), half / 10);
        assertEquals(
                2 * half, found.get(0).change().upper() - found.get(0).change().lower(), half / 5);
    }

    @Test
    void all_whereHalfOfTheGraphsHaveNoPath_holdZeroAndTheEffect() {
        double[] s = {2, 1, 1, 3};
        WeightMatrix edge = WeightMatrix.ofRows(2, new double[] {0, 1, 0, 0});
        List<Effect> found = new LaggedEffects(
                        2, s, 1e6, List.of(ParentSets.of(edge, 2), ParentSets.of(WeightMatrix.empty(2), 2)))
                .all();
        assertEquals(0.5, found.get(0).probability());
        assertEquals(0, found.get(0).change().lower(), 0.05);
        assertTrue(
                found.get(0).change().upper() > 0.49,
                "upper " + found.get(0).change().upper());
    }
}
