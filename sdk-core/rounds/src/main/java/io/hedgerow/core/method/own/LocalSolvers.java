// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.method.own;

import io.hedgerow.core.internal.acyclicity.AcyclicityConstraint;
import io.hedgerow.core.internal.solver.AugmentedLagrangianSolver;
import io.hedgerow.core.internal.solver.ClosedFormSolver;
import io.hedgerow.core.internal.solver.ProximalGreedySolver;
import io.hedgerow.core.model.AcyclicityForm;
import io.hedgerow.core.model.Diagonal;
import io.hedgerow.core.solver.GlobalSolver;
import io.hedgerow.core.solver.LocalSolver;

/**
 * Creates the local solvers of the published methods without privacy, for programs that run or wrap them. The private
 * ones are made by {@code PrivateLocalSolvers} of {@code sdk-dp}.
 *
 * <p>A site's problem, with S its second moments [d, d], W the consensus, β its dual, w the loss weight, and λ, ρ2 of
 * the study (paper 002, eq. 4):
 *
 * <pre>min_B  w·½ tr((I − B)ᵀ S (I − B)) + λ‖B‖₁ + ⟨β, B − W⟩ + ρ2/2·‖B − W‖²</pre>
 *
 * <p>Parameters are flat: the weight of i → j is at j·d + i. A wrapper calls {@code solve} of a solver that it alone
 * uses, one for each site, and changes the result.
 *
 * <p><b>None of these is private</b>: each says {@code NonPrivate} in its plan, and a gate with a budget refuses it. A
 * wrapper must say the same, whatever it adds: noise in a wrapper is no guarantee unless its sensitivity was bounded.
 */
public final class LocalSolvers {

    /** In units of √loss; an entry is then known to about 1e-4, far below any threshold of interest. */
    private static final double TOLERANCE = 1e-4;

    private LocalSolvers() {}

    /**
     * Creates a solver that computes the exact solution without the ℓ1 term, which is then the coordinator's (papers
     * 001 and 002, eq. 10):
     *
     * <pre>B = (w·S + ρ2·I)⁻¹ (ρ2·W − β + w·S)</pre>
     *
     * <p>λ is ignored. One upload reveals S exactly. Costs one inverse, kept while S, w and ρ2 stay the same, and a
     * product of [d, d] matrices a round.
     *
     * @param diagonal whether self edges are held at 0, each column then being solved without its own variable, or free
     * @return a new solver for one site
     */
    public static LocalSolver closedForm(Diagonal diagonal) {
        return new ClosedFormSolver(diagonal);
    }

    /**
     * Creates a solver by proximal greedy coordinate descent (PGCD; paper 002, eq. 8 and 9): at most K entries change
     * in a round, always the one with the highest score S_ij, so that an update is small to send. With G the gradient
     * of the smooth part and M_i = w·S_ii + ρ2:
     *
     * <pre>
     * S_ij = √M_i · |prox(B_ij − G_ij / M_i; λ / M_i) − B_ij|
     * B_ij ← prox(B_ij − γ·G_ij / M_i; γ·λ / M_i)
     * </pre>
     *
     * <p>Stops when no score is above 1e-4. Costs O(d) a step. The entries are functions of exact second moments.
     *
     * @param steps K, entries changed in a round at most; at least 1, and 10·d is nearly converged
     * @param gamma γ, the length of a step; in (0, 1]
     * @param diagonal whether self edges are held at 0 or free
     * @return a new solver for one site
     */
    public static LocalSolver proximalGreedy(int steps, double gamma, Diagonal diagonal) {
        return new ProximalGreedySolver(new ProximalGreedySolver.Options(steps, TOLERANCE, gamma, diagonal));
    }

    /**
     * Creates the solver of the coordinator's step, which finds a stationary point near the last consensus of
     *
     * <pre>λ‖W‖₁ + α·h(W) + ρ1/2·h(W)² + c/2·‖W − V‖²</pre>
     *
     * <p>(papers 001 and 002, eq. 5) with h in its log-determinant form, which is 0 for acyclic networks alone, and V
     * the mean of what the sites sent. It sees what the round revealed, and no data.
     *
     * @return a new solver: at most 30 evaluations of h in a round
     */
    public static GlobalSolver consensus() {
        return consensus(AcyclicityForm.LOG_DETERMINANT);
    }

    /**
     * {@return a consensus solver with another form of h}
     *
     * @param acyclicity h
     */
    public static GlobalSolver consensus(AcyclicityForm acyclicity) {
        return new AugmentedLagrangianSolver(AcyclicityConstraint.of(acyclicity));
    }
}
