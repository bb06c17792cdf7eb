// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.federation.coordinator;

import io.hedgerow.core.federation.Aggregator.Dialogue;
import io.hedgerow.core.federation.CoordinatorChannel;
import io.hedgerow.core.protocol.CoordinatorMessage;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.SiteReply;
import io.hedgerow.core.protocol.encoding.Payload;
import io.hedgerow.core.study.Study;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

final class RoundDialogue implements Dialogue {

    private final Study study;
    private final CoordinatorChannel channel;
    private final LongSupplier nanoTime;
    private final int round;
    /** Starts with the clock, so that a restarted coordinator does not take an old answer for a new one. */
    private long serial;

    RoundDialogue(Study study, CoordinatorChannel channel, LongSupplier nanoTime, int round) {
        this.study = study;
        this.channel = channel;
        this.nanoTime = nanoTime;
        this.round = round;
        serial = nanoTime.getAsLong();
    }

    @Override
    public Set<SiteId> sites() {
        return channel.sites();
    }

    @Override
    public Set<SiteId> excluded() {
        return channel.excluded();
    }

    @Override
    public void needs(int sites) {
        channel.needs(sites);
    }

    @Override
    public void tell(Map<SiteId, Payload> messages) {
        serial++;
        messages.forEach((site, payload) ->
                channel.send(site, new CoordinatorMessage.Question(study.name(), round, serial, payload)));
    }

    @Override
    public Map<SiteId, Payload> ask(Map<SiteId, Payload> questions) throws InterruptedException {
        tell(questions);
        Map<SiteId, Payload> answers = new TreeMap<>();
        Set<SiteId> open = new TreeSet<>(questions.keySet());
        long end = nanoTime.getAsLong()
                + TimeUnit.NANOSECONDS.convert(study.policy().deadline());
        while (!open.isEmpty()) {
            long left = end - nanoTime.getAsLong();
            Optional<SiteReply> reply = left > 0 ? channel.awaitReply(Duration.ofNanos(left)) : Optional.empty();
            if (reply.isEmpty()) {
                break;
            }
            SiteReply one = reply.get();
            if (one instanceof SiteReply.Answer answer && isOf(answer) && open.remove(answer.site())) {
                answers.put(answer.site(), answer.payload());
            } else if (one instanceof SiteReply.Failure failure
                    && failure.round() == round
                    && failure.prospect() != SiteReply.Failure.Prospect.OPEN) {
                open.remove(failure.site());
            }
        }
        return answers;
    }

    private boolean isOf(SiteReply.Answer answer) {
        return answer.study().equals(study.name()) && answer.round() == round && answer.serial() == serial;
    }
}
