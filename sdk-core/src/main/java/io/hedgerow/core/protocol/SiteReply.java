// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.protocol;

import io.hedgerow.core.protocol.encoding.Payload;
import java.util.Objects;

/** A message of a site: an update for a task, an answer to a question, or that it has none. */
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
     * A site's word that it has no update for a round. It gives a kind and no details, because details may depend on
     * data.
     *
     * @param site the sender
     * @param round the round
     * @param kind what stopped it
     */
    record Failure(SiteId site, int round, Kind kind) implements SiteReply {
        public Failure {
            Objects.requireNonNull(site, "site");
            Objects.requireNonNull(kind, "kind");
        }

        /** Why a site has no update. */
        public enum Kind {
            /** The site's budget or policy does not allow the computation. */
            REFUSED,
            /** The site's records cannot be used. */
            DATA_UNUSABLE,
            /** The coordinator's message did not follow the protocol. */
            PROTOCOL,
            /** Anything else; the site's own log has it. */
            INTERNAL
        }
    }
}
