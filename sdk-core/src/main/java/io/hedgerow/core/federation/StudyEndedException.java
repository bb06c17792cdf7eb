// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.federation;

import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.protocol.StudyState;

/** A study ended before it had a result: too few sites answered, or no sum could be formed. */
public final class StudyEndedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final StudyState state;

    /**
     * Says how a study ended.
     *
     * @param state a state without a result
     * @param rounds that were completed
     */
    public StudyEndedException(StudyState state, int rounds) {
        super("the study ended without a result after " + Words.count(rounds, "round") + ": "
                + (state == StudyState.QUORUM_NOT_MET
                        ? "fewer sites than its quorum answered in time"
                        : state == StudyState.AGGREGATION_FAILED
                                ? "no sum over enough sites could be formed"
                                : state.toString()));
        this.state = state;
    }

    /** {@return the state in which the study ended} */
    public StudyState state() {
        return state;
    }
}
