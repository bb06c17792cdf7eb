// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.privacy;

import java.util.Objects;

/**
 * A request to reserve budget, which a ledger decides on and records.
 *
 * @param dataset whose budget is charged
 * @param unit whose contribution the event's figures protect
 * @param adjacency the neighbouring relation under which the event's figures hold
 * @param study the study that asks
 * @param round the round of that study; at least 0
 * @param event the cost of the computation
 */
public record ReservationRequest(
        DatasetIdentity dataset, PrivacyUnit unit, Adjacency adjacency, String study, int round, MechanismEvent event) {
    public ReservationRequest {
        Objects.requireNonNull(dataset, "dataset");
        Objects.requireNonNull(unit, "unit");
        Objects.requireNonNull(adjacency, "adjacency");
        Objects.requireNonNull(study, "study");
        Objects.requireNonNull(event, "event");
        if (round < 0) {
            throw new IllegalArgumentException("round must be at least 0, was " + round);
        }
    }
}
