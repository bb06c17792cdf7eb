// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.federation;

import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.protocol.StudyState;

/** Thrown when a study ends without a result, because too few sites answered or no sum could be formed. */
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

    /**
     * Says why a study that was paid for ended. It is not begun again by itself: another run would be another study,
     * and would be charged anew.
     *
     * @param state a state without a result
     * @param rounds that were completed
     * @param cause the failure of a site, such as a database that stayed away
     */
    public StudyEndedException(StudyState state, int rounds, RuntimeException cause) {
        super(
                "the study ended without a result after " + Words.count(rounds, "round") + ": " + Words.reason(cause)
                        + "; what it was charged stays spent, and another run is charged anew",
                cause);
        this.state = state;
    }

    /** {@return the state in which the study ended} */
    public StudyState state() {
        return state;
    }
}
