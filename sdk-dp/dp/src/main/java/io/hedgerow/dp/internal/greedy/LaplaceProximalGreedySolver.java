// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.greedy;

import io.hedgerow.dp.internal.greedy.settings.GreedyOptions;
import io.hedgerow.dp.mechanism.NoiseSource;

/**
 * Greedy coordinate descent with Laplace noise on every score and on the chosen gradient entry: a baseline in the
 * manner of Mangold et al. 2023 (differentially private greedy coordinate descent), on the same problem, with the same
 * clipping, steps and releases as {@link DpProximalGreedySolver}.
 *
 * <p>Of {@link GreedyOptions#cost}, {@code selectionRange} is the ε of one selection and {@code mu} the ε of one
 * update, both pure.
 *
 * <p>Deviations from Mangold et al.: their gradient is that of Lipschitz losses, here entries are clipped per unit; the
 * score has the proximal step of an ℓ1 term; noise is discrete on a lattice.
 *
 * <p><b>Private</b>: each step is one report-noisy-max, ε = 2Δ/t, and one Laplace release; proof note
 * {@code docs/privacy-proofs/dp-pgcd-laplace.md}. Keeps rows in memory between rounds, used only while a view of the
 * same data is open. Not thread-safe. Costs O(n·q) and d·q draws of noise a step.
 */
public final class LaplaceProximalGreedySolver extends PrivateGreedySolver {

    private static final String ID = "dp-pgcd-laplace";

    /** A solver with the usual noise. */
    public LaplaceProximalGreedySolver(GreedyOptions options) {
        this(options, NoiseSource.usual());
    }

    /**
     * A solver for one site of one study, with noise of a source that only it uses.
     *
     * @throws IllegalArgumentException when the source's law is not exact: this baseline is pure without a δ, and draws
     *     a number for every score
     */
    public LaplaceProximalGreedySolver(GreedyOptions options, NoiseSource noise) {
        super(ID, options, exact(noise), new LaplaceSteps(options.units(), options.cost(), noise));
    }

    private static NoiseSource exact(NoiseSource noise) {
        if (!noise.law().isExact()) {
            throw new IllegalArgumentException(
                    ID + " needs noise of an exact law, was " + noise.id() + ": take noise discrete, or dp-fed-sparse");
        }
        return noise;
    }
}
