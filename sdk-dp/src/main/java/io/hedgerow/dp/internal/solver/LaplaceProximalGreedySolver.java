// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.solver;

import io.hedgerow.core.data.DataView;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.protocol.Payload;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.solver.LocalProblem;
import io.hedgerow.core.solver.LocalSolution;
import io.hedgerow.dp.mechanism.DiscreteNoise;
import io.hedgerow.dp.mechanism.NoiseSource;
import io.hedgerow.dp.solver.PlannedSolver;
import java.util.List;

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
public final class LaplaceProximalGreedySolver implements PlannedSolver {

    private final GreedySite site;
    private final LaplaceSteps steps;

    /**
     * A solver for one site of one study.
     *
     * @param options what is computed, on whose behalf and at what cost
     */
    public LaplaceProximalGreedySolver(GreedyOptions options) {
        this(options, DiscreteNoise.secure());
    }

    /**
     * A solver for one site of one study, with noise of a chosen source.
     *
     * @param options what is computed, on whose behalf and at what cost
     * @param noise draws the noise of all releases; for this solver only
     */
    public LaplaceProximalGreedySolver(GreedyOptions options, NoiseSource noise) {
        this.site = new GreedySite(options, noise);
        this.steps = new LaplaceSteps(options.units(), options.cost(), noise);
    }

    @Override
    public String id() {
        return "dp-pgcd-laplace";
    }

    /**
     * {@inheritDoc}
     *
     * @throws IllegalStateException when round 0, in which the releases are made, was missed
     */
    @Override
    public MechanismEvent plan(Task task) {
        return site.plan(task.round(), steps.event());
    }

    @Override
    public List<MechanismEvent> roundPlan(int rounds) {
        return site.roundPlan(rounds, steps.event());
    }

    @Override
    public boolean protectsPersons() {
        return site.units().byPerson();
    }

    @Override
    public Adjacency adjacency() {
        return site.units().adjacency();
    }

    /**
     * {@inheritDoc}
     *
     * @throws IllegalArgumentException when the layout is not linear in the variables of the view, or the problem asks
     *     for the site's mean
     * @throws io.hedgerow.core.data.DataException when the records cannot be read or are not as many as declared
     * @throws IllegalStateException when round 0, in which the releases are made, was missed
     */
    @Override
    public LocalSolution solve(LocalProblem problem, DataView view) {
        return site.solve(problem, view, steps);
    }

    @Override
    public Payload releasedState() {
        return site.releasedState(id());
    }

    /**
     * {@inheritDoc}
     *
     * @throws IllegalStateException when round 0 was computed by this instance
     */
    @Override
    public void restore(Payload releasedState) {
        site.restore(id(), releasedState);
    }
}
