// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.release.histogram;

import io.hedgerow.core.data.DataView;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.solver.LocalProblem;
import io.hedgerow.dp.internal.release.GramPhase;
import io.hedgerow.dp.internal.release.PlannedRelease;
import io.hedgerow.dp.mechanism.DiscreteNoise;
import io.hedgerow.dp.mechanism.NoiseSource;
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
public final class ScoreReleaseSolver extends PlannedRelease {

    private final ScoreOptions scores;

    public ScoreReleaseSolver(ScoreOptions options) {
        this(options, DiscreteNoise.secure());
    }

    ScoreReleaseSolver(ScoreOptions scores, NoiseSource noise) {
        super(
                "dp-gram",
                scores.options(),
                noise,
                scores.options().variables(),
                scores.layout().size());
        this.scores = scores;
    }

    @Override
    public List<MechanismEvent> costs() {
        return List.of(
                scores.histograms().event(),
                new ScoreGramSum(scores, new double[0]).event()); // costs the same, whatever the scores
    }

    @Override
    public Parameters answer(int round, LocalProblem problem, DataView view) {
        GramPhase phase = round == 0
                ? scores.histograms()
                : new ScoreGramSum(scores, scores.released(0, problem.consensus())); // in the place of histograms
        double[] released = released(view, phase, scores.centre(), scores.units());
        double[] flat = problem.previous().toArray();
        System.arraycopy(released, 0, flat, scores.parts().get(round), released.length);
        return Parameters.takeOver(flat);
    }
}
