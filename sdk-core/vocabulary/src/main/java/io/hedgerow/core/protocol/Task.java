// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.protocol;

import io.hedgerow.core.protocol.encoding.Payload;
import java.util.Objects;
import java.util.Set;

/**
 * The message to every site at the start of a round, the same for all.
 *
 * @param study the study's name
 * @param round the round, from 0
 * @param rho2 ρ2 of this round
 * @param consensusChange encoded changes of the consensus since the last task; empty in round 0, when W = 0
 * @param included sites whose updates are in the consensus of this task; empty in round 0
 */
public record Task(String study, int round, double rho2, Payload consensusChange, Set<SiteId> included)
        implements CoordinatorMessage {
    public Task {
        Objects.requireNonNull(study, "study");
        Objects.requireNonNull(consensusChange, "consensusChange");
        included = Set.copyOf(included);
        if (round < 0) {
            throw new IllegalArgumentException("round must be at least 0, was " + round);
        }
        if (!(rho2 > 0) || rho2 == Double.POSITIVE_INFINITY) {
            throw new IllegalArgumentException("rho2 must be finite and > 0, was " + rho2);
        }
    }
}
