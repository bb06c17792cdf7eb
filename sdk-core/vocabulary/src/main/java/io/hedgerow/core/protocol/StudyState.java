// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.protocol;

/** The state in which a study ended. Exactly one of these. */
public enum StudyState {
    /** The convergence rule was met. */
    CONVERGED,
    /** All planned rounds were run. */
    ROUNDS_COMPLETED,
    /** Fewer sites than the quorum answered before the deadline. */
    QUORUM_NOT_MET,
    /**
     * No sum over a quorum can be formed, although a quorum answered, or because the quorum needs a site whose round is
     * lost; nothing of the round was released.
     */
    AGGREGATION_FAILED,
    /**
     * The sums or the consensus left the range of what can be computed and sent, or no result follows from the sums.
     * The last good consensus stands.
     */
    DIVERGED
}
