// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.status.server;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;

/**
 * The settings of a status server.
 *
 * @param address where; a loopback one unless {@code insecureBeyondLoopback}
 * @param insecureBeyondLoopback whether other machines may read the status: without TLS and without asking who they are
 * @param threads that answer requests; 1 to 64
 * @param queue requests that may wait for a thread, others are turned away; 1 to 10000
 * @param requestTime after which a request is broken off; at least 1 ms
 */
public record StatusServerSettings(
        InetSocketAddress address, boolean insecureBeyondLoopback, int threads, int queue, Duration requestTime) {
    public StatusServerSettings {
        if (address.isUnresolved()) {
            throw new IllegalArgumentException(
                    "the status address must be one of this machine's, could not find " + address.getHostString());
        }
        if (!insecureBeyondLoopback && !address.getAddress().isLoopbackAddress()) {
            throw new IllegalArgumentException("the status address must be a loopback address such as 127.0.0.1, was "
                    + address.getAddress().getHostAddress()
                    + ": use a tunnel or an authenticating proxy, or say insecurelyAt");
        }
        if (!(threads >= 1 && threads <= 64)) {
            throw new IllegalArgumentException("threads must be 1 to 64, was " + threads);
        }
        if (!(queue >= 1 && queue <= 10_000)) {
            throw new IllegalArgumentException("queue must be 1 to 10000, was " + queue);
        }
        if (requestTime.toMillis() < 1) {
            throw new IllegalArgumentException("requestTime must be at least 1 ms, was " + requestTime);
        }
    }

    /** On this machine only: 4 threads, 64 waiting requests, 10 s for each; port 0 takes a free one. */
    public static StatusServerSettings loopback(int port) {
        return new StatusServerSettings(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), port), false, 4, 64, Duration.ofSeconds(10));
    }

    /** For every machine that reaches this address, without TLS and without asking who reads. */
    public StatusServerSettings insecurelyAt(InetSocketAddress address) {
        return new StatusServerSettings(address, true, threads, queue, requestTime);
    }
}
