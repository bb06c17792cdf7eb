// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.link;

import io.hedgerow.core.internal.text.Words;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Enforces one time limit on a whole exchange with an unauthenticated peer. A time limit of a socket is for each read,
 * and begins anew with every byte that drips in; here the socket is closed when the time for all of it is over.
 */
public final class ExchangeDeadline {

    private ExchangeDeadline() {}

    /** The exchange of bytes that the time limit covers. */
    @FunctionalInterface
    public interface Exchange<T> {
        T run() throws IOException;
    }

    /**
     * Runs an exchange.
     *
     * @throws SocketTimeoutException when it did not end in time; the socket is closed then
     */
    public static <T> T within(Duration time, Socket socket, Exchange<T> exchange) throws IOException {
        AtomicBoolean open = new AtomicBoolean(true);
        CompletableFuture<Void> end = CompletableFuture.runAsync(
                () -> {
                    if (open.compareAndSet(true, false)) {
                        close(socket);
                    }
                },
                CompletableFuture.delayedExecutor(time.toNanos(), TimeUnit.NANOSECONDS, Runnable::run));
        try {
            T made = exchange.run();
            if (open.compareAndSet(true, false)) {
                return made;
            }
            throw late(time, null);
        } catch (IOException e) {
            throw open.compareAndSet(true, false) ? e : late(time, e);
        } finally {
            end.cancel(false);
        }
    }

    private static SocketTimeoutException late(Duration time, @Nullable IOException cause) {
        SocketTimeoutException late = new SocketTimeoutException("no whole answer came within " + Words.time(time));
        late.initCause(cause);
        return late;
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // it is over anyhow
        }
    }
}
