// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.grpc.coordinator;

import io.grpc.Grpc;
import io.grpc.Metadata;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerServiceDefinition;
import io.grpc.StatusException;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.netty.shaded.io.netty.channel.EventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.MultiThreadIoEventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.nio.NioIoHandler;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.transport.channel.RefusedException.Refusal;
import io.hedgerow.transport.internal.admission.ConnectionLimits;
import io.hedgerow.transport.internal.admission.ConnectionTable;
import io.hedgerow.transport.internal.admission.CountedSockets;
import io.hedgerow.transport.internal.admission.CountedSockets.HandshakeWatch;
import io.hedgerow.transport.internal.admission.OversizedCalls;
import io.hedgerow.transport.internal.admission.RefusalNotes;
import io.hedgerow.transport.internal.grpc.coordinator.CoordinatorOptions.PortOptions;
import io.hedgerow.transport.internal.link.FederationMethods;
import io.hedgerow.transport.internal.link.LinkMeter.SocketCounter;
import io.hedgerow.transport.internal.link.RefusalStatus;
import io.hedgerow.transport.internal.link.UnloggedFrames;
import io.hedgerow.transport.internal.link.WireSettings;
import io.hedgerow.transport.internal.wire.Frame;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A coordinator's gRPC server and the threads it runs on; they end with it. */
final class ServerThreads {

    private static final Metadata.Key<String> ENCODING =
            Metadata.Key.of("grpc-encoding", Metadata.ASCII_STRING_MARSHALLER);
    private static final int THREADS = Math.min(4, Runtime.getRuntime().availableProcessors());

    /** A handshake takes three packets; even a distant site is quicker than this. */
    private static final Duration HANDSHAKE = Duration.ofSeconds(10);

    private final PortOptions options;
    private final RefusalNotes notes;
    private final CallerCertificate callers;
    private final CountedSockets sockets;
    private final EventLoopGroup loops;
    private final ExecutorService calls;

    ServerThreads(PortOptions options, ConnectionLimits limits) {
        this.options = options;
        this.notes = new RefusalNotes(options.security(), options.study());
        this.callers = new CallerCertificate(options, notes);
        ConnectionTable entrance = new ConnectionTable(limits, notes);
        Duration timeout = options.settings().callTimeout();
        Duration deadline = timeout.compareTo(HANDSHAKE) < 0 ? timeout : HANDSHAKE;
        this.sockets = new CountedSockets(entrance, guest -> new HandshakeWatch(entrance, guest, notes, deadline));
        this.loops = new MultiThreadIoEventLoopGroup(THREADS, options.threads(), NioIoHandler.newFactory());
        this.calls = Executors.newFixedThreadPool(THREADS, options.threads());
    }

    Server start(InetSocketAddress address, CoordinatorStream.Door door) {
        UnloggedFrames.install();
        WireSettings settings = options.settings();
        ServerServiceDefinition service = ServerServiceDefinition.builder(FederationMethods.SERVICE)
                .addMethod(FederationMethods.JOIN, named((call, site) -> {
                    CoordinatorStream stream =
                            new CoordinatorStream(call, site, door, socket(call), notes, peer(site, call));
                    stream.timers(
                            after(settings.callTimeout(), stream::hurry),
                            after(longest(settings), stream::expire),
                            every(settings.betweenJudgements(), () -> judge(call, stream)));
                    return stream;
                }))
                .addMethod(FederationMethods.PROBE, named((call, site) -> {
                    ProbeCall probe = new ProbeCall(call, site, door, notes, peer(site, call));
                    probe.timer(after(settings.callTimeout(), probe::hurry));
                    return probe;
                }))
                .build();
        try {
            return NettyServerBuilder.forAddress(address)
                    .bossEventLoopGroup(loops)
                    .workerEventLoopGroup(loops)
                    .channelFactory(sockets::listening)
                    .executor(calls)
                    .sslContext(options.tls().server())
                    .handshakeTimeout(Math.max(20_000, settings.callTimeout().toMillis()), TimeUnit.MILLISECONDS)
                    .maxInboundMessageSize(settings.frameLimit())
                    .maxInboundMetadataSize(8192)
                    .maxConcurrentCallsPerConnection(4)
                    .maxConnectionIdle(settings.callTimeout().toMillis(), TimeUnit.MILLISECONDS)
                    .addStreamTracerFactory(new OversizedCalls(settings, notes))
                    .keepAliveTime(settings.keepAlive().toMillis(), TimeUnit.MILLISECONDS)
                    .keepAliveTimeout(settings.keepAliveTimeout().toMillis(), TimeUnit.MILLISECONDS)
                    .permitKeepAliveTime(Math.min(5000, settings.keepAlive().toMillis() / 2), TimeUnit.MILLISECONDS)
                    .addService(service)
                    .build()
                    .start();
        } catch (IOException e) {
            end();
            String why = Words.reason(e.getCause() == null ? e : e.getCause());
            throw new UncheckedIOException(new IOException(
                    "cannot listen on " + address.getHostString() + ":" + address.getPort() + ": " + why
                            + "; choose another port or interface",
                    e));
        }
    }

    /** A site ends its streams itself after their life; one that does not is ended here, a sixtieth of it later. */
    private static Duration longest(WireSettings settings) {
        return settings.streamLife().plus(settings.streamLife().dividedBy(60));
    }

    /** Certificates expire and are revoked while a stream is open. */
    private void judge(ServerCall<?, ?> call, CoordinatorStream stream) {
        try {
            callers.site(call);
        } catch (StatusException refused) {
            stream.end(refused);
        }
    }

    private Future<?> every(Duration period, Runnable action) {
        long nanos = TimeUnit.NANOSECONDS.convert(period);
        return loops.scheduleAtFixedRate(() -> calls.execute(action), nanos, nanos, TimeUnit.NANOSECONDS);
    }

    private Future<?> after(Duration time, Runnable action) {
        return loops.schedule(action, TimeUnit.NANOSECONDS.convert(time), TimeUnit.NANOSECONDS);
    }

    void stop(Server server) {
        server.shutdown();
        try {
            if (!server.awaitTermination(1, TimeUnit.SECONDS)) {
                server.shutdownNow();
                server.awaitTermination(5, TimeUnit.SECONDS);
            }
        } catch (InterruptedException e) {
            server.shutdownNow();
            Thread.currentThread().interrupt();
        }
        end();
    }

    private void end() {
        calls.shutdown();
        loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly(5, TimeUnit.SECONDS);
    }

    private @Nullable SocketCounter socket(ServerCall<?, ?> call) {
        return sockets.of(call.getAttributes().get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR));
    }

    private static String peer(SiteId site, ServerCall<?, ?> call) {
        return "site " + site.value() + CallerCertificate.where(call);
    }

    private interface NamedHandler {
        ServerCall.Listener<Frame> start(ServerCall<Frame, Frame> call, SiteId site);
    }

    private ServerCallHandler<Frame, Frame> named(NamedHandler handler) {
        return (call, headers) -> {
            try {
                SiteId site = callers.site(call);
                requireNotCompressed(headers, peer(site, call));
                return handler.start(call, site);
            } catch (StatusException refused) {
                Metadata trailers = refused.getTrailers();
                call.close(refused.getStatus(), trailers == null ? new Metadata() : trailers);
                return new ServerCall.Listener<>() {};
            }
        };
    }

    /** Refuses compressed calls before anything is asked for or unpacked: a few bytes may stand for very many. */
    private void requireNotCompressed(Metadata headers, String peer) throws StatusException {
        String encoding = headers.get(ENCODING);
        if (encoding != null && !encoding.equals("identity")) {
            String detail = "messages must be uncompressed, grpc-encoding was " + RefusalStatus.shown(encoding);
            notes.refused(peer, Refusal.MALFORMED, detail);
            throw RefusalStatus.exception(Refusal.MALFORMED, detail);
        }
    }
}
