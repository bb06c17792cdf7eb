// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.protocol;

import io.hedgerow.core.privacy.PrivacyException;
import io.hedgerow.core.protocol.encoding.Payload;
import java.util.Objects;
import java.util.Optional;

/** A message of a site: an update for a task, an answer to a question, or a failure. */
public sealed interface SiteReply permits ProtectedUpdate, SiteReply.Failure, SiteReply.Answer {

    /** {@return the sender} */
    SiteId site();

    /** {@return the round of the task or question} */
    int round();

    /**
     * A protector's answer to a {@link CoordinatorMessage.Question}, made like a protected update.
     *
     * @param site the sender
     * @param study the study
     * @param round the round of the question
     * @param serial of the question
     * @param payload the protector's bytes
     */
    record Answer(SiteId site, String study, int round, long serial, Payload payload) implements SiteReply {
        public Answer {
            Objects.requireNonNull(site, "site");
            Objects.requireNonNull(study, "study");
            Objects.requireNonNull(payload, "payload");
        }
    }

    /**
     * A message that a site has no update for a round. It gives a kind and no details, because details may depend on
     * data.
     *
     * @param site the sender
     * @param round the round
     * @param kind what stopped it
     * @param reason the party that refused, for {@link Kind#REFUSED}; empty when it is not known
     * @param prospect whether an update may still come
     */
    record Failure(SiteId site, int round, Kind kind, Optional<PrivacyException.Reason> reason, Prospect prospect)
            implements SiteReply {
        public Failure {
            Objects.requireNonNull(site, "site");
            Objects.requireNonNull(kind, "kind");
            Objects.requireNonNull(prospect, "prospect");
            if (reason.isPresent() && kind != Kind.REFUSED) {
                throw new IllegalArgumentException("only what was refused has a reason, was " + kind);
            }
        }

        /**
         * Creates a failure without a reason and without a prospect.
         *
         * @param site the sender
         * @param round the round
         * @param kind what stopped it
         */
        public Failure(SiteId site, int round, Kind kind) {
            this(site, round, kind, Optional.empty(), Prospect.UNSAID);
        }

        /** The prospect that a round that failed may still have an update. */
        public enum Prospect {
            /** The site does not state it, as in earlier releases. */
            UNSAID,
            /** Nothing was computed yet: the site tries again until the round is over. */
            OPEN,
            /** The round is over for the site: it reserved its cost, or could not, and never has an update for it. */
            LOST
        }

        /** The reason why a site has no update. */
        public enum Kind {
            /** The site's budget or policy does not allow the computation. */
            REFUSED,
            /** The site's records cannot be used. */
            DATA_UNUSABLE,
            /** The coordinator's message did not follow the protocol. */
            PROTOCOL,
            /** Any other failure; the site's own log has the details. */
            INTERNAL
        }
    }
}
