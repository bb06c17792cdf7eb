// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.solver;

import io.hedgerow.core.data.DataView;
import io.hedgerow.core.model.Diagonal;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.solver.LocalProblem;
import io.hedgerow.core.solver.LocalSolution;
import io.hedgerow.core.solver.LocalSolver;
import java.util.Objects;

/**
 * What greedy steps are compared with: the exact solution of a linear site problem with its ℓ1 term, up to a stated
 * violation of the optimality conditions (paper 002, eq. 4). Each column is an independent LASSO with a ridge towards
 * W, solved by cyclic coordinate descent on an active set, with direct solves once the signs are settled.
 *
 * <p>At return every entry of column j satisfies, with g the gradient of the smooth part, |g_s + λ_s·sign(b_s)| ≤ t
 * where b_s ≠ 0 and |g_s| ≤ λ_s + t where b_s = 0, t = tolerance · max_s |g_s| at b = 0. Strong convexity (ρ2) makes
 * the solution unique, at distance at most √q·t/ρ2; it is the one that {@link ProximalGreedySolver} run to convergence
 * finds.
 *
 * <p>The paper keeps greedy steps because classical solvers "fail on raw data"; that is true of Frank–Wolfe, not of
 * coordinate descent. Greedy truncation remains useful because fewer entries change and are sent.
 *
 * <p><b>Not private.</b> The optimality conditions are linear equations in S: an upload, W and β give the coordinator
 * S·(B − I) on the support of B (paper 002, A.1).
 *
 * <p>Cost per column and outer step: 2·q·a for the gradient, 2·a² a sweep, a³/3 for the direct solve, a the active
 * entries. Starts from the previous solution. Not thread-safe.
 */
public final class CoordinateDescentSolver implements LocalSolver {

    /**
     * When to stop.
     *
     * @param tolerance relative violation of the optimality conditions; finite and &gt; 0
     * @param maxSweeps sweeps per column at most, approximately; at least 1
     * @param diagonal whether self edges are held at 0 or free
     */
    public record Options(double tolerance, int maxSweeps, Diagonal diagonal) {
        public Options {
            Objects.requireNonNull(diagonal, "diagonal");
            if (!(tolerance > 0) || tolerance == Double.POSITIVE_INFINITY) {
                throw new IllegalArgumentException("tolerance must be finite and > 0, was " + tolerance);
            }
            if (maxSweeps < 1) {
                throw new IllegalArgumentException("maxSweeps must be at least 1, was " + maxSweeps);
            }
        }

        /**
         * Tolerance 1e-9, at most 100,000 sweeps.
         *
         * @param diagonal whether self edges are held at 0 or free
         */
        public static Options exact(Diagonal diagonal) {
            return new Options(1e-9, 100_000, diagonal);
        }
    }

    private final Options options;
    private final SecondMoments moments = new SecondMoments();

    /** A solver for one site of one study. */
    public CoordinateDescentSolver(Options options) {
        this.options = Objects.requireNonNull(options, "options");
    }

    @Override
    public String id() {
        return "coordinate-descent";
    }

    @Override
    public MechanismEvent plan(Task task) {
        return new MechanismEvent.NonPrivate("coordinate descent on exact second moments");
    }

    /**
     * {@inheritDoc}
     *
     * @return B; the number of iterations is that of sweeps over all columns together
     * @throws IllegalArgumentException when the layout is not linear in the variables of the view
     */
    @Override
    public LocalSolution solve(LocalProblem problem, DataView view) {
        LinearSubproblem linear = new LinearSubproblem(problem, moments.of(problem, view));
        LassoColumn lasso = new LassoColumn(linear);
        int q = linear.sliceLength();
        double[] flat = new double[problem.layout().size()];
        double[] b = new double[q];
        boolean converged = true;
        int sweeps = 0;
        for (int j = 0; j < linear.targets(); j++) {
            linear.copyPrevious(j, b);
            int excluded = -1;
            if (options.diagonal() == Diagonal.MASKED) {
                excluded = j;
                b[j] = 0;
            }
            converged &= lasso.solve(j, b, excluded, options.tolerance(), options.maxSweeps());
            sweeps += lasso.sweeps();
            System.arraycopy(b, 0, flat, j * q, q);
        }
        return new LocalSolution(Parameters.takeOver(flat), sweeps, converged);
    }
}
