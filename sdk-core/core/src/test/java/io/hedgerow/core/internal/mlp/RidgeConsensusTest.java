// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.mlp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.internal.acyclicity.TraceExponential;
import io.hedgerow.core.internal.solver.AugmentedLagrangianSolver;
import io.hedgerow.core.internal.solver.notears.SupportAcyclicity;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.solver.GlobalProblem;
import io.hedgerow.core.solver.GlobalSolution;
import org.junit.jupiter.api.Test;

class RidgeConsensusTest {

    private static final MlpShape SHAPE = new MlpShape(3, 2);
    private static final double LAMBDA = 0.2;
    private static final double RIDGE = 0.5;
    private static final double C = 2;

    private static RidgeConsensus solver() {
        return new RidgeConsensus(
                SHAPE, RIDGE / LAMBDA, new AugmentedLagrangianSolver(new TraceExponential(), 10_000, 1e-10));
    }

    private static GlobalProblem problem(double[] centre, double alpha, double rho) {
        return new GlobalProblem(
                SHAPE.layout(), Parameters.copyOf(centre), C, alpha, rho, LAMBDA, Parameters.copyOf(centre));
    }

    /**
     * Without cycles: soft(c V, λ₁) / (c + λ₂) of W, c V / (c + λ₂) of a, V of biases; the minimum of a convex problem.
     */
    @Test
    void solve_withoutCycles_isTheClosedForm() {
        double[] v = MlpFixtures.point(SHAPE, 1);
        for (int j = 0; j < 3; j++) {
            for (int i = j; i < 3; i++) {
                v[SHAPE.edge(i, j)] = 0;
                v[SHAPE.edge(i, j) + 1] = 0;
            }
        }
        GlobalSolution found = solver().solve(problem(v, 3, 4));
        double[] l1 = SHAPE.l1(LAMBDA);
        double[] ridge = SHAPE.ofWeights(RIDGE, RIDGE);
        int zeros = 0;
        for (int k = 0; k < v.length; k++) {
            double soft = Math.copySign(Math.max(0, Math.abs(C * v[k]) - l1[k]), v[k]);
            assertEquals(soft / (C + ridge[k]), found.parameters().get(k), 1e-15, "at " + k);
            zeros += v[k] != 0 && soft == 0 ? 1 : 0;
        }
        assertEquals(0, found.acyclicity());
        assertTrue(zeros > 0, "ℓ1 is at work");
    }

    /** 0 ∈ λ₁ ∂|W| + λ₂ W + (α + ρ1 h) ∂h + c (θ − V), with cycles. */
    @Test
    void solve_withCycles_isStationary() {
        double[] v = MlpFixtures.point(SHAPE, 2);
        GlobalSolution found = solver().solve(problem(v, 0.3, 0.4));
        double[] theta = found.parameters().toArray();
        SupportAcyclicity h = new SupportAcyclicity(new TraceExponential(), 3, SHAPE.slice(), 2);
        double value = h.evaluate(theta);
        assertEquals(value, found.acyclicity(), 1e-12);
        double[] slope = new double[theta.length];
        h.addGradient(theta, 0.3 + 0.4 * value, slope);
        double[] l1 = SHAPE.l1(LAMBDA);
        double[] ridge = SHAPE.ofWeights(RIDGE, RIDGE);
        int edges = 0;
        for (int k = 0; k < theta.length; k++) {
            if (theta[k] != 0) {
                double gradient =
                        l1[k] * Math.signum(theta[k]) + ridge[k] * theta[k] + slope[k] + C * (theta[k] - v[k]);
                // the projected gradient is below 1e-10 times the curvature in the reduced variables, of which an
                // edge has one for both its parameters
                assertEquals(0, gradient, 1e-8, "at " + k);
                edges += slope[k] != 0 ? 1 : 0;
            }
        }
        assertTrue(edges > 4 && value > 0.01, "cycles are at work: " + edges + ", " + value);
        assertThrows(IllegalArgumentException.class, () -> new RidgeConsensus(SHAPE, -1, solver()));
    }
}
