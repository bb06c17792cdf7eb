// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.protocol;

import io.hedgerow.core.protocol.encoding.Payload;
import java.util.Objects;

/** A message of the coordinator: a task or the final outcome to every site, or a question to one site. */
public sealed interface CoordinatorMessage permits Task, CoordinatorMessage.Outcome, CoordinatorMessage.Question {

    /**
     * A question of the coordinator's aggregator to the protector of one site. Opaque to everything in between.
     *
     * @param study the study's name
     * @param round the round that is being prepared or summed, from 0
     * @param serial names the question; its answer repeats it
     * @param payload the aggregator's bytes
     */
    record Question(String study, int round, long serial, Payload payload) implements CoordinatorMessage {
        public Question {
            Objects.requireNonNull(study, "study");
            Objects.requireNonNull(payload, "payload");
            if (round < 0) {
                throw new IllegalArgumentException("round must be at least 0, was " + round);
            }
        }
    }

    /**
     * The last message of a study.
     *
     * @param study the study
     * @param state how it ended
     * @param consensusChange encoded changes of the consensus since the last task
     */
    record Outcome(String study, StudyState state, Payload consensusChange) implements CoordinatorMessage {
        public Outcome {
            Objects.requireNonNull(study, "study");
            Objects.requireNonNull(state, "state");
            Objects.requireNonNull(consensusChange, "consensusChange");
        }
    }
}
