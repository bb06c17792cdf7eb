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
import org.jspecify.annotations.Nullable;

/**
 * Proximal greedy coordinate descent (PGCD) on a linear site problem: at most K entries change in a round, always the
 * one with the highest score, so an update is small to send (paper 002, eq. 8–9).
 *
 * <p>Symbols: B, G [q, d], G = w·S(B − I) + β + ρ2(B − W) the smooth gradient, λ_i = λ·l1Weight(i), γ in (0, 1]:
 *
 * <pre>
 * M_i  = w·S_ii + ρ2
 * S_ij = √M_i · |prox(B_ij − G_ij / M_i; λ_i / M_i) − B_ij|
 * B_ij ← prox(B_ij − γ·G_ij / M_i; γ·λ_i / M_i)          for the (i, j) of the highest score
 * </pre>
 *
 * <p>Deviation: M has the index of the row i; paper 002, A.3 prints that of the column, with which the iteration can
 * diverge. Starts from the previous solution, without which truncated runs stay far from it. Equal scores: the lowest
 * flat index j·q + i wins, so equal inputs give equal results to the last bit.
 *
 * <p><b>Not private.</b> The updated entries are functions of exact second moments; converged, they satisfy linear
 * equations in S from which a coordinator that sees single uploads recovers its used entries (paper 002, A.1). Cost:
 * O(nnz(B)·q + d·q) to start a round, O(q + log d) a step. Not thread-safe.
 */
public final class ProximalGreedySolver implements LocalSolver {

    /**
     * At most K = {@code maxIterations} entries change in a round, by steps γ in (0, 1], until no score exceeds the
     * tolerance, in units of √loss: a step with γ = 1 lowers the objective by at least half its square.
     */
    public record Options(int maxIterations, double tolerance, double gamma, Diagonal diagonal) {
        public Options {
            if (maxIterations < 1) {
                throw new IllegalArgumentException("maxIterations must be at least 1, was " + maxIterations);
            }
            if (!(tolerance >= 0) || tolerance == Double.POSITIVE_INFINITY) {
                throw new IllegalArgumentException("tolerance must be finite and >= 0, was " + tolerance);
            }
            if (!(gamma > 0 && gamma <= 1)) {
                throw new IllegalArgumentException("gamma must be > 0 and <= 1, was " + gamma);
            }
        }
    }

    private final Options options;
    private final SecondMoments moments = new SecondMoments();
    private @Nullable GreedyDescent descent;

    public ProximalGreedySolver(Options options) {
        this.options = options;
    }

    @Override
    public String id() {
        return "pgcd";
    }

    @Override
    public MechanismEvent plan(Task task) {
        return new MechanismEvent.NonPrivate("proximal greedy coordinate descent on exact second moments");
    }

    /** {@inheritDoc} Refuses a layout that is not linear in the variables of the view. */
    @Override
    public LocalSolution solve(LocalProblem problem, DataView view) {
        LinearSubproblem linear = new LinearSubproblem(problem, moments.of(problem, view));
        GreedyDescent current = descent;
        if (current == null || !current.fits(linear)) {
            current = new GreedyDescent(linear.targets(), linear.sliceLength());
            descent = current;
        }
        GreedyDescent.Outcome outcome = current.run(linear, options);
        return new LocalSolution(Parameters.takeOver(current.flat()), outcome.steps(), outcome.converged());
    }
}
