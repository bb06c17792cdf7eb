// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.egress;

import io.hedgerow.core.internal.federation.site.SiteChannel;
import io.hedgerow.core.internal.file.Sha256;
import io.hedgerow.core.protocol.CoordinatorMessage;
import io.hedgerow.core.protocol.ProtectedUpdate;
import io.hedgerow.core.protocol.SiteReply;
import io.hedgerow.core.protocol.encoding.Payload;
import io.hedgerow.transport.internal.egress.EgressLog.EgressEntry;
import io.hedgerow.transport.internal.egress.EgressLog.EgressEntry.LedgerReference;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Function;

/**
 * A site's end of the wire that records every message in the egress log before it leaves. When the log cannot be
 * written, nothing is sent, and the sender gets the failure. The payload of a failure is its kind in words.
 */
public final class LoggedSiteChannel implements SiteChannel {

    private final SiteChannel channel;
    private final EgressLog log;
    private final String peer;
    private final String study;
    private final Function<SiteReply, Optional<LedgerReference>> coverage;
    private final InstantSource clock;

    public LoggedSiteChannel(
            SiteChannel channel,
            EgressLog log,
            String peer,
            String study,
            Function<SiteReply, Optional<LedgerReference>> coverage,
            InstantSource clock) {
        this.channel = channel;
        this.log = log;
        this.peer = peer;
        this.study = study;
        this.coverage = coverage;
        this.clock = clock;
    }

    @Override
    public CoordinatorMessage receive() throws InterruptedException {
        return channel.receive();
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
        record("update", update, update.payload());
        channel.send(update);
    }

    @Override
    public void send(SiteReply.Answer answer) {
        record("answer", answer, answer.payload());
        channel.send(answer);
    }

    @Override
    public void send(SiteReply.Failure failure) {
        record("failure", failure, Payload.copyOf(failure.kind().name().getBytes(StandardCharsets.US_ASCII)));
        channel.send(failure);
    }

    private void record(String type, SiteReply reply, Payload payload) {
        log.append(new EgressEntry(
                clock.instant(),
                type,
                peer,
                study,
                reply.round(),
                payload.size(),
                Sha256.hex(payload.toBytes()),
                coverage.apply(reply)));
    }
}
