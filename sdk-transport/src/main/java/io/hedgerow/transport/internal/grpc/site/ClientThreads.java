// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.grpc.site;

import io.grpc.Codec;
import io.grpc.DecompressorRegistry;
import io.grpc.ManagedChannel;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.netty.channel.ChannelOption;
import io.grpc.netty.shaded.io.netty.channel.EventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.MultiThreadIoEventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.nio.NioIoHandler;
import io.hedgerow.transport.internal.admission.CountedSockets;
import io.hedgerow.transport.internal.link.LinkMeter;
import io.hedgerow.transport.internal.link.UnloggedFrames;
import io.hedgerow.transport.internal.link.WireSettings;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

public final class ClientThreads {

    private final SiteOptions options;
    private final LinkMeter meter;
    private final EventLoopGroup loop;
    private final ExecutorService calls;

    public ClientThreads(SiteOptions options, LinkMeter meter) {
        this.options = options;
        this.meter = meter;
        this.loop = new MultiThreadIoEventLoopGroup(1, options.threads(), NioIoHandler.newFactory());
        this.calls = Executors.newFixedThreadPool(1, options.threads());
    }

    /** One channel per connection, so that gRPC's own pauses never add to ours. */
    public ManagedChannel open() {
        UnloggedFrames.install();
        WireSettings settings = options.settings();
        return NettyChannelBuilder.forAddress(options.host(), options.port())
                .eventLoopGroup(loop)
                .channelFactory(() -> CountedSockets.dialling(meter))
                .executor(calls)
                .offloadExecutor(calls)
                .sslContext(options.tls().client())
                .withOption(ChannelOption.CONNECT_TIMEOUT_MILLIS, (int)
                        Math.min(Integer.MAX_VALUE, settings.callTimeout().toMillis()))
                .maxInboundMessageSize(settings.frameLimit())
                .maxInboundMetadataSize(8192)
                .decompressorRegistry(DecompressorRegistry.emptyInstance().with(Codec.Identity.NONE, false))
                .keepAliveTime(settings.keepAlive().toMillis(), TimeUnit.MILLISECONDS)
                .keepAliveTimeout(settings.keepAliveTimeout().toMillis(), TimeUnit.MILLISECONDS)
                .disableRetry()
                // the site says which way; settings of the machine's Java do not
                .proxyDetector(target -> options.proxy()
                        .map(proxy -> proxy.toward((InetSocketAddress) target))
                        .orElse(null))
                .build();
    }

    Future<?> after(Duration pause, Runnable step) {
        return loop.schedule(step, pause.toNanos(), TimeUnit.NANOSECONDS);
    }

    Future<?> every(Duration period, Runnable step) {
        return loop.scheduleAtFixedRate(step, period.toNanos(), period.toNanos(), TimeUnit.NANOSECONDS);
    }

    public void stop() {
        calls.shutdown();
        loop.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly(5, TimeUnit.SECONDS);
    }
}
