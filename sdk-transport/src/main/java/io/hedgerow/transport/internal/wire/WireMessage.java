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

public record WireMessage(MessageHeader header, Payload payload) {
    public static WireMessage of(CoordinatorMessage message) {
        if (message instanceof Task task) {
            return new WireMessage(
                    new MessageHeader.OfTask(task.round(), task.rho2(), task.included()), task.consensusChange());
        }
        if (message instanceof Outcome outcome) {
            return new WireMessage(new MessageHeader.OfOutcome(outcome.state()), outcome.consensusChange());
        }
        Question question = (Question) message;
        return new WireMessage(new MessageHeader.OfQuestion(question.round(), question.serial()), question.payload());
    }

    public static WireMessage of(SiteReply reply) {
        if (reply instanceof ProtectedUpdate update) {
            return new WireMessage(new MessageHeader.OfUpdate(update.round(), update.protection()), update.payload());
        }
        if (reply instanceof Answer answer) {
            return new WireMessage(new MessageHeader.OfAnswer(answer.round(), answer.serial()), answer.payload());
        }
        SiteFailure failure = (SiteFailure) reply;
        return new WireMessage(new MessageHeader.OfFailure(failure.round(), failure.kind()), Payload.empty());
    }

    /** A message without payload; its study is the stream's, and its sender the one whom the certificate names. */
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
                return new Outcome(study, state, payload);
            }
        }

        record OfQuestion(int round, long serial) implements FromCoordinator {
            @Override
            public CoordinatorMessage with(String study, Payload payload) {
                return new Question(study, round, serial, payload);
            }
        }

        /** The header of a {@link ProtectedUpdate} with the protector's identifier. */
        record OfUpdate(int round, String protection) implements FromSite {
            @Override
            public SiteReply with(SiteId site, String study, Payload payload) {
                return new ProtectedUpdate(site, study, round, protection, payload);
            }
        }

        record OfAnswer(int round, long serial) implements FromSite {
            @Override
            public SiteReply with(SiteId site, String study, Payload payload) {
                return new Answer(site, study, round, serial, payload);
            }
        }

        record OfFailure(int round, SiteFailure.Kind kind) implements FromSite {
            @Override
            public SiteReply with(SiteId site, String study, Payload payload) {
                return new SiteFailure(site, round, kind);
            }
        }
    }
}
