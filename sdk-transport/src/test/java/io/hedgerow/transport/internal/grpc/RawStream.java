// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.grpc;

import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.hedgerow.transport.channel.RefusedException.Refusal;
import io.hedgerow.transport.channel.SiteLink.SelfReport;
import io.hedgerow.transport.internal.link.FederationMethods;
import io.hedgerow.transport.internal.link.RefusalStatus;
import io.hedgerow.transport.internal.wire.Frame;
import io.hedgerow.transport.internal.wire.ProtobufMapping;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A client of the service that sends whatever bytes it is told to, and ends no stream by itself. */
final class RawStream extends ClientCall.Listener<byte[]> {

    record End(Status status, Metadata trailers) {}

    private static final MethodDescriptor.Marshaller<byte[]> BYTES = new MethodDescriptor.Marshaller<>() {
        @Override
        public InputStream stream(byte[] value) {
            return new ByteArrayInputStream(value);
        }

        @Override
        public byte[] parse(InputStream stream) {
            try {
                return stream.readAllBytes();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    };

    private final ClientCall<byte[], byte[]> call;
    private final BlockingQueue<Frame> frames = new LinkedBlockingQueue<>();
    private final CompletableFuture<End> end = new CompletableFuture<>();

    RawStream(ManagedChannel channel) {
        this(channel, CallOptions.DEFAULT);
    }

    RawStream(ManagedChannel channel, CallOptions options) {
        this(channel, FederationMethods.JOIN, options);
    }

    RawStream(ManagedChannel channel, MethodDescriptor<?, ?> method, CallOptions options) {
        call = channel.newCall(method.toBuilder(BYTES, BYTES).build(), options);
        call.start(this, new Metadata());
        call.request(Integer.MAX_VALUE);
    }

    static Frame.Hello hello(String incarnation) {
        return new Frame.Hello(
                java.util.List.of(FederationMethods.VERSION),
                Wires.PIN.study(),
                Wires.PIN.planDigest(),
                incarnation,
                "",
                0,
                0,
                1,
                SelfReport.none(),
                1,
                Optional.empty());
    }

    RawStream send(byte[] bytes) {
        call.sendMessage(bytes);
        return this;
    }

    RawStream send(Frame frame) {
        return send(ProtobufMapping.siteBytes(frame));
    }

    RawStream halfClose() {
        call.halfClose();
        return this;
    }

    void cancel() {
        call.cancel("the test ends", null);
    }

    Frame await() throws InterruptedException {
        return frames.poll(30, TimeUnit.SECONDS);
    }

    End awaitEnd() throws Exception {
        return end.get(30, TimeUnit.SECONDS);
    }

    /** The refusal which ended the stream. */
    Refusal awaitRefusal() throws Exception {
        End last = awaitEnd();
        return RefusalStatus.of(last.status(), last.trailers())
                .orElseThrow(() -> new AssertionError("no refusal but " + last.status()));
    }

    @Override
    public void onMessage(byte[] message) {
        frames.add(ProtobufMapping.readCoordinator(message));
    }

    @Override
    public void onClose(Status status, Metadata trailers) {
        end.complete(new End(status, trailers));
    }
}
