// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.node.internal.site;

import io.hedgerow.core.internal.federation.site.SiteChannel;
import io.hedgerow.core.internal.file.Sha256;
import io.hedgerow.core.privacy.PolicyRefusedException;
import io.hedgerow.core.privacy.PrivacyException.Reason;
import io.hedgerow.core.protocol.CoordinatorMessage;
import io.hedgerow.core.protocol.ProtectedUpdate;
import io.hedgerow.core.protocol.SiteReply;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.protocol.encoding.Payload;
import io.hedgerow.transport.internal.approval.EgressApproval;
import io.hedgerow.transport.internal.approval.EgressApproval.EgressDecision;
import io.hedgerow.transport.internal.approval.EgressApproval.EgressDecision.Outcome;
import io.hedgerow.transport.internal.approval.EgressApproval.EgressMessage;
import io.hedgerow.transport.internal.egress.EgressLog.EgressEntry.LedgerReference;
import io.hedgerow.transport.study.StudyPlan;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A site's channel that sends a message only after its approval, and remembers how the study ended. A message that may
 * not leave is replaced by a failure, so that the coordinator need not wait for it, and the site goes on with the next
 * round. A failure while asking, such as a queue that cannot be written, stops the site.
 */
public final class CheckedSiteChannel implements SiteChannel {

    private final SiteChannel channel;
    private final StudyPlan plan;
    private final EgressApproval approval;
    private final Function<SiteReply, Optional<LedgerReference>> coverage;
    private final IntConsumer onTask;
    private final Consumer<RuntimeException> refusals;
    private CoordinatorMessage.@Nullable Outcome outcome;

    public CheckedSiteChannel(
            SiteChannel channel,
            StudyPlan plan,
            EgressApproval approval,
            Function<SiteReply, Optional<LedgerReference>> coverage,
            IntConsumer onTask,
            Consumer<RuntimeException> refusals) {
        this.channel = channel;
        this.plan = plan;
        this.approval = approval;
        this.coverage = coverage;
        this.onTask = onTask;
        this.refusals = refusals;
    }

    public Optional<CoordinatorMessage.Outcome> outcome() {
        return Optional.ofNullable(outcome);
    }

    @Override
    public CoordinatorMessage receive() throws InterruptedException {
        CoordinatorMessage message = channel.receive();
        if (message instanceof CoordinatorMessage.Outcome last) {
            outcome = last;
        } else if (message instanceof Task task) {
            onTask.accept(task.round());
        }
        return message;
    }

    @Override
    public boolean hasNext() {
        return channel.hasNext();
    }

    @Override
    public boolean awaitNext(Duration longest) throws InterruptedException {
        return channel.awaitNext(longest);
    }

    @Override
    public void send(ProtectedUpdate update) {
        if (mayLeave("update", update, update.payload())) {
            channel.send(update);
        }
    }

    @Override
    public void send(SiteReply.Answer answer) {
        if (mayLeave("answer", answer, answer.payload())) {
            channel.send(answer);
        }
    }

    /** A failure only says that there is no update, so no person needs to decide. */
    @Override
    public void send(SiteReply.Failure failure) {
        channel.send(failure);
    }

    private boolean mayLeave(String type, SiteReply reply, Payload payload) {
        EgressMessage message = new EgressMessage(
                plan.name(),
                reply.round(),
                type,
                payload.size(),
                Sha256.hex(payload.toBytes()),
                plan.coordinator(),
                coverage.apply(reply).map(LedgerReference::hash));
        EgressDecision decision;
        try {
            decision = approval.decide(message, plan.deadline());
        } catch (InterruptedException e) {
            // the site is stopped and not the message refused: the next one who waits sees it, and after a restart the
            // same
            // is asked again
            Thread.currentThread().interrupt();
            return false;
        }
        if (!decision.mayLeave()) {
            Reason reason = decision.outcome() == Outcome.REFUSED ? Reason.PERSON : Reason.UNDECIDED;
            refusals.accept(new PolicyRefusedException(
                    "an " + type + " of round " + reply.round() + " does not leave: " + decision.reason(), reason));
            channel.send(new SiteReply.Failure(
                    reply.site(),
                    reply.round(),
                    SiteReply.Failure.Kind.REFUSED,
                    Optional.of(reason),
                    SiteReply.Failure.Prospect.UNSAID));
        }
        return decision.mayLeave();
    }
}
