// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.approval;

/**
 * Whether a message may leave.
 *
 * @param reason one line, for the site's own log
 */
public record EgressDecision(Outcome outcome, String reason) {

    public enum Outcome {
        APPROVED,
        REFUSED,
        /** There was no decision in time, so it must not leave now. */
        TIMED_OUT
    }

    public EgressDecision {
        if (reason.length() > 200 || reason.chars().anyMatch(Character::isISOControl)) {
            throw new IllegalArgumentException("a reason must be one line of at most 200 characters");
        }
    }

    public boolean mayLeave() {
        return outcome == Outcome.APPROVED;
    }
}
