// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.method;

import io.hedgerow.core.method.Agreement;
import io.hedgerow.core.method.NamedMethod;
import io.hedgerow.dp.accounting.PrivacyBudget;
import io.hedgerow.dp.method.settings.SiteUnits;
import io.hedgerow.dp.solver.PlannedSolver;
import java.util.Collections;
import java.util.List;

/**
 * Creates the private local solver of paper 002, for programs that run or wrap it. {@code LocalSolvers} of
 * {@code sdk-core} makes the others.
 *
 * <p>Wrap one with {@link PlannedSolver#postProcessed}, which keeps its plan, so that a ledger charges its cost: a
 * wrapper may change the release, and may not read data again.
 */
public final class PrivateLocalSolvers {

    private PrivateLocalSolvers() {}

    /**
     * Private proximal greedy coordinate descent (DP-PGCD; paper 002, Algorithm 2 and §5.3): in every round K times an
     * entry is chosen by a noisy score and changed by a noisy gradient, whose parts of each unit are clipped before
     * they are added. With M_i = w·m_i + ρ2, m_i a released second moment, κ the clip, s = 2 when a unit is replaced
     * and 1 when it becomes zeros:
     *
     * <pre>
     * c_i    = κ·√(M_i / w)
     * g_ij   = (w / n) Σ_units clip(Σ_rows −x_ki r_kj, ±c_i) + β_ij + ρ2 (B_ij − W_ij)
     * (i, j) ∼ exp(S_ij / b),  b = 2·s·√w·κ / (n·ε0),  S_ij = √M_i · |prox(B_ij − g_ij / M_i; λ / M_i) − B_ij|
     * B_ij  ← prox(B_ij − γ·(g_ij + N(0, σ²)) / M_i; γ·λ / M_i),  σ = (w / n)·s·c_i / μ
     * </pre>
     *
     * <p><b>Private</b> for the unit and adjacency of {@code units}: a round is K selections of bounded range ε0 and K
     * Gaussian calls of μ, round 0 also releases scales. ε0 and μ are the largest with which all rounds of the settings
     * stay within the budget, as certified. The proof is in {@code docs/privacy-proofs/dp-pgcd.md}; deviations from the
     * paper are listed there.
     *
     * @param named {@code dp-fed-sparse}, or {@code dp-fed-sparse-laplace}, with rounds and parameters as a plan has
     *     them
     * @param agreement what the study is about
     * @param units of every site: public numbers
     * @param budget of the whole study, with δ &gt; 0
     * @return the method: {@code RoundsMethod.of} takes its study, and a solver of it for each site, which states its
     *     plan beforehand; equal plans are certified once
     * @throws IllegalArgumentException when the method takes no greedy steps, a parameter is wrong, or the budget
     *     cannot be met
     */
    public static PrivateMethod proximalGreedy(
            NamedMethod named, Agreement agreement, SiteUnits units, PrivacyBudget budget) {
        if (!PrivateConsensusMethod.takesSteps(named.name())) {
            throw new IllegalArgumentException("the method must be one of private greedy steps, "
                    + PrivateConsensusMethod.STEPS.name() + " or " + PrivateConsensusMethod.LAPLACE_STEPS.name()
                    + ", was " + named.name());
        }
        List<SiteUnits> all = Collections.nCopies(agreement.sites().size(), units);
        return PrivateMethods.of(named, agreement, UnitsOfSites.of(budget, agreement.sites(), all));
    }
}
