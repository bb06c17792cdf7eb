// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.wire;

import io.hedgerow.core.protocol.Answer;
import io.hedgerow.core.protocol.CoordinatorMessage;
import io.hedgerow.core.protocol.Outcome;
import io.hedgerow.core.protocol.ProtectedUpdate;
import io.hedgerow.core.protocol.Question;
import io.hedgerow.core.protocol.SiteFailure;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.SiteReply;
import io.hedgerow.core.protocol.StudyState;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.protocol.encoding.Payload;
import java.util.Set;

/**
 * A message without its payload, its study and its sender: the study is the stream's, and the sender is the one whom
 * the certificate names.
 */
public sealed interface MessageHeader {

    /** What a coordinator sends. */
    sealed interface FromCoordinator extends MessageHeader {
        /**
         * The whole message.
         *
         * @param payload all of it
         */
        CoordinatorMessage with(String study, Payload payload);
    }

    /** What a site sends. */
    sealed interface FromSite extends MessageHeader {
        /**
         * The whole reply.
         *
         * @param site whom the certificate names
         * @param payload all of it
         */
        SiteReply with(SiteId site, String study, Payload payload);
    }

    /**
     * Of a {@link Task}.
     *
     * @param rho2 ρ2
     * @param included sites in the consensus
     */
    record OfTask(int round, double rho2, Set<SiteId> included) implements FromCoordinator {
        public OfTask {
            included = Set.copyOf(included);
        }

        @Override
        public CoordinatorMessage with(String study, Payload payload) {
            return new Task(study, round, rho2, payload, included);
        }
    }

    /**
     * Of an {@link Outcome}.
     *
     * @param state how the study ended
     */
    record OfOutcome(StudyState state) implements FromCoordinator {
        @Override
        public CoordinatorMessage with(String study, Payload payload) {
            return new Outcome(study, state, payload);
        }
    }

    /** Of a {@link Question}. */
    record OfQuestion(int round, long serial) implements FromCoordinator {
        @Override
        public CoordinatorMessage with(String study, Payload payload) {
            return new Question(study, round, serial, payload);
        }
    }

    /**
     * Of a {@link ProtectedUpdate}.
     *
     * @param protection the protector's identifier
     */
    record OfUpdate(int round, String protection) implements FromSite {
        @Override
        public SiteReply with(SiteId site, String study, Payload payload) {
            return new ProtectedUpdate(site, study, round, protection, payload);
        }
    }

    /** Of an {@link Answer}. */
    record OfAnswer(int round, long serial) implements FromSite {
        @Override
        public SiteReply with(SiteId site, String study, Payload payload) {
            return new Answer(site, study, round, serial, payload);
        }
    }

    /**
     * Of a {@link SiteFailure}.
     *
     * @param kind what stopped the site
     */
    record OfFailure(int round, SiteFailure.Kind kind) implements FromSite {
        @Override
        public SiteReply with(SiteId site, String study, Payload payload) {
            return new SiteFailure(site, round, kind);
        }
    }
}
