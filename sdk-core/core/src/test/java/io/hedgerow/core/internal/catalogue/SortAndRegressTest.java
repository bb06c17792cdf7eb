// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.catalogue;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.Centring;
import io.hedgerow.core.data.StatisticsAccumulator;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.catalogue.SortAndRegress.Order;
import io.hedgerow.core.internal.simulation.model.ErdosRenyi;
import io.hedgerow.core.internal.simulation.model.LinearSem;
import io.hedgerow.core.internal.simulation.model.Noise;
import org.junit.jupiter.api.Test;

class SortAndRegressTest {

    @Test
    void learn_onExactMomentsWithPerfectVarsortability_findsTheWeights() {
        int checked = 0;
        for (long seed = 0; seed < 40; seed++) {
            LinearSem model = LinearSem.of(new ErdosRenyi(8, 12).generate(seed), Noise.GAUSSIAN);
            double[] s = model.covariance();
            // The baseline can be right only where the variances show the order.
            if (Order.VARIANCE.sortability(model.weights(), s) == 1) {
                WeightMatrix found = SortAndRegress.learn(Order.VARIANCE, 8, s, 1_000_000);
                for (int k = 0; k < 64; k++) {
                    assertEquals(model.weights().toRows()[k], found.toRows()[k], 1e-9);
                }
                checked++;
            }
        }
        assertTrue(checked >= 5, "checked " + checked);
    }

    @Test
    void learn_keepsAPredecessorExactlyWhenDroppingItWorsensBic() {
        // One predecessor of variance 1, target of variance 2 and correlation set by c: r = 2 − c².
        for (double c = 0.01; c < 0.5; c += 0.01) {
            int n = 200;
            double gain = n * Math.log(2 / (2 - c * c)) - Math.log(n);
            WeightMatrix found = SortAndRegress.learn(Order.VARIANCE, 2, new double[] {1, c, c, 2}, n);
            assertEquals(gain > 0, found.hasEdge(0, 1), "c=" + c);
            assertFalse(found.hasEdge(1, 0));
        }
    }

    @Test
    void learn_onData_isGoodRawAndPoorStandardised() {
        double raw = 0;
        double standardised = 0;
        for (long seed = 0; seed < 10; seed++) {
            LinearSem model = LinearSem.of(new ErdosRenyi(15, 15).generate(seed), Noise.GAUSSIAN);
            raw += mistakes(model, seed);
            standardised += mistakes(model.standardised(), seed);
        }
        assertTrue(raw / 10 < 5, "raw " + raw / 10);
        assertTrue(standardised > 2 * raw, "standardised " + standardised / 10);
    }

    @Test
    void rSquared_isWhatAllOthersExplain_inAnyUnits() {
        // x1 → x2 → x3 with weights 1 and 2 and noises of variance 1: variances 1, 2, 9, and S⁻¹ = (I − W)(I − W)ᵀ has
        // the diagonal 2, 5, 1.
        WeightMatrix chain = WeightMatrix.of(new double[][] {{0, 1, 0}, {0, 0, 2}, {0, 0, 0}});
        LinearSem model = LinearSem.of(chain, Noise.GAUSSIAN);
        double[] expected = {1 - 1.0 / 2, 1 - 1.0 / 10, 1 - 1.0 / 9};
        assertArrayEquals(expected, Order.R_SQUARED.scores(3, model.covariance()), 1e-12); // round-off
        LinearSem scaled = model.rescaled(new double[] {100, 0.1, 7});
        assertArrayEquals(expected, Order.R_SQUARED.scores(3, scaled.covariance()), 1e-12);
        // x1 → x2 and x1 → x3 rise, x2 → x3 falls from .9 to .889.
        assertEquals(2.0 / 3, Order.R_SQUARED.sortability(chain, scaled.covariance()), 1e-15);
        WeightMatrix learned = SortAndRegress.learn(Order.R_SQUARED, 3, model.covariance(), 1_000_000);
        assertTrue(learned.hasEdge(2, 1) && learned.hasEdge(0, 1), "x2 comes last and gets both as causes");
    }

    /** b = a + e with var e = 1e-11, and y = 2 a + 1e4 e + noise: both matter, and are one but for round-off. */
    @Test
    void learn_withNearlyEqualParents_regressesOnTheFirst() {
        double tiny = 1e-11;
        double large = 1e4;
        double[] s = {
            1, 1, 2,
            1, 1 + tiny, 2 + large * tiny,
            2, 2 + large * tiny, 5 + large * large * tiny
        };
        WeightMatrix found = SortAndRegress.learn(new double[] {1, 2, 3}, s, 1_000_000);
        assertEquals(2, found.toRows()[2], 1e-12); // round-off
        assertFalse(found.hasEdge(1, 2), "b is a combination");
    }

    private static int mistakes(LinearSem model, long seed) {
        StatisticsAccumulator accumulator = new StatisticsAccumulator(15);
        model.rows(5000, seed).forEachRow(accumulator::add);
        WeightMatrix found =
                SortAndRegress.learn(Order.VARIANCE, 15, accumulator.finish().secondMoment(Centring.NONE), 5000);
        int count = 0;
        for (int i = 0; i < 15; i++) {
            for (int j = 0; j < i; j++) {
                boolean same = found.hasEdge(i, j) == model.weights().hasEdge(i, j)
                        && found.hasEdge(j, i) == model.weights().hasEdge(j, i);
                count += same ? 0 : 1;
            }
        }
        return count;
    }

    @Test
    void learn_whenArgumentsAreBad_refuses() {
        assertThrows(IllegalArgumentException.class, () -> SortAndRegress.learn(Order.VARIANCE, 2, new double[3], 10));
        assertThrows(
                IllegalArgumentException.class, () -> SortAndRegress.learn(Order.VARIANCE, 1, new double[] {1}, 1));
        assertThrows(
                IllegalArgumentException.class,
                () -> SortAndRegress.learn(Order.VARIANCE, 2, new double[] {1, 1, 1, 1}, 9));
    }
}
