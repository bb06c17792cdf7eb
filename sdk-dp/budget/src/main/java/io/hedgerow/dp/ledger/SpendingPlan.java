// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.ledger;

import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.dp.internal.ledger.Names;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The planned computations of a study on a data set, stated before its first round.
 *
 * @param study the study's name; 1 to 200 characters, not blank
 * @param solver the solver that computes, such as {@code dp-pgcd}
 * @param noiseSource the noise source that it draws from
 * @param rounds the cost of each round, in chronological order; at least one
 * @param delta δ of the whole study; at least 0 and &lt; 1
 * @param solverOrigin the jar from which the solver's class came, with its digest; empty where no one said
 */
public record SpendingPlan(
        String study,
        String solver,
        String noiseSource,
        List<MechanismEvent> rounds,
        double delta,
        Optional<String> solverOrigin) {
    public SpendingPlan {
        Names.requireWritable("study", study);
        Names.requireWritable("solver", solver);
        Names.requireWritable("noiseSource", noiseSource);
        solverOrigin.ifPresent(origin -> Names.requireWritable("solverOrigin", origin));
        rounds = List.copyOf(rounds);
        if (rounds.isEmpty()) {
            throw new IllegalArgumentException("rounds must hold at least one event, was empty");
        }
        rounds.forEach(event -> Objects.requireNonNull(event, "event"));
        if (!(delta >= 0 && delta < 1)) {
            throw new IllegalArgumentException("delta must be at least 0 and < 1, was " + delta);
        }
    }

    /**
     * Creates a plan that does not say where its solver came from.
     *
     * @param study the study's name; 1 to 200 characters, not blank
     * @param solver the solver that computes, such as {@code dp-pgcd}
     * @param noiseSource the noise source that it draws from
     * @param rounds the cost of each round, in chronological order; at least one
     * @param delta δ of the whole study; at least 0 and &lt; 1
     */
    public SpendingPlan(String study, String solver, String noiseSource, List<MechanismEvent> rounds, double delta) {
        this(study, solver, noiseSource, rounds, delta, Optional.empty());
    }

    /**
     * Whether this is the same computation at the same cost; the jar of the solver may be another, as after an upgrade.
     */
    boolean isSameAs(SpendingPlan other) {
        return withoutOrigin().equals(other.withoutOrigin());
    }

    private SpendingPlan withoutOrigin() {
        return new SpendingPlan(study, solver, noiseSource, rounds, delta);
    }

    /** {@return the study as one event: all rounds, in order} */
    public MechanismEvent whole() {
        return rounds.size() == 1 ? rounds.get(0) : new MechanismEvent.Sequence(rounds);
    }
}
