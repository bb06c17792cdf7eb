// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.wire;

import io.hedgerow.core.protocol.Answer;
import io.hedgerow.core.protocol.CoordinatorMessage;
import io.hedgerow.core.protocol.Outcome;
import io.hedgerow.core.protocol.ProtectedUpdate;
import io.hedgerow.core.protocol.Question;
import io.hedgerow.core.protocol.SiteFailure;
import io.hedgerow.core.protocol.SiteReply;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.protocol.encoding.Payload;

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
}
