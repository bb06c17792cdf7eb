// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.protocol;

import io.hedgerow.core.protocol.encoding.Payload;
import java.util.Objects;

/**
 * The last message of a study.
 *
 * @param study the study
 * @param state how it ended
 * @param consensusChange encoded changes of the consensus since the last task
 */
public record Outcome(String study, StudyState state, Payload consensusChange) implements CoordinatorMessage {
    public Outcome {
        Objects.requireNonNull(study, "study");
        Objects.requireNonNull(state, "state");
        Objects.requireNonNull(consensusChange, "consensusChange");
    }
}
