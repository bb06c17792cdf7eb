// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.approval;

/**
 * Whether a message may leave.
 *
 * @param reason one line, for the site's own log
 */
public record EgressDecision(Outcome outcome, String reason) {

    /** What can be decided. */
    public enum Outcome {
        /** It may leave. */
        APPROVED,
        /** It must not. */
        REFUSED,
        /** Nobody decided in time, so it must not leave now. */
        TIMED_OUT
    }

    public EgressDecision {
        if (reason.length() > 200 || reason.chars().anyMatch(Character::isISOControl)) {
            throw new IllegalArgumentException("a reason must be one line of at most 200 characters");
        }
    }

    /**
     * Whether the message may leave.
     *
     * @return true for {@link Outcome#APPROVED} only
     */
    public boolean mayLeave() {
        return outcome == Outcome.APPROVED;
    }
}
