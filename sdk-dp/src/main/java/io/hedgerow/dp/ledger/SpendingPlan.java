// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.ledger;

import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.dp.internal.ledger.Names;
import java.util.List;
import java.util.Objects;

/**
 * The computations of a study on a data set, stated before its first round.
 *
 * @param study the study's name; 1 to 200 characters, not blank
 * @param solver the solver that computes, such as {@code dp-pgcd}
 * @param noiseSource the noise source that it draws from
 * @param rounds the cost of each round, in chronological order; at least one
 * @param delta δ of the whole study; at least 0 and &lt; 1
 */
public record SpendingPlan(String study, String solver, String noiseSource, List<MechanismEvent> rounds, double delta) {
    public SpendingPlan {
        Names.requireWritable("study", study);
        Names.requireWritable("solver", solver);
        Names.requireWritable("noiseSource", noiseSource);
        rounds = List.copyOf(rounds);
        if (rounds.isEmpty()) {
            throw new IllegalArgumentException("rounds must hold at least one event, was empty");
        }
        rounds.forEach(event -> Objects.requireNonNull(event, "event"));
        if (!(delta >= 0 && delta < 1)) {
            throw new IllegalArgumentException("delta must be at least 0 and < 1, was " + delta);
        }
    }

    /** The study as one event: all rounds, in order. */
    public MechanismEvent whole() {
        return rounds.size() == 1 ? rounds.get(0) : new MechanismEvent.Sequence(rounds);
    }
}
