// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.grpc.site;

import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Status;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.transport.channel.RefusedException;
import io.hedgerow.transport.channel.RefusedException.Refusal;
import io.hedgerow.transport.channel.SiteLink.Hindrance;
import io.hedgerow.transport.channel.UnreachableException;
import io.hedgerow.transport.channel.WireException;
import io.hedgerow.transport.internal.link.FederationMethods;
import io.hedgerow.transport.internal.link.RefusalStatus;
import io.hedgerow.transport.internal.link.StudyPin;
import io.hedgerow.transport.internal.wire.Frame;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Checks with a coordinator whether a site would be admitted, without joining: certificates, versions, study and plan.
 */
public final class Admission {

    private Admission() {}

    /**
     * Asks once how many rounds are over, from which this site would be missing.
     *
     * @throws RefusedException when the coordinator would refuse this site, also when a site that joins would wait and
     *     try again
     * @throws UnreachableException when it did not answer within the call's deadline
     */
    public static int ask(SiteOptions options) {
        Conversation conversation = new Conversation(options, 0);
        ClientThreads threads = new ClientThreads(options, conversation.meter());
        try {
            return Probe.run(threads.open(), options, conversation.hello());
        } finally {
            threads.stop();
        }
    }

    /**
     * Asks until this site would be let in: for a site that has something to pay before it joins. A coordinator that is
     * away or not ready is asked again, as {@link SiteOptions#reconnect} says. Returns how many rounds are over.
     *
     * @param waiting is run before each wait, so that what others need can be given up meanwhile
     * @throws RefusedException when the coordinator would refuse this site and waiting does not help
     * @throws UnreachableException when the coordinator was away or not ready for longer than the policy allows, or a
     *     certificate was refused
     */
    public static int await(SiteOptions options, Runnable waiting) throws InterruptedException {
        return await(options, waiting, Absence.unnoticed(options));
    }

    /** The same as one attempt of several: the time without a coordinator is counted over all of them. */
    public static int await(SiteOptions options, Runnable waiting, Absence absence) throws InterruptedException {
        while (true) {
            try {
                int over = ask(options);
                absence.over();
                absence.tell();
                return over;
            } catch (RefusedException e) {
                if (!e.refusal().retriable()) {
                    throw e;
                }
                requirePatience(absence, e);
            } catch (UnreachableException e) {
                if (e.refused()) {
                    throw e;
                }
                requirePatience(absence, e.getCause() == null ? e : e.getCause());
            }
            waiting.run();
            TimeUnit.NANOSECONDS.sleep(TimeUnit.NANOSECONDS.convert(absence.pause()));
        }
    }

    /**
     * Asks once whether this site would be let in; empty when it would, or why not yet. That the study is not known
     * there is such a reason: a coordinator of several studies may learn of it later.
     *
     * @throws RefusedException when the coordinator would refuse this site and waiting does not help
     * @throws UnreachableException when a certificate was refused
     */
    public static Optional<String> reasonToWait(SiteOptions options) {
        try {
            ask(options);
            return Optional.empty();
        } catch (RefusedException e) {
            if (!e.refusal().retriable() && e.refusal() != Refusal.FOREIGN_STUDY) {
                throw e;
            }
            return Optional.of(Words.reason(e));
        } catch (UnreachableException e) {
            if (e.refused()) {
                throw e;
            }
            return Optional.of(Words.reason(e));
        }
    }

    /** Says why this process ends without an answer, for those who wait for it; does not wait for a reply. */
    public static void lastWord(SiteOptions options, Hindrance.Kind why) {
        Conversation conversation = new Conversation(options, 0);
        ClientThreads threads = new ClientThreads(options, conversation.meter());
        try {
            Probe.run(threads.open(), options, conversation.hello().saying(why));
        } catch (WireException e) {
            // a coordinator that is away, or that refuses the site by itself, need not hear it
        } finally {
            threads.stop();
        }
    }

    private static void requirePatience(Absence absence, Throwable last) {
        Optional<UnreachableException> over = absence.failed(RefusalStatus.shown(last.getMessage()), last, false);
        absence.tell();
        if (over.isPresent()) {
            throw over.get();
        }
    }

    /** The unary call by which a site checks its admission before it joins. */
    private static final class Probe extends ClientCall.Listener<Frame> {

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
            String said = RefusalStatus.shown(
                    end.status().getCode() + " " + end.status().getDescription());
            return StreamEnd.fatal(end.status(), end.trailers(), options)
                    .orElseGet(() -> new UnreachableException(
                            "the coordinator at " + options.address() + " did not answer within "
                                    + Words.time(options.settings().callTimeout()) + " (" + said
                                    + "): check the address, the network and that the coordinator runs",
                            end.status().asException(),
                            false));
        }
    }
}
