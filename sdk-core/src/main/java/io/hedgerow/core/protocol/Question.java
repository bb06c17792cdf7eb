// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.protocol;

import io.hedgerow.core.protocol.encoding.Payload;
import java.util.Objects;

/**
 * A question of the coordinator's aggregator to the protector of one site. Opaque to everything between them.
 *
 * @param study the study's name
 * @param round the round that is being prepared or summed, from 0
 * @param serial names the question; its answer repeats it
 * @param payload the aggregator's bytes
 */
public record Question(String study, int round, long serial, Payload payload) implements CoordinatorMessage {
    public Question {
        Objects.requireNonNull(study, "study");
        Objects.requireNonNull(payload, "payload");
        if (round < 0) {
            throw new IllegalArgumentException("round must be at least 0, was " + round);
        }
    }
}
