// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.method;

import io.hedgerow.core.method.Agreement;
import io.hedgerow.core.privacy.PrivacyPromise;
import io.hedgerow.core.study.Study;
import io.hedgerow.dp.accounting.PrivacyBudget;
import io.hedgerow.dp.internal.options.SolverOptions;
import io.hedgerow.dp.method.settings.PrivateAlgorithm;
import io.hedgerow.dp.method.settings.PrivateSettings;
import io.hedgerow.dp.method.settings.SiteUnits;
import io.hedgerow.dp.solver.PlannedSolver;

/**
 * Makes the private local solver of paper 002 to run or to wrap. {@code LocalSolvers} of {@code sdk-core} makes the
 * others.
 *
 * <p>Wrap one with {@link PlannedSolver#postProcessed}, which keeps its plan, so that a ledger charges its cost: a
 * wrapper may change the release, and may not read data again.
 */
public final class PrivateLocalSolvers {

    private PrivateLocalSolvers() {}

    /**
     * The study that settings of a greedy algorithm were chosen for: λ at the sites, and all rounds of the settings.
     *
     * @param agreement what it is about
     * @param settings of a {@linkplain PrivateAlgorithm#isGreedy greedy} algorithm
     * @return what {@code RoundsMethod.of} takes
     * @throws IllegalArgumentException when the settings are of another algorithm
     */
    public static Study study(Agreement agreement, PrivateSettings settings) {
        return rounds(settings)
                .study(
                        agreement.name(),
                        agreement.schema(),
                        agreement.sites().size(),
                        agreement.policy(),
                        agreement.isMasked());
    }

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
     * @param settings of a {@linkplain PrivateAlgorithm#isGreedy greedy} algorithm, such as
     *     {@code PrivateSettings.recommended} gives; the study must have as many rounds
     * @param variables d
     * @param units of the site: public numbers
     * @param budget of the whole study, with δ &gt; 0
     * @param accounting may be shared by sites and runs: equal plans are certified once
     * @return a new solver for one site, which states its plan beforehand
     * @throws IllegalArgumentException when the settings are of another algorithm, or the budget cannot be met
     */
    public static PlannedSolver proximalGreedy(
            PrivateSettings settings,
            int variables,
            SiteUnits units,
            PrivacyBudget budget,
            SharedAccounting accounting) {
        if (!(budget.delta() > 0)) {
            throw new IllegalArgumentException("private steps need a delta > 0, was " + budget.delta());
        }
        GreedyRounds rounds = rounds(settings);
        return rounds.solver(rounds.fit(variables, SolverOptions.ofSteps(units), budget, accounting));
    }

    private static GreedyRounds rounds(PrivateSettings settings) {
        if (!settings.algorithm().isGreedy()) {
            throw new IllegalArgumentException("settings must be of an algorithm of private greedy steps, were of "
                    + settings.algorithm().id());
        }
        return new GreedyRounds(settings, PrivacyPromise.USUAL_NOISE);
    }
}
