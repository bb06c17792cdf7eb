// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.approval;

import io.hedgerow.core.internal.file.Sha256;
import io.hedgerow.core.internal.text.PlainName;
import io.hedgerow.transport.internal.file.PlanText;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Objects;
import java.util.Optional;

/**
 * Approves or rejects every message before it leaves a site. Extension point. Must be thread-safe, and must answer in
 * time.
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

    /** Lets all leave that policy and ledger let through. Right where no person wants to see each message. */
    static EgressApproval automatic() {
        return (message, within) -> new EgressDecision(EgressDecision.Outcome.APPROVED, "no approval is required");
    }

    /** Whether a message may leave, and why, in one line for the site's own log. */
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

    /**
     * Describes an outgoing message for a person who approves it, without its content.
     *
     * @param study the study's name
     * @param type what it is, such as {@code update}: lower-case letters, digits and dashes
     * @param size its bytes; at least 0
     * @param digest SHA-256 of its bytes; 64 lower-case hexadecimal digits
     * @param peer name of the receiver
     * @param ledgerRecord hash of the ledger's record that paid for it, when it was paid for
     */
    record EgressMessage(
            String study,
            int round,
            String type,
            long size,
            String digest,
            String peer,
            Optional<String> ledgerRecord) {
        public EgressMessage {
            PlainName.require("study", study);
            PlainName.require("peer", peer);
            Objects.requireNonNull(ledgerRecord, "ledgerRecord")
                    .ifPresent(hash -> PlanText.requireHash("ledgerRecord", hash));
            PlanText.requireHash("digest", digest);
            if (!type.matches(PlanText.ID)) {
                throw new IllegalArgumentException(
                        "type must be 1 to 64 lower-case letters, digits and dashes, was \"" + type + "\"");
            }
            if (size < 0 || round < 0) {
                throw new IllegalArgumentException("size and round must be at least 0, were " + size + " and " + round);
            }
        }

        /**
         * The name of this decision, 64 hexadecimal digits that depend on every field: the same message to the same
         * peer is decided once, also after a restart.
         */
        public String id() {
            return HexFormat.of().formatHex(Sha256.of(text().getBytes(StandardCharsets.UTF_8)));
        }

        /** YAML for people, one line for each field. */
        public String text() {
            return "study: \"" + study + "\"\nround: " + round + "\ntype: \"" + type + "\"\nbytes: " + size
                    + "\nsha256: \""
                    + digest + "\"\npeer: \"" + peer + "\"\nledgerRecord: "
                    + ledgerRecord.map(hash -> "\"" + hash + "\"").orElse("none") + "\n";
        }
    }
}
