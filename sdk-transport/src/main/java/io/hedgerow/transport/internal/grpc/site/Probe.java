// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.grpc.site;

import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Status;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.transport.channel.Refusal;
import io.hedgerow.transport.channel.RefusedException;
import io.hedgerow.transport.channel.UnreachableException;
import io.hedgerow.transport.channel.WireException;
import io.hedgerow.transport.internal.link.FederationMethods;
import io.hedgerow.transport.internal.link.RefusalStatus;
import io.hedgerow.transport.internal.link.StudyPin;
import io.hedgerow.transport.internal.wire.Frame;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** The unary call of a site that asks before it joins. */
final class Probe extends ClientCall.Listener<Frame> {

    private record End(Status status, Metadata trailers) {}

    private final CompletableFuture<End> end = new CompletableFuture<>();
    private volatile int roundsOver;
    private volatile int revision = 1;

    private Probe() {}

    static int run(ManagedChannel channel, SiteOptions options, Frame.Hello hello) {
        Probe probe = new Probe();
        try {
            ClientCall<Frame, Frame> call = channel.newCall(
                    FederationMethods.PROBE,
                    CallOptions.DEFAULT.withDeadlineAfter(
                            options.settings().callTimeout().toNanos(), TimeUnit.NANOSECONDS));
            call.start(probe, new Metadata());
            call.request(2);
            call.sendMessage(hello);
            call.halfClose();
            End end = probe.end.join();
            if (!end.status().isOk()) {
                throw exception(end, options);
            }
            StudyPin.mismatch(options.pin().revision(), probe.revision).ifPresent(said -> {
                throw new RefusedException(Refusal.VERSION_MISMATCH, said);
            });
            return probe.roundsOver;
        } finally {
            channel.shutdownNow();
        }
    }

    @Override
    public void onMessage(Frame frame) {
        if (frame instanceof Frame.Welcome welcome) {
            roundsOver = welcome.roundsOver();
            revision = welcome.revision();
        }
    }

    @Override
    public void onClose(Status status, Metadata trailers) {
        end.complete(new End(status, trailers));
    }

    /** A site that joins waits where waiting helps; one that asks is told. */
    private static WireException exception(End end, SiteOptions options) {
        Optional<Refusal> refusal = RefusalStatus.of(end.status(), end.trailers());
        if (refusal.isPresent()) {
            return StreamEnd.refused(refusal.get(), end.status(), options.address());
        }
        String said =
                RefusalStatus.shown(end.status().getCode() + " " + end.status().getDescription());
        return StreamEnd.fatal(end.status(), end.trailers(), options)
                .orElseGet(() -> new UnreachableException(
                        "the coordinator at " + options.address() + " did not answer within "
                                + Words.time(options.settings().callTimeout()) + " (" + said
                                + "): check the address, the network and that the coordinator runs",
                        end.status().asException(),
                        false));
    }
}
