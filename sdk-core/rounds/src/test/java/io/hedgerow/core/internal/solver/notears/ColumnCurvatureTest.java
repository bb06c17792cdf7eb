// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.solver.notears;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.internal.acyclicity.TraceExponential;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ColumnCurvatureTest {

    /**
     * The estimate is solved exactly: S + 2 m G on a column, and ρ ∇h ∇hᵀ over all of them, on what may move. Of S a
     * column has the diagonal alone where more than 100 weights may move: with 135 some columns have more and some not.
     */
    @ParameterizedTest
    @CsvSource({"4, 6", "12, 135"})
    void columnCurvature_solvesTheSystemThatItDescribes(int d, int q) {
        double[] moments = NotearsTest.populationCovariance(q, NotearsTest.randomDag(q, 9));
        AcyclicLeastSquares objective = new AcyclicLeastSquares(new TraceExponential(), d, q, moments);
        ColumnCurvature curvature = new ColumnCurvature(objective, d, q, moments);
        objective.weigh(0.5, 20);
        Random random = new Random(5);
        double[] b = random.doubles((long) d * q, -1, 1).toArray();
        double[] mask = new double[d * q];
        for (int k = 0; k < d * q; k++) {
            boolean self = k % q == k / q;
            b[k] = self || random.nextInt(4) == 0 ? 0 : b[k];
            mask[k] = self || random.nextInt(4) == 0 ? 0 : 1;
        }
        objective.evaluate(b, new double[d * q]);
        assertTrue(curvature.accepted());
        double[] right = random.doubles((long) d * q, -1, 1).toArray();
        for (int k = 0; k < d * q; k++) {
            right[k] *= mask[k];
        }
        double[] x = right.clone();
        curvature.solve(x, mask);
        double[] slopes = new double[d * q];
        objective.constraint().slopes(slopes);
        double along = 0;
        for (int k = 0; k < d * q; k++) {
            along += 2 * slopes[k] * b[k] * x[k];
            assertTrue(mask[k] != 0 || x[k] == 0, "held weights do not move");
        }
        for (int k = 0; k < d * q; k++) {
            if (mask[k] != 0) {
                double product = 20 * 2 * slopes[k] * b[k] * along;
                int column = k / q * q;
                long moving = Arrays.stream(mask, column, column + q)
                        .filter(may -> may != 0)
                        .count();
                for (int i = 0; i < q; i++) {
                    double beside = moving > 100 ? 0 : moments[k % q * q + i];
                    product += (i == k % q ? curvature.diagonal(k) : beside) * x[column + i];
                }
                assertEquals(right[k], product, 1e-9 * (1 + Math.abs(along)));
            }
        }
        // 2 m G of an edge that is 0 counts as well
        assertTrue(curvature.diagonal(1) >= moments[q + 1] + 2 * objective.multiplier() * slopes[1]);
    }
}
