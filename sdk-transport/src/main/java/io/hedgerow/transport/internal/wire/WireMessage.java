// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.wire;

import io.hedgerow.core.protocol.CoordinatorMessage;
import io.hedgerow.core.protocol.ProtectedUpdate;
import io.hedgerow.core.protocol.SiteReply;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.protocol.encoding.Payload;

public record WireMessage(MessageHeader header, Payload payload) {
    public static WireMessage of(CoordinatorMessage message) {
        if (message instanceof Task task) {
            return new WireMessage(
                    new MessageHeader.OfTask(task.round(), task.rho2(), task.included()), task.consensusChange());
        }
        if (message instanceof CoordinatorMessage.Outcome outcome) {
            return new WireMessage(new MessageHeader.OfOutcome(outcome.state()), outcome.consensusChange());
        }
        CoordinatorMessage.Question question = (CoordinatorMessage.Question) message;
        return new WireMessage(new MessageHeader.OfQuestion(question.round(), question.serial()), question.payload());
    }

    public static WireMessage of(SiteReply reply) {
        if (reply instanceof ProtectedUpdate update) {
            return new WireMessage(new MessageHeader.OfUpdate(update.round(), update.protection()), update.payload());
        }
        if (reply instanceof SiteReply.Answer answer) {
            return new WireMessage(new MessageHeader.OfAnswer(answer.round(), answer.serial()), answer.payload());
        }
        SiteReply.Failure failure = (SiteReply.Failure) reply;
        return new WireMessage(
                new MessageHeader.OfFailure(failure.round(), failure.kind(), failure.reason(), failure.prospect()),
                Payload.empty());
    }
}
