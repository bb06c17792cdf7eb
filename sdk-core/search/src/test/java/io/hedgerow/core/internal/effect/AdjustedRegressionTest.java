// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.effect;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hedgerow.core.internal.search.posterior.MomentNoise;
import io.hedgerow.core.internal.simulation.model.ErdosRenyi;
import io.hedgerow.core.internal.simulation.model.LinearSem;
import io.hedgerow.core.internal.simulation.model.Noise;
import org.apache.commons.math3.linear.Array2DRowRealMatrix;
import org.apache.commons.math3.linear.LUDecomposition;
import org.apache.commons.math3.linear.RealMatrix;
import org.junit.jupiter.api.Test;

class AdjustedRegressionTest {

    private static final int D = 6;
    private static final double[] S =
            LinearSem.of(new ErdosRenyi(D, 10).generate(7), Noise.GAUSSIAN).covariance();

    /** Least squares by the inverse: w = A⁻¹ b, var w_x = (S_yy − bᵀw) (A⁻¹)_xx / df, df = n − |P| − 2. */
    @Test
    void of_isLeastSquaresOnTheVariableAndItsParents() {
        int[] regressors = {2, 0, 4}; // x, then its parents
        double rows = 57.5;
        AdjustedRegression found = AdjustedRegression.of(D, S, rows, 2, new int[] {0, 4});
        RealMatrix a = new Array2DRowRealMatrix(3, 3);
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j < 3; j++) {
                a.setEntry(i, j, S[regressors[i] * D + regressors[j]]);
            }
        }
        RealMatrix inverse = new LUDecomposition(a).getSolver().getInverse();
        assertEquals(rows - 2 - 2, found.freedom());
        for (int y : new int[] {1, 3, 5}) {
            double[] b = {S[2 * D + y], S[y], S[4 * D + y]};
            double[] w = inverse.operate(b);
            double left = S[y * D + y] - (b[0] * w[0] + b[1] * w[1] + b[2] * w[2]);
            assertEquals(w[0], found.value(y), 1e-9 * Math.abs(w[0]) + 1e-12);
            assertEquals(Math.sqrt(left * inverse.getEntry(0, 0) / found.freedom()), found.error(y), 1e-9);
        }
    }

    /**
     * 1 / df + V instead of 1 / df: for two columns of variance 1 and 4 that are uncorrelated, and entries with noise
     * of variance τ², V(u, v) = τ² |u|² |v|² = τ² / 4.
     */
    @Test
    void of_momentsWithNoise_isWiderByThePartOfNoise() {
        double[] s = {1, 0, 0, 4};
        AdjustedRegression without = AdjustedRegression.of(2, s, 1000, 0, new int[0]);
        AdjustedRegression with = AdjustedRegression.of(2, s, 1000, 0, new int[0], MomentNoise.ofEntries(2, 0.01), s);
        assertEquals(without.value(1), with.value(1));
        assertEquals(Math.sqrt(4 * (1.0 / 998 + 0.01 / 4)), with.error(1), 1e-12);
        assertEquals(998, with.freedom());
    }

    @Test
    void of_aVariableThatItsParentsDetermine_isZero() {
        double[] s = {1, 1, 0.5, 1, 1, 0.5, 0.5, 0.5, 1};
        AdjustedRegression found = AdjustedRegression.of(3, s, 100, 0, new int[] {1});
        assertEquals(0, found.value(2));
        assertEquals(0, found.error(2));
    }

    @Test
    void of_fewRows_leavesOneDegreeOfFreedom() {
        assertEquals(1, AdjustedRegression.of(D, S, 2, 0, new int[] {1}).freedom());
    }
}
