// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.simulation.model.ErdosRenyi;
import io.hedgerow.core.internal.simulation.model.LinearSem;
import io.hedgerow.core.internal.simulation.model.Noise;
import org.junit.jupiter.api.Test;

class SortabilityTest {

    @Test
    void of_onAChain_matchesTheDefinitionByHand() {
        WeightMatrix chain = WeightMatrix.of(new double[][] {{0, 1, 0}, {0, 0, 1}, {0, 0, 0}});
        // Length 1: 0 → 1 rises, 1 → 2 falls; length 2: 0 → 2 rises.
        assertEquals(2.0 / 3, Sortability.of(chain, new double[] {1, 3, 2}), 1e-15);
        // 1 → 2 is a tie.
        assertEquals(2.5 / 3, Sortability.of(chain, new double[] {1, 3, 3 * (1 + 1e-12)}), 1e-15);
        assertEquals(0, Sortability.of(chain, new double[] {3, 2, 1}));
    }

    @Test
    void of_countsAPairOncePerLengthAndNotPerPath() {
        // A diamond 0 → {1, 2} → 3 and the edge 0 → 3: pairs 4 + 1 at length 1, one at length 2.
        WeightMatrix graph = WeightMatrix.of(new double[][] {{0, 1, 1, 1}, {0, 0, 0, 1}, {0, 0, 0, 1}, {0, 0, 0, 0}});
        // Rising: 0 → 3 at lengths 1 and 2, 1 → 3 and 2 → 3; falling: 0 → 1 and 0 → 2.
        assertEquals(4.0 / 6, Sortability.of(graph, new double[] {2, 1, 1, 3}), 1e-15);
    }

    @Test
    void of_scoresOfNought_areTiesAmongThemselves() {
        WeightMatrix chain = WeightMatrix.of(new double[][] {{0, 1, 0}, {0, 0, 1}, {0, 0, 0}});
        // 0 → 1 is a tie, 1 → 2 and 0 → 2 rise.
        assertEquals(2.5 / 3, Sortability.of(chain, new double[] {0, 0, 0.4}), 1e-15);
    }

    @Test
    void of_onSimulatedData_isHighRawAndOneHalfStandardised() {
        double sum = 0;
        for (long seed = 0; seed < 20; seed++) {
            LinearSem model = LinearSem.of(new ErdosRenyi(20, 40).generate(seed), Noise.GAUSSIAN);
            sum += Sortability.of(model.weights(), diagonal(model));
            assertEquals(0.5, Sortability.of(model.weights(), diagonal(model.standardised())));
        }
        assertTrue(sum / 20 > 0.9, "mean " + sum / 20);
    }

    private static double[] diagonal(LinearSem model) {
        int d = model.weights().variables();
        double[] covariance = model.covariance();
        double[] variances = new double[d];
        for (int j = 0; j < d; j++) {
            variances[j] = covariance[j * d + j];
        }
        return variances;
    }

    @Test
    void of_whenArgumentsAreBad_refuses() {
        WeightMatrix empty = WeightMatrix.empty(2);
        assertThrows(IllegalArgumentException.class, () -> Sortability.of(empty, new double[] {1, 1}));
        assertThrows(IllegalArgumentException.class, () -> Sortability.of(empty, new double[] {1}));
    }
}
