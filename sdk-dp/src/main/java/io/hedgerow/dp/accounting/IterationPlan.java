package io.hedgerow.dp.accounting;

import io.hedgerow.core.privacy.MechanismEvent;
import java.util.ArrayList;
import java.util.List;

/**
 * The shape of a study of T rounds with K iterations each, where every iteration selects a coordinate and then releases
 * it, and further quantities may be released once before the first round. Noise is not part of it;
 * {@link Calibration#iterations} finds that.
 *
 * <p>With ρ the whole cost in concentrated privacy: the releases take their shares of it; of the rest, a selection
 * takes the part {@code selectionShare/(KT)} and an update {@code (1 − selectionShare)/(KT)}.
 *
 * @param rounds T; at least 1
 * @param iterations K; at least 1
 * @param selectionShare the part of an iteration's cost that goes to the selection; &gt; 0 and &lt; 1
 * @param releaseShares the part of the whole cost that goes to each further Gaussian release, such as of a mean or a
 *     scale; each &gt; 0, together &lt; 1; empty for none
 */
public record IterationPlan(int rounds, int iterations, double selectionShare, List<Double> releaseShares) {
    public IterationPlan {
        releaseShares = List.copyOf(releaseShares);
        Require.count(rounds);
        Require.count(iterations);
        if (!(selectionShare > 0 && selectionShare < 1)) {
            throw new IllegalArgumentException("selectionShare must be > 0 and < 1, was " + selectionShare);
        }
        double sum = 0;
        for (double share : releaseShares) {
            sum += share > 0 ? share : Double.NaN;
        }
        if (!(sum < 1)) {
            throw new IllegalArgumentException("releaseShares must each be > 0 and together < 1, was " + releaseShares);
        }
    }

    /** T·K. */
    private double total() {
        return (double) rounds * iterations;
    }

    private double iterationsShare() {
        return 1 - releaseShares.stream().mapToDouble(Double::doubleValue).sum();
    }

    /** ε₀ of a selection at scale 1, where ρ = 1: a selection of ρ costs ε₀²/8. */
    double unitBoundedRange() {
        return Math.sqrt(8 * selectionShare * iterationsShare() / total());
    }

    /** μ of an update at scale 1: an update of ρ costs μ²/2. */
    double unitUpdateMu() {
        return Math.sqrt(2 * (1 - selectionShare) * iterationsShare() / total());
    }

    /** μ of each further release at scale 1. */
    List<Double> unitReleaseMus() {
        return releaseShares.stream().map(share -> Math.sqrt(2 * share)).toList();
    }

    /**
     * The whole plan with every loss multiplied by scale, in chronological order, one event per round after the
     * releases.
     */
    MechanismEvent event(double scale) {
        List<MechanismEvent> steps = new ArrayList<>();
        for (double mu : unitReleaseMus()) {
            steps.add(new MechanismEvent.Gaussian(scale * mu, 1));
        }
        List<MechanismEvent> round = new ArrayList<>();
        for (int k = 0; k < iterations; k++) {
            round.add(new MechanismEvent.Selection(scale * unitBoundedRange(), 1));
            round.add(new MechanismEvent.Gaussian(scale * unitUpdateMu(), 1));
        }
        MechanismEvent oneRound = new MechanismEvent.Sequence(round);
        for (int t = 0; t < rounds; t++) {
            steps.add(oneRound);
        }
        return new MechanismEvent.Sequence(steps);
    }
}
