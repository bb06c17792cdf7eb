// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.solver;

import io.hedgerow.core.data.DataView;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.graph.NamedNetwork;
import io.hedgerow.core.graph.PairProbabilities;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.protocol.encoding.Payload;
import io.hedgerow.core.search.Trust;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A site's computation in one round. Extension point: the federation loop knows nothing of what happens inside.
 *
 * <p>{@link #plan} states the cost and has no way to see data; {@link #solve} computes, and must not read more than it
 * planned for. One instance serves one site in one study; it may keep what speeds up later rounds. Need not be
 * thread-safe. The problem is never modified.
 */
public interface LocalSolver {

    /** {@return a short stable name for provenance and ledgers, such as {@code pgcd}} */
    String id();

    /**
     * {@return the number of sites that must add their noise before the sum is revealed, for the planned cost to hold;
     * 1 for a solver whose own update is as private as planned} A session refuses a protection that guarantees fewer.
     */
    default int sitesInSum() {
        return 1;
    }

    /**
     * {@return the event to reserve: the cost of {@link #solve} for this task, whatever the data}
     *
     * @param task the round's task
     */
    MechanismEvent plan(Task task);

    /**
     * {@return the public number of units, rows or users, that the site must have for the planned cost to be true;
     * empty, as always unless overridden, where it is not public} It is counted before anything is charged, and again
     * before a round computes.
     */
    default OptionalLong publicUnits() {
        return OptionalLong.empty();
    }

    /**
     * Solves the site's subproblem from what this solver has already released, such as a noisy matrix of an earlier
     * round. No data is opened and nothing is reserved: what follows from a private release is as private as the
     * release. Only what was paid for in full may enter; a solver that keeps anything else of an earlier view must not
     * answer here.
     *
     * @param task the round's task
     * @param problem what to minimise
     * @return the site's parameters, or empty, as always unless overridden, when data are needed
     */
    default Optional<LocalSolution> solveFromReleased(Task task, LocalProblem problem) {
        return Optional.empty();
    }

    /**
     * {@return the site's parameters, which solve its subproblem}
     *
     * @param problem what to minimise
     * @param view the site's records, open
     */
    LocalSolution solve(LocalProblem problem, DataView view);

    /**
     * Returns the released values that later rounds need and could only compute again at a cost, such as a noisy matrix
     * or private second moments. A session reads it after every {@link #solve}, and keeps it durably before the update
     * leaves. Only values that were paid for in full may be in it, no records and nothing computed from them without
     * noise. Caches that only speed up later rounds do not belong here: with the same data and the same problems, a
     * solver made anew and given this state must continue with the same results, up to fresh noise.
     *
     * @return the state, the same bytes while it does not change; empty, as always unless overridden, when there is
     *     none
     */
    default Payload releasedState() {
        return Payload.empty();
    }

    /**
     * Restores what another instance with the same settings released in the same study, before any other call. Nothing
     * is opened and nothing is reserved.
     *
     * @param releasedState of {@link #releasedState}; not empty
     * @throws IllegalArgumentException when it is not of a solver like this one
     */
    default void restore(Payload releasedState) {
        throw new IllegalArgumentException("solver " + id() + " has no released state, was given one of "
                + releasedState.size() + " bytes: the journal is of another solver");
    }

    /**
     * Returns a network of this site alone, where the method gives each site one.
     *
     * @return of the last round that this site computed in, acyclic, over the study's variables: exact, so it stays at
     *     the site unless its people decide otherwise. Empty, as always unless overridden, when there is none
     */
    default Optional<WeightMatrix> ownNetwork() {
        return Optional.empty();
    }

    /**
     * Returns the probability of each edge of {@link #ownNetwork}, and of each that it does not have.
     *
     * @return [d, d]: the posterior probability of i → j as computed; as private as the network. Empty, as always
     *     unless overridden, when there is none
     */
    default Optional<WeightMatrix> ownProbabilities() {
        return Optional.empty();
    }

    /**
     * {@return the network of this site alone and its probabilities, with the names of variables; empty without one.
     * Probabilities have the cap of networks whose fit was not judged}
     *
     * @param schema of the study
     */
    default Optional<NamedNetwork> ownNetwork(VariableSchema schema) {
        return ownNetwork().map(weights -> {
            NamedNetwork network = NamedNetwork.of(schema, weights);
            return ownProbabilities()
                    .map(p -> network.withPairs(
                            new PairProbabilities(Optional.empty(), Optional.of(p), Trust.MOST_UNLESS_IT_FITS)))
                    .orElse(network);
        });
    }
}
