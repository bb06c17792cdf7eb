// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.wire;

import io.hedgerow.core.privacy.PrivacyException;
import io.hedgerow.core.protocol.CoordinatorMessage;
import io.hedgerow.core.protocol.ProtectedUpdate;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.SiteReply;
import io.hedgerow.core.protocol.StudyState;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.protocol.encoding.Payload;
import java.util.Optional;
import java.util.Set;

/**
 * The header of a message: all but the payload, the study (given by the stream) and the sender (given by the
 * certificate). Its values are those of a peer, and in range.
 */
public sealed interface MessageHeader {

    /** Rounds are below this, so that what comes after one has a number, too. */
    int MOST_ROUNDS = Integer.MAX_VALUE;

    private static void requireRound(int round) {
        if (!(round >= 0 && round < MOST_ROUNDS)) {
            throw new IllegalArgumentException(
                    "round must be below " + MOST_ROUNDS + ", was " + Integer.toUnsignedString(round));
        }
    }

    sealed interface FromCoordinator extends MessageHeader {
        CoordinatorMessage with(String study, Payload payload);
    }

    sealed interface FromSite extends MessageHeader {
        /** The whole reply of the site that the certificate names. */
        SiteReply with(SiteId site, String study, Payload payload);
    }

    /**
     * The header of a {@link Task}.
     *
     * @param rho2 ρ2
     * @param included sites in the consensus
     */
    record OfTask(int round, double rho2, Set<SiteId> included) implements FromCoordinator {
        public OfTask {
            requireRound(round);
            if (!(rho2 > 0 && rho2 < Double.POSITIVE_INFINITY)) {
                throw new IllegalArgumentException("rho2 must be finite and > 0, was " + rho2);
            }
            included = Set.copyOf(included);
        }

        @Override
        public CoordinatorMessage with(String study, Payload payload) {
            return new Task(study, round, rho2, payload, included);
        }
    }

    record OfOutcome(StudyState state) implements FromCoordinator {
        @Override
        public CoordinatorMessage with(String study, Payload payload) {
            return new CoordinatorMessage.Outcome(study, state, payload);
        }
    }

    record OfQuestion(int round, long serial) implements FromCoordinator {
        public OfQuestion {
            requireRound(round);
        }

        @Override
        public CoordinatorMessage with(String study, Payload payload) {
            return new CoordinatorMessage.Question(study, round, serial, payload);
        }
    }

    /**
     * The header of a {@link ProtectedUpdate}.
     *
     * @param protection the protector's identifier; 1 to 100 printable characters of ASCII, because messages quote it
     */
    record OfUpdate(int round, String protection) implements FromSite {
        public OfUpdate {
            requireRound(round);
            if (!protection.matches("[ -~]{1,100}")) {
                throw new IllegalArgumentException(
                        "an update's protection must be 1 to 100 printable characters of ASCII, had "
                                + protection.length());
            }
        }

        @Override
        public SiteReply with(SiteId site, String study, Payload payload) {
            return new ProtectedUpdate(site, study, round, protection, payload);
        }
    }

    record OfAnswer(int round, long serial) implements FromSite {
        public OfAnswer {
            requireRound(round);
        }

        @Override
        public SiteReply with(SiteId site, String study, Payload payload) {
            return new SiteReply.Answer(site, study, round, serial, payload);
        }
    }

    record OfFailure(
            int round,
            SiteReply.Failure.Kind kind,
            Optional<PrivacyException.Reason> reason,
            SiteReply.Failure.Prospect prospect)
            implements FromSite {
        public OfFailure {
            requireRound(round);
        }

        @Override
        public SiteReply with(SiteId site, String study, Payload payload) {
            return new SiteReply.Failure(site, round, kind, reason, prospect);
        }
    }
}
