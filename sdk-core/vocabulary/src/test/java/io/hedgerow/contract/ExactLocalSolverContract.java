// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.contract;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.model.Diagonal;
import io.hedgerow.core.model.ParameterLayout;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.solver.LocalSolution;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;

/** What every solver keeps that claims the exact optimum: the optimality conditions of the problem. */
public abstract class ExactLocalSolverContract extends DeterministicLocalSolverContract {

    /** Largest violation of an optimality condition, relative to the largest |gradient| at B = 0. */
    protected abstract double relativeViolation();

    /** False when the solver documents that it ignores λ. */
    protected abstract boolean seesL1();

    @Property(tries = 60, seed = "41")
    public void solve_satisfiesTheOptimalityConditionsOfEquation4(
            @ForAll long seed,
            @ForAll @IntRange(min = 1, max = 9) int d,
            @ForAll @IntRange(min = 0, max = 2) int lags,
            @ForAll @DoubleRange(min = 0.01, max = 10) double rho2,
            @ForAll @DoubleRange(min = 0, max = 4) double lambda,
            @ForAll Diagonal diagonal) {
        ParameterLayout layout = lags == 0 ? ParameterLayout.linear(d) : ParameterLayout.dynamicLinear(d, lags, 0.5);
        RandomProblem random = RandomProblem.of(seed, layout, rho2, lambda);
        LocalSolution solution = solve(solver(diagonal), random);
        assertTrue(solution.converged());
        double[] g = random.gradient(solution.parameters());
        double scale = 0;
        for (double entry : random.gradient(Parameters.zeros(layout.size()))) {
            scale = Math.max(scale, Math.abs(entry));
        }
        int q = layout.sliceLength();
        for (int k = 0; k < g.length; k++) {
            if (diagonal == Diagonal.MASKED && layout.isSelfEdge(k / q, k % q)) {
                continue;
            }
            double l1 = seesL1() ? lambda * layout.l1Weight(k % q) : 0;
            double b = solution.parameters().get(k);
            double violation = b == 0 ? Math.max(0, Math.abs(g[k]) - l1) : Math.abs(g[k] + Math.signum(b) * l1);
            assertTrue(violation <= relativeViolation() * scale, "violation " + violation + " at " + k);
        }
    }
}
