// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.solver;

import io.hedgerow.core.internal.acyclicity.AcyclicityConstraint;
import io.hedgerow.core.internal.acyclicity.EdgePattern;
import io.hedgerow.core.internal.graph.StronglyConnectedComponents;
import io.hedgerow.core.internal.optimise.Objective.Minimum;
import io.hedgerow.core.internal.optimise.Objective.Minimum.StopReason;
import io.hedgerow.core.internal.optimise.ProjectedLbfgs;
import io.hedgerow.core.internal.optimise.ProjectedLbfgs.LbfgsOptions;
import io.hedgerow.core.model.ParameterLayout;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.solver.GlobalProblem;
import io.hedgerow.core.solver.GlobalSolution;
import io.hedgerow.core.solver.GlobalSolver;
import java.util.Arrays;

/**
 * Finds a stationary point of the coordinator's subproblem, near its start,
 *
 * <pre>F(W) = λ Σ_k w_k |W_k| + α h(A) + ρ1/2 h(A)² + c/2 ‖W − V‖²,   A_ij = Σ_{k carries i → j} W_k²,   A_ii = 0</pre>
 *
 * <p>(papers 001 and 002, eq. 5, with the ℓ1 weights w of the layout), exactly where it has a closed form and by
 * projected L-BFGS on as few variables as possible elsewhere.
 *
 * <p><b>Reduction.</b> Let s_k = soft(V_k, λ w_k / c), G = ∂h/∂A ≥ 0 and m = α + ρ1 h ≥ 0. W is stationary when for
 * every k, with e the edge of k, 0 ∈ λ w_k ∂|W_k| + 2 m G_e W_k + c (W_k − V_k), that is, when
 *
 * <pre>W_k = soft(c V_k, λ w_k) / (c + 2 m G_e) = s_k · c / (c + 2 m G_e).</pre>
 *
 * <p>Hence, at every stationary point and so at every local minimum:
 *
 * <ol>
 *   <li>W_k has the sign of V_k, |W_k| ≤ |s_k|, and W_k = 0 exactly when s_k = 0. On that orthant λ w_k |W_k| + c/2
 *       (W_k − V_k)² = c/2 (W_k − s_k)² + constant: the ℓ1 term is gone.
 *   <li>The parameters of one edge shrink by one common factor, so only the size y_e = √A_e of an edge is unknown,
 *       between 0 and S_e = √(Σ s_k²): W_k = s_k y_e / S_e and F = α h + ρ1/2 h² + c/2 ‖y − S‖² + constant.
 *   <li>An edge on no cycle of the graph {e : S_e &gt; 0} has G_e = 0, so W_k = s_k. These are the edges between
 *       strongly connected components. Parameters that carry no edge have W_k = s_k too.
 * </ol>
 *
 * <p>What remains are the m edges within components: O(evaluations · (cost of h + 40 m)). Start at the last round's
 * consensus: the problem is not convex, and which edge of a cycle survives depends on the start. Reaching the limit of
 * evaluations is normal, as the next round continues; the best point so far is returned. Not private: it sees what the
 * round revealed. Not thread-safe.
 */
public final class AugmentedLagrangianSolver implements GlobalSolver {

    private static final int MEMORY = 10;

    private final AcyclicityConstraint constraint;
    private final int maxEvaluations;
    private final double tolerance;
    private final ProjectedLbfgs minimiser = new ProjectedLbfgs();

    /** For federated runs: at most 30 evaluations in a round, weights to 1e-6. */
    public AugmentedLagrangianSolver(AcyclicityConstraint constraint) {
        this(constraint, 30, 1e-6);
    }

    /**
     * Stops after so many evaluations, or at a projected gradient within the tolerance times c, in units of weights.
     */
    public AugmentedLagrangianSolver(AcyclicityConstraint constraint, int maxEvaluations, double tolerance) {
        this.constraint = constraint;
        if (maxEvaluations < 1 || !(tolerance >= 0)) {
            throw new IllegalArgumentException(
                    "maxEvaluations must be at least 1 and tolerance >= 0, were " + maxEvaluations + ", " + tolerance);
        }
        this.maxEvaluations = maxEvaluations;
        this.tolerance = tolerance;
    }

    @Override
    public String id() {
        return "augmented-lagrangian/" + constraint.id();
    }

    @Override
    public GlobalSolution solve(GlobalProblem problem) {
        ParameterLayout layout = problem.layout();
        int d = layout.targets();
        int q = layout.sliceLength();
        double[] w = softThreshold(problem);
        // Entry j * d + i is the edge i -> j: Σ s_k², and Σ start_k s_k.
        double[] size = new double[d * d];
        double[] start = new double[d * d];
        for (int j = 0; j < d; j++) {
            for (int s = 0; s < q; s++) {
                int i = layout.source(s);
                if (i >= 0) {
                    double x = w[j * q + s];
                    size[j * d + i] += x * x;
                    start[j * d + i] += x * problem.start().get(j * q + s);
                }
            }
        }
        int[] edges = edgesOnCycles(d, size);
        int m = edges.length;
        double[] upper = new double[m];
        double[] first = new double[m];
        for (int e = 0; e < m; e++) {
            upper[e] = Math.sqrt(size[edges[e]]);
            first[e] = start[edges[e]] / upper[e];
        }
        double[] kept = new double[m];
        GlobalSolution outcome = minimise(problem, d, edges, upper, first, kept);
        double[] factor = new double[d * d];
        Arrays.fill(factor, 1);
        for (int e = 0; e < m; e++) {
            factor[edges[e]] = kept[e] / upper[e];
        }
        for (int j = 0; j < d; j++) {
            for (int s = 0; s < q; s++) {
                if (layout.source(s) >= 0) {
                    w[j * q + s] *= factor[j * d + layout.source(s)];
                }
            }
        }
        return new GlobalSolution(Parameters.takeOver(w), outcome.acyclicity(), outcome.evaluations());
    }

    private GlobalSolution minimise(
            GlobalProblem problem, int d, int[] edges, double[] upper, double[] first, double[] kept) {
        int m = edges.length;
        int evaluations = 0;
        double h = 0;
        if (m > 0) {
            int[] from = new int[m];
            int[] to = new int[m];
            for (int e = 0; e < m; e++) {
                from[e] = edges[e] % d;
                to[e] = edges[e] / d;
            }
            CyclicEdges objective = new CyclicEdges(
                    constraint.on(EdgePattern.of(d, from, to)),
                    upper,
                    problem.curvature(),
                    problem.alpha(),
                    problem.rho1());
            Minimum found;
            do {
                found = minimiser.minimise(
                        objective,
                        first,
                        new double[m],
                        upper,
                        new LbfgsOptions(MEMORY, maxEvaluations - evaluations, tolerance * problem.curvature(), 0),
                        objective);
                evaluations += found.evaluations();
                // h may be undefined far out, but it is 0 at the empty graph and defined near it.
                for (int e = 0; e < m; e++) {
                    first[e] = 0.5 * found.point()[e];
                }
            } while (found.reason() == StopReason.START_NOT_FINITE && evaluations < maxEvaluations);
            if (found.reason() != StopReason.START_NOT_FINITE) {
                System.arraycopy(found.point(), 0, kept, 0, m);
                h = objective.acyclicity();
            }
        }
        return new GlobalSolution(Parameters.zeros(0), h, evaluations);
    }

    /** s, with self-edges at 0. */
    private static double[] softThreshold(GlobalProblem problem) {
        ParameterLayout layout = problem.layout();
        int q = layout.sliceLength();
        double[] s = problem.centre().toArray();
        for (int j = 0; j < layout.targets(); j++) {
            for (int k = 0; k < q; k++) {
                int at = j * q + k;
                if (!Double.isFinite(s[at])) {
                    throw new IllegalArgumentException("centre must be finite, was " + s[at] + " at " + at);
                }
                double threshold = problem.lambda() * layout.l1Weight(k) / problem.curvature();
                double left = Math.abs(s[at]) - threshold;
                s[at] = left <= 0 || layout.isSelfEdge(j, k) ? 0 : Math.copySign(left, s[at]);
            }
        }
        return s;
    }

    /** The entries j * d + i that are not 0 and whose ends i, j share a strongly connected component. */
    private static int[] edgesOnCycles(int d, double[] size) {
        int count = 0;
        for (double x : size) {
            count += x > 0 ? 1 : 0;
        }
        int[] edges = new int[count];
        int[] from = new int[count];
        int[] to = new int[count];
        count = 0;
        for (int k = 0; k < size.length; k++) {
            if (size[k] > 0) {
                edges[count] = k;
                from[count] = k % d;
                to[count++] = k / d;
            }
        }
        int[] component = StronglyConnectedComponents.of(d, from, to);
        int cyclic = 0;
        for (int e = 0; e < count; e++) {
            if (component[from[e]] == component[to[e]]) {
                edges[cyclic++] = edges[e];
            }
        }
        return Arrays.copyOf(edges, cyclic);
    }
}
