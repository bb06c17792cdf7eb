// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.solver;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hedgerow.contract.RandomProblem;
import io.hedgerow.core.data.DataView;
import io.hedgerow.core.model.ParameterLayout;
import io.hedgerow.core.model.Parameters;
import org.junit.jupiter.api.Test;

class LinearSubproblemTest {

    private final RandomProblem random = RandomProblem.of(51, ParameterLayout.dynamicLinear(4, 1, 0.5), 0.7, 0.2);
    private final int q = 8;

    private LinearSubproblem subproblem() {
        try (DataView view = random.data().open()) {
            return new LinearSubproblem(random.problem(), new SecondMoments().of(random.problem(), view));
        }
    }

    @Test
    void gradient_matchesFiniteDifferencesOfEquation4() {
        double[] b = random.problem().previous().toArray();
        double h = 1e-4;
        double[] column = new double[q];
        double[] g = new double[q];
        for (int j = 0; j < 4; j++) {
            System.arraycopy(b, j * q, column, 0, q);
            subproblem().gradient(j, column, g, new int[q]);
            for (int i = 0; i < q; i++) {
                double[] up = b.clone();
                double[] down = b.clone();
                up[j * q + i] += h;
                down[j * q + i] -= h;
                double difference =
                        (random.smooth(Parameters.copyOf(up)) - random.smooth(Parameters.copyOf(down))) / (2 * h);
                // Central differences of a quadratic are exact; round-off 2⁻⁵²·|f| / h is below 1e-8 here.
                assertEquals(difference, g[i], 1e-8);
            }
        }
    }

    @Test
    void gradient_listsTheNonZeros() {
        double[] column = {0, 1, 0, 0, -2, 0, 0, 3};
        int[] rows = new int[q];
        assertEquals(3, subproblem().gradient(0, column, new double[q], rows));
        assertEquals(1, rows[0]);
        assertEquals(4, rows[1]);
        assertEquals(7, rows[2]);
    }

    @Test
    void objective_ofAllColumns_isThatOfEquation4() {
        Parameters b = random.problem().previous();
        double sum = 0;
        double[] column = new double[q];
        for (int j = 0; j < 4; j++) {
            b.copyTo(j * q, column, 0, q);
            sum += subproblem().objective(j, column);
        }
        assertEquals(random.objective(b), sum, 1e-12 * Math.abs(sum));
    }
}
