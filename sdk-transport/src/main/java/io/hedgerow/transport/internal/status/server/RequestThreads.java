// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.status.server;

import io.hedgerow.transport.internal.link.NamedThreads;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * A bounded thread pool with a time limit per request for the JDK's HTTP server. A request that takes too long, because
 * its client sends or reads slowly, has its thread interrupted, and that closes its channel. A request that finds the
 * queue full is run with the interrupt flag set: its first read closes the channel, and nothing waits.
 */
final class RequestThreads extends ThreadPoolExecutor {

    private final ScheduledExecutorService watch;
    private final Duration limit;
    private final Map<Thread, ScheduledFuture<?>> running = new ConcurrentHashMap<>();

    RequestThreads(int threads, int queue, Duration limit) {
        super(
                threads,
                threads,
                0,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(queue),
                new NamedThreads("hedgerow-status"),
                (request, pool) -> turnAway(request));
        this.limit = limit;
        ScheduledThreadPoolExecutor timer =
                new ScheduledThreadPoolExecutor(1, new NamedThreads("hedgerow-status-watch"));
        timer.setRemoveOnCancelPolicy(true);
        watch = timer;
    }

    private static void turnAway(Runnable request) {
        Thread.currentThread().interrupt();
        try {
            request.run();
        } finally {
            Thread.interrupted();
        }
    }

    @Override
    protected void beforeExecute(Thread thread, Runnable request) {
        super.beforeExecute(thread, request);
        running.put(thread, watch.schedule(thread::interrupt, limit.toMillis(), TimeUnit.MILLISECONDS));
    }

    @Override
    protected void afterExecute(Runnable request, Throwable thrown) {
        ScheduledFuture<?> alarm = running.remove(Thread.currentThread());
        if (alarm != null) {
            alarm.cancel(false);
        }
        // The pool clears a late interrupt itself before it takes the next request.
        super.afterExecute(request, thrown);
    }

    void stop() {
        shutdownNow();
        watch.shutdownNow();
        try {
            if (!awaitTermination(5, TimeUnit.SECONDS)) {
                shutdownNow();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
