// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.approval;

import java.time.Duration;

/**
 * Decides about every message before it leaves a site. Extension point. Must be thread-safe, and must answer in time.
 */
@FunctionalInterface
public interface EgressApproval {

    /**
     * Decides about a message.
     *
     * @param within longest wait; &gt; 0, usually what is left of the round's deadline
     * @return the decision; {@link EgressDecision.Outcome#TIMED_OUT} when there was none in time
     * @throws InterruptedException when the thread is interrupted; then the message must not leave
     */
    EgressDecision decide(EgressMessage message, Duration within) throws InterruptedException;

    /**
     * Lets everything leave that the site's policy and ledger let through. Right where no person wants to see each
     * message.
     */
    static EgressApproval automatic() {
        return (message, within) -> new EgressDecision(EgressDecision.Outcome.APPROVED, "no approval is required");
    }

    /**
     * Whether a message may leave.
     *
     * @param reason one line, for the site's own log
     */
    record EgressDecision(Outcome outcome, String reason) {

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
}
