// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.ancestral.district;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Random;
import org.apache.commons.math3.analysis.MultivariateFunction;
import org.apache.commons.math3.linear.Array2DRowRealMatrix;
import org.apache.commons.math3.linear.LUDecomposition;
import org.apache.commons.math3.linear.MatrixUtils;
import org.apache.commons.math3.linear.RealMatrix;
import org.apache.commons.math3.optim.InitialGuess;
import org.apache.commons.math3.optim.MaxEval;
import org.apache.commons.math3.optim.PointValuePair;
import org.apache.commons.math3.optim.nonlinear.scalar.GoalType;
import org.apache.commons.math3.optim.nonlinear.scalar.ObjectiveFunction;
import org.apache.commons.math3.optim.nonlinear.scalar.noderiv.PowellOptimizer;
import org.junit.jupiter.api.Test;

class DistrictFitTest {

    private static final double N = 500;

    private static final double[] S = {1, 0.5, 0.3, 0.2, 0.5, 1, 0.4, 0.35, 0.3, 0.4, 1, -0.25, 0.2, 0.35, -0.25, 1};

    private static int[][] sets(int[]... sets) {
        return sets;
    }

    private static int[] of(int... members) {
        return members;
    }

    @Test
    void oneVariable_isARegression() {
        // of 0 on 1: 1 - 0.25 is left
        double[] s = {1, 0.5, 0.5, 1};
        assertEquals(-N / 2 * (Math.log(0.75) + 1), DistrictFit.logLikelihood(2, s, sets(of(1)), sets(of()), N), 1e-9);
    }

    /** With an edge between all, whatever its heads, the covariances themselves are reached. */
    @Test
    void everythingJoined_reachesTheCovariances() {
        RealMatrix s = matrix(4, S);
        double top = -N / 2 * (Math.log(new LUDecomposition(s).getDeterminant()) + 4);
        int[][] all = sets(of(1, 2, 3), of(0, 2, 3), of(0, 1, 3), of(0, 1, 2));
        assertEquals(top, DistrictFit.logLikelihood(4, S, sets(of(), of(), of(), of()), all, N), 1e-2);
        // 0 → 1, and all others two-headed
        assertEquals(
                top,
                DistrictFit.logLikelihood(
                        4, S, sets(of(), of(0), of(), of()), sets(of(2, 3), of(2, 3), of(0, 1, 3), of(0, 1, 2)), N),
                1e-2);
    }

    /** 0 → 1 → 2 with 0 ↔ 2... and a parent outside: no closed form, so a general optimiser is asked. */
    @Test
    void likelihood_isTheLargest() {
        // district 0, 1, 2: 0 ↔ 1, 1 ↔ 2; 3 → 0, 0 → 2
        int[][] parents = sets(of(3), of(), of(0));
        int[][] siblings = sets(of(1), of(0, 2), of(1));
        MultivariateFunction likelihood = x -> {
            RealMatrix b = MatrixUtils.createRealIdentityMatrix(4).getSubMatrix(0, 2, 0, 3);
            b.setEntry(0, 3, -x[0]);
            b.setEntry(2, 0, -x[1]);
            RealMatrix omega = new Array2DRowRealMatrix(new double[][] {
                {Math.exp(x[2]), x[5], 0}, {x[5], Math.exp(x[3]), x[6]}, {0, x[6], Math.exp(x[4])}
            });
            double det = new LUDecomposition(omega).getDeterminant();
            double minor = omega.getEntry(0, 0) * omega.getEntry(1, 1) - x[5] * x[5];
            if (!(det > 1e-6) || !(minor > 0)) {
                return -1e6;
            }
            RealMatrix r = b.multiply(matrix(4, S)).multiply(b.transpose());
            return -N
                    / 2
                    * (Math.log(det) + MatrixUtils.inverse(omega).multiply(r).getTrace());
        };
        double best = Double.NEGATIVE_INFINITY;
        Random random = new Random(3);
        for (int again = 0; again < 30; again++) {
            double[] start = random.doubles(7, -0.4, 0.4).toArray();
            for (int more = 0; more < 3; more++) {
                PointValuePair found = new PowellOptimizer(1e-10, 1e-10)
                        .optimize(
                                new MaxEval(100_000),
                                new ObjectiveFunction(likelihood),
                                GoalType.MAXIMIZE,
                                new InitialGuess(start));
                best = Math.max(best, found.getValue());
                start = found.getPoint();
            }
        }
        double fitted = DistrictFit.logLikelihood(4, S, parents, siblings, N);
        assertTrue(fitted > best - 1e-3, "fitted " + fitted + ", a general optimiser " + best);
        assertEquals(best, fitted, 0.1); // which ends a little below
    }

    @Test
    void singularColumns_haveNoLikelihood() {
        double[] same = new double[9];
        Arrays.fill(same, 1);
        assertEquals(Double.NEGATIVE_INFINITY, DistrictFit.logLikelihood(3, same, sets(of(1, 2)), sets(of()), N));
    }

    private static RealMatrix matrix(int d, double[] rows) {
        RealMatrix matrix = new Array2DRowRealMatrix(d, d);
        for (int k = 0; k < d * d; k++) {
            matrix.setEntry(k / d, k % d, rows[k]);
        }
        return matrix;
    }
}
