// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.solver;

import io.hedgerow.core.data.DataView;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.solver.LocalProblem;
import io.hedgerow.core.solver.LocalSolution;
import io.hedgerow.dp.mechanism.DiscreteNoise;
import io.hedgerow.dp.mechanism.NoiseSource;
import io.hedgerow.dp.solver.PlannedSolver;
import java.util.List;

/**
 * A site's part in a private release of second moments of normal scores, from which the coordinator learns a network
 * without further cost. Every round is differentially private towards everyone who sees its sum.
 *
 * <p>Symbols: d variables, x a row; c centre and a unit: public; s_j[k] the score of cell k, as the coordinator
 * announced it after the first round.
 *
 * <pre>
 * histograms: rows in each cell of (x_j − c_j) / a, + noise
 * products:   Σ u uᵀ + noise, u = y / max(1, ‖y‖), y_j = s_j[cell of x_j]
 * </pre>
 *
 * <p><b>Private</b> for the unit and under the adjacency of the options, at the Gaussian events of {@link #roundPlan};
 * together one of μ. What the coordinator announces decides about accuracy, not about privacy. Proof notes:
 * {@code docs/privacy-proofs/noisy-scores.md}. Not thread-safe. O(n d²).
 */
public final class ScoreReleaseSolver implements PlannedSolver {

    private final ScoreOptions scores;
    private final NoiseSource noise;
    private int planned = -1;

    /**
     * A solver for one site of one study.
     *
     * @param options what is released, and at what cost
     */
    public ScoreReleaseSolver(ScoreOptions options) {
        this(options, DiscreteNoise.secure());
    }

    ScoreReleaseSolver(ScoreOptions scores, NoiseSource noise) {
        this.scores = scores;
        this.noise = noise;
    }

    /** {@inheritDoc} Those of other releases of dp-gram, which a site's policy allows alike. */
    @Override
    public String id() {
        return scores.options().noiseSites() > 1 ? "dp-gram-shared-noise" : "dp-gram";
    }

    @Override
    public int sitesInSum() {
        return scores.options().noiseSites();
    }

    @Override
    public boolean protectsPersons() {
        return scores.options().byPerson();
    }

    @Override
    public Adjacency adjacency() {
        return scores.options().adjacency();
    }

    @Override
    public MechanismEvent plan(Task task) {
        planned = -1;
        int round = task.round();
        if (round < 0 || round >= ScoreOptions.ROUNDS) {
            throw new IllegalArgumentException("this release has " + ScoreOptions.ROUNDS
                    + " rounds, was asked for round " + round + ", counted from 0");
        }
        planned = round;
        return roundPlan(ScoreOptions.ROUNDS).get(round);
    }

    @Override
    public List<MechanismEvent> roundPlan(int rounds) {
        if (rounds != ScoreOptions.ROUNDS) {
            throw new IllegalArgumentException("rounds must be " + ScoreOptions.ROUNDS + ", was " + rounds);
        }
        return List.of(
                scores.histograms().event(),
                new ScoreGramSum(scores, new double[0]).event()); // costs the same, whatever the scores
    }

    /**
     * {@inheritDoc}
     *
     * @throws IllegalArgumentException when the problem asks for the site's own mean to be subtracted, or the layout is
     *     not that of this release
     * @throws io.hedgerow.core.data.DataException when the records cannot be read or are not as many as declared
     * @throws IllegalStateException when nothing was planned since the last call
     */
    @Override
    public LocalSolution solve(LocalProblem problem, DataView view) {
        int round = planned;
        planned = -1;
        if (round < 0) {
            throw new IllegalStateException("plan must be called before each solve, was not");
        }
        GramReleaseSolver.requireUncentred(problem);
        int d = scores.options().variables();
        int size = scores.layout().size();
        if (view.schema().size() != d || problem.layout().size() != size) {
            throw new IllegalArgumentException("data and layout must have the planned " + d + " variables and " + size
                    + " places, have " + view.schema().size() + " and "
                    + problem.layout().size());
        }
        GramPhase phase = round == 0
                ? scores.histograms()
                : new ScoreGramSum(scores, scores.released(0, problem.consensus())); // in the place of histograms
        double[] released =
                GramReleaseSolver.released(view, scores.options(), phase, scores.centre(), scores.units(), noise);
        double[] flat = problem.previous().toArray(); // what was released before stays: an update has only what is new
        System.arraycopy(released, 0, flat, scores.parts().get(round), released.length);
        return new LocalSolution(Parameters.takeOver(flat), 1, true);
    }
}
