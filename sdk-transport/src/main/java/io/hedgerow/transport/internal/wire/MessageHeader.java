// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.wire;

import io.hedgerow.core.protocol.CoordinatorMessage;
import io.hedgerow.core.protocol.ProtectedUpdate;
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
        @Override
        public CoordinatorMessage with(String study, Payload payload) {
            return new CoordinatorMessage.Question(study, round, serial, payload);
        }
    }

    /**
     * The header of a {@link ProtectedUpdate}.
     *
     * @param protection the protector's identifier
     */
    record OfUpdate(int round, String protection) implements FromSite {
        @Override
        public SiteReply with(SiteId site, String study, Payload payload) {
            return new ProtectedUpdate(site, study, round, protection, payload);
        }
    }

    record OfAnswer(int round, long serial) implements FromSite {
        @Override
        public SiteReply with(SiteId site, String study, Payload payload) {
            return new SiteReply.Answer(site, study, round, serial, payload);
        }
    }

    record OfFailure(int round, SiteReply.Failure.Kind kind) implements FromSite {
        @Override
        public SiteReply with(SiteId site, String study, Payload payload) {
            return new SiteReply.Failure(site, round, kind);
        }
    }
}
