// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.security;

import io.hedgerow.core.internal.file.PrivateFiles;
import io.hedgerow.transport.security.SecurityNotice.Kind;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * Carries security notices to a file, a stream or a syslog receiver. {@link #accept} only puts a notice in a buffer of
 * 10,000, so that a receiver that is away never delays a study; a thread of its own delivers them in order and tries
 * again until it can. What no longer fits is lost and counted: the next notice that is delivered is preceded by one
 * that says how many, and {@link #lost} says so at the end. A notice may arrive twice after a connection broke.
 *
 * <p>Thread-safe.
 */
public final class SecurityNotices implements Consumer<SecurityNotice>, Closeable {

    static final int CAPACITY = 10_000;
    private static final Duration FIRST_PAUSE = Duration.ofMillis(200);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);
    private static final Duration FAREWELL = Duration.ofSeconds(5);

    /** A destination for security notices. For one thread, but for {@link #abandon}. */
    interface Sink extends Closeable {
        void write(SecurityNotice notice) throws IOException;

        /** Ends a write or a closing that waits in another thread, and waits for nothing itself. */
        default void abandon() throws IOException {}
    }

    private final BlockingQueue<SecurityNotice> waiting;
    private final Sink sink;
    private final AtomicLong lost = new AtomicLong();
    private final AtomicLong untold = new AtomicLong();
    private final Thread thread;
    private final Duration farewell;
    private volatile boolean closing;
    private volatile boolean abandoned;

    SecurityNotices(Sink sink, int capacity, Duration farewell) {
        this.sink = sink;
        this.farewell = farewell;
        this.waiting = new ArrayBlockingQueue<>(capacity);
        this.thread = new Thread(this::deliver, "hedgerow-security-notices");
        thread.setDaemon(true);
        thread.start();
    }

    /**
     * {@return notices as lines at the end of a file, which is made for its owner alone when it is missing}
     *
     * @param file opened anew for every notice, so that it can be moved away
     */
    public static SecurityNotices toFile(Path file) {
        return new SecurityNotices(new FileSink(file), CAPACITY, FAREWELL);
    }

    /**
     * {@return notices as lines on a stream, such as standard output}
     *
     * @param out stays open
     */
    public static SecurityNotices toStream(OutputStream out) {
        return new SecurityNotices(new StreamSink(out), CAPACITY, FAREWELL);
    }

    /**
     * {@return notices as messages of syslog (RFC 5424) over TLS (RFC 5425)}: facility 13 (log audit), the kind as
     * MSGID, the line of JSON as the message. The receiver's certificate must be for the host and of the authority;
     * this end shows none.
     *
     * @param host name or address, as in the receiver's certificate
     * @param port usually 6514
     * @param authority file with one or more certificates in PEM form
     * @throws io.hedgerow.transport.identity.IdentityException when the authority's certificates cannot be read
     */
    public static SecurityNotices toSyslog(String host, int port, Path authority) {
        return new SecurityNotices(SyslogSink.of(host, port, authority), CAPACITY, FAREWELL);
    }

    /** Takes a notice and returns at once. */
    @Override
    public void accept(SecurityNotice notice) {
        if (closing || !waiting.offer(notice)) {
            lost.incrementAndGet();
            untold.incrementAndGet();
        }
    }

    /** {@return how many notices were lost so far; those that wait are not} */
    public long lost() {
        return lost.get();
    }

    private void deliver() {
        Duration pause = FIRST_PAUSE;
        Optional<SecurityNotice> next = Optional.empty();
        try {
            while (true) {
                if (next.isEmpty()) {
                    next = Optional.ofNullable(waiting.poll(100, TimeUnit.MILLISECONDS));
                    if (next.isEmpty() && closing) {
                        return;
                    }
                }
                if (next.isPresent()) {
                    try {
                        write(next.get());
                        next = Optional.empty();
                        pause = FIRST_PAUSE;
                    } catch (IOException | RuntimeException e) {
                        if (abandoned) {
                            return;
                        }
                        TimeUnit.MILLISECONDS.sleep(pause.toMillis());
                        pause = pause.multipliedBy(2).compareTo(LONGEST_PAUSE) > 0
                                ? LONGEST_PAUSE
                                : pause.multipliedBy(2);
                    }
                }
            }
        } catch (InterruptedException e) {
            // closed: what is left is counted
        } finally {
            lost.addAndGet(next.isPresent() ? 1 : 0);
            countWaiting();
            try {
                sink.close();
            } catch (IOException | RuntimeException e) {
                // nothing more is sent
            }
        }
    }

    private void countWaiting() {
        lost.addAndGet(waiting.drainTo(new ArrayList<>()));
    }

    private void write(SecurityNotice notice) throws IOException {
        long count = untold.get();
        if (count > 0) {
            sink.write(new SecurityNotice(
                    notice.time(),
                    Kind.NOTICES_LOST,
                    notice.origin(),
                    Optional.empty(),
                    Optional.empty(),
                    Map.of("lost", (double) count)));
            untold.addAndGet(-count);
        }
        sink.write(notice);
    }

    /** Delivers what waits, for at most five seconds; what is left then is lost and counted. */
    @Override
    public void close() {
        closing = true;
        boolean interrupted = Thread.interrupted();
        try {
            thread.join(farewell.toMillis());
            if (thread.isAlive()) {
                abandon();
                thread.join(farewell.toMillis());
            }
        } catch (InterruptedException e) {
            interrupted = true;
            abandon();
        } finally {
            if (!thread.isAlive()) {
                countWaiting(); // what came while the thread ended
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void abandon() {
        abandoned = true;
        thread.interrupt();
        try {
            sink.abandon();
        } catch (IOException | RuntimeException e) {
            // nothing more is sent
        }
    }

    private static byte[] line(SecurityNotice notice) {
        return (notice.json() + "\n").getBytes(StandardCharsets.US_ASCII);
    }

    private record FileSink(Path file) implements Sink {
        @Override
        public void write(SecurityNotice notice) throws IOException {
            if (!Files.exists(file)) {
                PrivateFiles.create(file, new byte[0], true);
            }
            Files.write(file, line(notice), StandardOpenOption.APPEND);
        }

        @Override
        public void close() {}
    }

    private record StreamSink(OutputStream out) implements Sink {
        @Override
        public void write(SecurityNotice notice) throws IOException {
            out.write(line(notice));
            out.flush();
        }

        @Override
        public void close() {}
    }
}
