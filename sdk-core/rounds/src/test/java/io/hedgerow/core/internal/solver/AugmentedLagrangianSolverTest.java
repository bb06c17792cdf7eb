// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.solver;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.internal.acyclicity.AcyclicityConstraint;
import io.hedgerow.core.internal.acyclicity.EdgePattern;
import io.hedgerow.core.internal.acyclicity.TraceExponential;
import io.hedgerow.core.internal.optimise.L1Split;
import io.hedgerow.core.internal.optimise.Objective.Minimum;
import io.hedgerow.core.internal.optimise.ProjectedLbfgs.LbfgsOptions;
import io.hedgerow.core.model.ParameterLayout;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.solver.GlobalProblem;
import io.hedgerow.core.solver.GlobalSolution;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class AugmentedLagrangianSolverTest {

    private static final AcyclicityConstraint H = new TraceExponential();
    private final AugmentedLagrangianSolver exact = new AugmentedLagrangianSolver(H, 2_000, 1e-10);

    /** Two parameters per edge, and three that carry none. */
    private static ParameterLayout network(int d) {
        return ParameterLayout.of(
                d,
                List.of(new ParameterLayout.Block("first", 2 * d, 2, 1), new ParameterLayout.Block("rest", 3, 0, 0.5)));
    }

    private static GlobalProblem random(ParameterLayout layout, long seed, double alpha, double rho1, double lambda) {
        Random random = new Random(seed);
        double[] centre = new double[layout.size()];
        for (int k = 0; k < centre.length; k++) {
            centre[k] = random.nextInt(3) == 0 ? 0 : 0.7 * random.nextGaussian();
        }
        Parameters v = Parameters.copyOf(centre);
        return new GlobalProblem(layout, v, 4, alpha, rho1, lambda, v);
    }

    private static GlobalProblem startingAt(GlobalProblem p, Parameters start) {
        return new GlobalProblem(p.layout(), p.centre(), p.curvature(), p.alpha(), p.rho1(), p.lambda(), start);
    }

    /** h and, on a full pattern, ∂h/∂A at d·j + i of the edge i → j. */
    private static double acyclicity(ParameterLayout layout, double[] w, double[] gradient) {
        int d = layout.targets();
        int[] from = new int[d * (d - 1)];
        int[] to = new int[d * (d - 1)];
        double[] squared = new double[d * (d - 1)];
        int e = 0;
        for (int j = 0; j < d; j++) {
            for (int i = 0; i < d; i++) {
                if (i != j) {
                    from[e] = i;
                    to[e] = j;
                    for (int s = 0; s < layout.sliceLength(); s++) {
                        double x = w[j * layout.sliceLength() + s];
                        squared[e] += layout.source(s) == i ? x * x : 0;
                    }
                    e++;
                }
            }
        }
        double[] slope = new double[e];
        double h = H.on(EdgePattern.of(d, from, to)).evaluate(squared, slope);
        for (int f = 0; f < e; f++) {
            gradient[to[f] * d + from[f]] = slope[f];
        }
        return h;
    }

    /** The smooth part of F and its gradient, written from the statement of the problem and over all parameters. */
    private static double smooth(GlobalProblem p, double[] w, double[] gradient) {
        ParameterLayout layout = p.layout();
        int d = layout.targets();
        int q = layout.sliceLength();
        double[] slope = new double[d * d];
        double h = acyclicity(layout, w, slope);
        double value = p.alpha() * h + p.rho1() / 2 * h * h;
        for (int k = 0; k < w.length; k++) {
            double away = w[k] - p.centre().get(k);
            value += p.curvature() / 2 * away * away;
            gradient[k] = p.curvature() * away;
            int i = layout.source(k % q);
            if (i >= 0) {
                gradient[k] += (p.alpha() + p.rho1() * h) * 2 * w[k] * slope[k / q * d + i];
            }
        }
        return value;
    }

    private static double objective(GlobalProblem p, double[] w) {
        double value = smooth(p, w, new double[w.length]);
        for (int k = 0; k < w.length; k++) {
            value += p.lambda() * p.layout().l1Weight(k % p.layout().sliceLength()) * Math.abs(w[k]);
        }
        return value;
    }

    private static double soft(GlobalProblem p, int k) {
        double v = p.centre().get(k);
        double threshold = p.lambda() * p.layout().l1Weight(k % p.layout().sliceLength()) / p.curvature();
        return Math.copySign(Math.max(Math.abs(v) - threshold, 0), v);
    }

    @Test
    void solve_whenNoEdgeLiesOnACycle_isTheSoftThresholdWithoutEvaluation() {
        ParameterLayout layout = ParameterLayout.linear(3);
        // 0 → 1 → 2 and 0 → 2; the back edge 2 → 0 of 0.02 is below the threshold 0.1 / 4; 5 on the diagonal.
        double[] v = {5, 0, 0.02, 1, 5, 0, -2, 0.5, 5};
        Parameters centre = Parameters.copyOf(v);
        GlobalSolution found = exact.solve(new GlobalProblem(layout, centre, 4, 1e16, 1e16, 0.1, centre));
        assertArrayEquals(
                new double[] {0, 0, 0, 0.975, 0, 0, -1.975, 0.475, 0},
                found.parameters().toArray(),
                1e-15);
        assertEquals(0, found.acyclicity());
        assertEquals(0, found.evaluations());
        assertArrayEquals(v, centre.toArray());
    }

    @Test
    void solve_whenCyclesAreEverywhere_agreesWithTheFullProblemSolvedBySplitting() {
        for (long seed = 1; seed <= 8; seed++) {
            for (ParameterLayout layout : List.of(ParameterLayout.linear(5), network(4))) {
                GlobalProblem p = random(layout, seed, 1, 5, 0.3);
                double[] l1 = new double[layout.size()];
                boolean[] fixed = new boolean[layout.size()];
                for (int k = 0; k < l1.length; k++) {
                    l1[k] = p.lambda() * layout.l1Weight(k % layout.sliceLength());
                    fixed[k] = layout.isSelfEdge(k / layout.sliceLength(), k % layout.sliceLength());
                }
                // From the solution of the reduced problem plain descent must find nothing better, and from the
                // original start it must find the same point: this mild a problem has one minimum.
                GlobalSolution found = exact.solve(p);
                double[] w = found.parameters().toArray();
                Minimum full = new L1Split()
                        .minimise(
                                (x, g) -> smooth(p, x, g),
                                p.start().toArray(),
                                l1,
                                fixed,
                                new LbfgsOptions(10, 10_000, 1e-9, 0));
                assertEquals(full.value(), objective(p, w), 1e-10 * full.value(), "seed " + seed);
                assertArrayEquals(full.point(), w, 1e-6);
            }
        }
    }

    @Test
    void solve_whenConverged_satisfiesTheShrinkageEquation() {
        // W_k = s_k c / (c + 2 m G_e), m = α + ρ1 h, for every parameter of every layout, however stiff.
        double[][] penalties = {{0, 1000}, {1e4, 1000}, {1e9, 1e6}};
        for (long seed = 1; seed <= 5; seed++) {
            for (double[] penalty : penalties) {
                ParameterLayout layout = network(6);
                GlobalProblem p = random(layout, seed, penalty[0], penalty[1], 0.2);
                GlobalSolution found = exact.solve(p);
                double[] w = found.parameters().toArray();
                double[] slope = new double[36];
                double h = acyclicity(layout, w, slope);
                double m = p.alpha() + p.rho1() * h;
                for (int k = 0; k < w.length; k++) {
                    int i = layout.source(k % layout.sliceLength());
                    int j = k / layout.sliceLength();
                    double g = i < 0 ? 0 : slope[j * 6 + i];
                    double expected = i == j ? 0 : soft(p, k) * p.curvature() / (p.curvature() + 2 * m * g);
                    assertEquals(expected, w[k], 1e-6, "seed " + seed + " alpha " + penalty[0] + " at " + k);
                }
                assertEquals(h, found.acyclicity(), 1e-9 * h);
            }
        }
    }

    @Test
    void solve_whenPenaltyIsHuge_keepsTheStrongEdgeOfATwoCycle() {
        ParameterLayout layout = ParameterLayout.linear(2);
        Parameters centre = Parameters.copyOf(new double[] {0, 0.4, -1.5, 0});
        GlobalSolution found = exact.solve(new GlobalProblem(layout, centre, 8, 1e6, 1e6, 0, centre));
        // The weak one solves y = c S / (c + 2 α 1.5²) up to terms of the order of its square.
        assertEquals(8 * 0.4 / (8 + 2e6 * 2.25), found.parameters().get(1), 1e-12);
        assertEquals(-1.5, found.parameters().get(2), 1e-6);
    }

    @Test
    void solve_whenStartedAtTheSolution_staysThere() {
        GlobalProblem p = random(ParameterLayout.linear(8), 3, 10, 1000, 0.1);
        GlobalSolution first = exact.solve(p);
        GlobalSolution again = new AugmentedLagrangianSolver(H).solve(startingAt(p, first.parameters()));
        assertEquals(1, again.evaluations());
        assertArrayEquals(first.parameters().toArray(), again.parameters().toArray(), 1e-15);
    }

    @Test
    void solve_whenLimitEndsARound_isContinuedByTheNextToTheSamePoint() {
        GlobalProblem p = random(ParameterLayout.linear(10), 4, 0, 1000, 0.1);
        AugmentedLagrangianSolver hasty = new AugmentedLagrangianSolver(H, 5, 1e-8);
        GlobalProblem round = startingAt(p, Parameters.zeros(100));
        double before = Double.POSITIVE_INFINITY;
        for (int t = 0; t < 20; t++) {
            GlobalSolution found = hasty.solve(round);
            assertTrue(found.evaluations() <= 5);
            double value = objective(p, found.parameters().toArray());
            assertTrue(value <= before * (1 + 1e-12), "round " + t + " must not be worse than the one before");
            before = value;
            round = startingAt(p, found.parameters());
        }
        double reached = objective(p, exact.solve(round).parameters().toArray());
        assertEquals(reached, before, 1e-9 * reached);
    }

    @Test
    void evaluate_gradientMatchesFiniteDifferences() {
        Random random = new Random(5);
        int[] from = {0, 1, 1, 2, 2, 3, 3};
        int[] to = {1, 0, 2, 0, 3, 1, 2};
        double[] size = random.doubles(7, 0.5, 1.5).toArray();
        CyclicEdges f = new CyclicEdges(H.on(EdgePattern.of(4, from, to)), size, 4, 3, 20);
        double[] y = random.doubles(7, 0.1, 0.5).toArray();
        double[] gradient = new double[7];
        f.evaluate(y, gradient);
        for (int e = 0; e < 7; e++) {
            double step = 1e-5;
            double[] up = y.clone();
            double[] down = y.clone();
            up[e] += step;
            down[e] -= step;
            double slope = (f.evaluate(up, new double[7]) - f.evaluate(down, new double[7])) / (2 * step);
            // Central differences: error of order step² times a third derivative of some hundreds.
            assertEquals(slope, gradient[e], 1e-6);
        }
    }

    @Test
    void solve_whenConstraintIsUndefinedAtTheStart_shrinksTheStart() {
        AcyclicityConstraint bounded = constraintUndefinedAbove(0.5);
        GlobalProblem p = random(ParameterLayout.linear(4), 6, 1, 1, 0);
        GlobalSolution found = new AugmentedLagrangianSolver(bounded, 500, 1e-6).solve(p);
        assertTrue(found.acyclicity() <= 0.5 && found.acyclicity() > 0);
        assertTrue(found.evaluations() <= 500);
        GlobalSolution never = new AugmentedLagrangianSolver(constraintUndefinedAbove(-1), 9, 1e-6).solve(p);
        assertEquals(9, never.evaluations());
        assertEquals(0, never.acyclicity(), "edges on cycles are dropped when h is defined nowhere");
        assertEquals(0, acyclicity(p.layout(), never.parameters().toArray(), new double[16]));
    }

    private static AcyclicityConstraint constraintUndefinedAbove(double limit) {
        return new AcyclicityConstraint() {
            @Override
            public String id() {
                return "bounded";
            }

            @Override
            public Evaluator on(EdgePattern pattern) {
                Evaluator inner = H.on(pattern);
                return (squared, gradient) -> {
                    double h = inner.evaluate(squared, gradient);
                    return h > limit ? Double.POSITIVE_INFINITY : h;
                };
            }
        };
    }

    @Test
    void solver_whenArgumentsAreBad_isRefused() {
        assertThrows(IllegalArgumentException.class, () -> new AugmentedLagrangianSolver(H, 0, 1));
        assertThrows(IllegalArgumentException.class, () -> new AugmentedLagrangianSolver(H, 1, Double.NaN));
        Parameters bad = Parameters.copyOf(new double[] {0, Double.NaN, 0, 0});
        GlobalProblem p = new GlobalProblem(ParameterLayout.linear(2), bad, 1, 0, 1, 0, Parameters.zeros(4));
        assertThrows(IllegalArgumentException.class, () -> exact.solve(p));
        assertEquals("augmented-lagrangian/trace-exponential", exact.id());
    }
}
