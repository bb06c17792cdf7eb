// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.greedy;

import io.hedgerow.dp.internal.greedy.settings.GreedyOptions;
import io.hedgerow.dp.internal.greedy.settings.Smoothness;
import io.hedgerow.dp.mechanism.NoiseSource;
import io.hedgerow.dp.mechanism.SecureBits;

/**
 * Solves by proximal greedy coordinate descent with private selection and noisy gradient entries (paper 002, Algorithm
 * 2 and §5.3). Every round is differentially private towards everyone who sees its update, at the cost that
 * {@link #plan} states.
 *
 * <p>Symbols: X [n, q] the rows, B, W, β [q, d], r_k = x_k − Bᵀx_k, w the loss weight, m_i a second moment from
 * {@link Smoothness}, M_i = w·m_i + ρ2, κ the clip factor, s = 2 when a unit is replaced and 1 when it becomes zeros:
 *
 * <pre>
 * c_i    = κ·√(M_i / w)
 * g_ij   = (w / n) Σ_units clip(Σ_rows −x_ki r_kj, ±c_i) + β_ij + ρ2 (B_ij − W_ij)
 * S_ij   = √M_i · |prox(B_ij − g_ij / M_i; λ_i / M_i) − B_ij|
 * (i, j) ∼ exp(S_ij / b),  b = 2·s·√w·κ / (n·ε0)
 * g̃_ij  = g_ij + N(0, σ²),  σ = (w / n)·s·c_i / μ
 * B_ij  ← prox(B_ij − γ·g̃_ij / M_i; γ·λ_i / M_i)                                 K times
 * </pre>
 *
 * <p>Deviations from paper 002. Every unit's entry is clipped before it is added; clipping the average, as §5.3 reads,
 * would have a sensitivity n times larger. M has the index of the row, as the second derivative has. The bounds c_i are
 * κ·√M_i, which is the paper's C_ij with C = κ·√(Σ_i M_i), summed over the variables and not over all pairs. Noise and
 * scale follow from ε0 and μ, not from Theorem 5.1, whose σ and β are interchanged. Second moments are public or
 * released; the published curves use exact ones.
 *
 * <p><b>Private</b> for the unit and adjacency of the options: a round is K times one selection of bounded range ε0 and
 * one Gaussian call of μ, round 0 also the releases of the options. The number of steps, the scale, the noise and the
 * candidates do not depend on data, and cells that are not finite count as 0; proof note
 * {@code docs/privacy-proofs/dp-pgcd.md}. The time a round takes is not constant.
 *
 * <p>Rows are read once and kept in memory between rounds, as are the clipped sums; they are used only while a view of
 * the same data is open. Not thread-safe. Costs O(n·(q + nnz)) a step, 10·n·q bytes.
 */
public final class DpProximalGreedySolver extends PrivateGreedySolver {

    /** A solver with the usual noise. */
    public DpProximalGreedySolver(GreedyOptions options) {
        this(options, NoiseSource.usual());
    }

    /**
     * A solver for one site of one study, with noise of a source that only it uses, at the cost that follows from its
     * law. Selections draw their own bits.
     */
    public DpProximalGreedySolver(GreedyOptions options, NoiseSource noise) {
        this(options, noise, new MechanismSteps(options.units(), options.cost(), noise, new SecureBits()));
    }

    /** Creates a solver with other steps than those planned; for tests. */
    DpProximalGreedySolver(GreedyOptions options, NoiseSource noise, PrivateSteps steps) {
        super("dp-pgcd", options, noise, steps);
    }
}
