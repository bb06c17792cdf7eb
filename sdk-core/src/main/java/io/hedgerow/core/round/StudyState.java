package io.hedgerow.core.round;

/** How a study ended. Exactly one of these. */
public enum StudyState {
    /** The convergence rule was met. */
    CONVERGED,
    /** All planned rounds were run. */
    ROUNDS_COMPLETED,
    /** Fewer sites than the quorum answered before the deadline. */
    QUORUM_NOT_MET
}
