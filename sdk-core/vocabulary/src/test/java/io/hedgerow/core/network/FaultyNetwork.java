// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.network;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongUnaryOperator;

/**
 * The network between a site and a coordinator that may be away, or come back on another port: it can be slow, stall in
 * either direction, break in the middle of a message, accept connections that lead nowhere, and carry bytes twice, in
 * another order or changed.
 */
public final class FaultyNetwork implements AutoCloseable {

    /** What a network can do to bytes besides losing them. */
    public enum Tampering {
        /** The same bytes come twice. */
        DUPLICATED {
            @Override
            void write(OutputStream out, byte[] bytes, int length) throws IOException {
                out.write(bytes, 0, length);
                out.write(bytes, 0, length);
            }
        },
        /** The second half comes before the first. */
        REORDERED {
            @Override
            void write(OutputStream out, byte[] bytes, int length) throws IOException {
                out.write(bytes, length / 2, length - length / 2);
                out.write(bytes, 0, length / 2);
            }
        },
        /** One bit in the middle is another. */
        CORRUPTED {
            @Override
            void write(OutputStream out, byte[] bytes, int length) throws IOException {
                byte[] changed = Arrays.copyOf(bytes, length);
                changed[length / 2] ^= 1;
                out.write(changed);
            }
        };

        abstract void write(OutputStream out, byte[] bytes, int length) throws IOException;
    }

    private record Tampered(Tampering how, LongUnaryOperator after) {}

    private final ServerSocket listening;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final AtomicInteger cuts = new AtomicInteger();
    private final AtomicInteger attempts = new AtomicInteger();
    private final AtomicInteger tampered = new AtomicInteger();
    private final AtomicLong carried = new AtomicLong();
    private final AtomicInteger swallowed = new AtomicInteger();
    private volatile LongUnaryOperator bytesUntilCut = n -> Long.MAX_VALUE;
    private volatile Tampered tampering = new Tampered(Tampering.DUPLICATED, n -> Long.MAX_VALUE);
    private volatile Optional<Tampering> tamperingAlways = Optional.empty();
    private volatile boolean halfOpen;
    private volatile int target;
    private volatile boolean stalledUp;
    private volatile boolean stalledDown;
    private volatile long pauseNanos;

    /**
     * A network that leads nowhere yet.
     *
     * @throws IOException when there is no free port
     */
    public FaultyNetwork() throws IOException {
        this.listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        start("accept", this::accept);
    }

    /** A network to this port of this machine, sound until told otherwise. */
    public static FaultyNetwork to(int port) throws IOException {
        FaultyNetwork network = new FaultyNetwork();
        network.leadTo(port);
        return network;
    }

    /** Where a site dials. */
    public int port() {
        return listening.getLocalPort();
    }

    /** Where the coordinator is now. */
    public void leadTo(int port) {
        target = port;
    }

    /** How often a connection was broken by this network. */
    public int cuts() {
        return cuts.get();
    }

    /** How often the site dialled. */
    public int attempts() {
        return attempts.get();
    }

    /** How often bytes came twice or in another order. */
    public int tampered() {
        return tampered.get();
    }

    /** How many bytes have come to it and were let go on, in either direction. */
    public long carried() {
        return carried.get();
    }

    /** How many connections were accepted and led nowhere. */
    public int swallowed() {
        return swallowed.get();
    }

    /** Holds up what a site sends, or lets it go on. */
    public void stallUp(boolean now) {
        stalledUp = now;
    }

    /** Holds up what a site is sent, or lets it go on. */
    public void stallDown(boolean now) {
        stalledDown = now;
    }

    /** Makes it slow: at most 1024 bytes go with each pause. */
    public void delayEachRead(long nanos) {
        pauseNanos = nanos;
    }

    /** Connection number n, from 0, breaks after so many bytes in one direction. */
    public FaultyNetwork cutAfter(LongUnaryOperator bytes) {
        bytesUntilCut = bytes;
        return this;
    }

    /** Tampers once in either direction of connection number n, from 0, with what comes after so many bytes. */
    public FaultyNetwork tamperAfter(Tampering how, LongUnaryOperator bytes) {
        tampering = new Tampered(how, bytes);
        return this;
    }

    /** Tampers with everything that it carries from now on, or with nothing. */
    public void tamper(Optional<Tampering> how) {
        tamperingAlways = how;
    }

    /** Accepts new connections and carries nothing for them, now or later; or leads new ones on again. */
    public void halfOpen(boolean now) {
        halfOpen = now;
    }

    /** Breaks all connections now. */
    public void cut() {
        cuts.incrementAndGet();
        open.forEach(FaultyNetwork::closeQuietly);
    }

    private void accept() {
        while (!listening.isClosed()) {
            try {
                Socket client = listening.accept();
                connect(client, attempts.getAndIncrement());
            } catch (IOException e) {
                // the test ends
                return;
            }
        }
    }

    private void connect(Socket client, int number) {
        if (halfOpen) {
            open.add(client);
            swallowed.incrementAndGet();
            return;
        }
        try {
            Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
            open.add(client);
            open.add(server);
            start("up", () -> copy(client, server, number, true));
            start("down", () -> copy(server, client, number, false));
        } catch (IOException | IllegalArgumentException e) {
            // the coordinator is away: the site sees a broken connection
            closeQuietly(client);
        }
    }

    private boolean isStalled(boolean up) {
        return up ? stalledUp : stalledDown;
    }

    private void copy(Socket from, Socket to, int number, boolean up) {
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            byte[] buffer = new byte[1024];
            long left = bytesUntilCut.applyAsLong(number);
            Tampered fault = tampering;
            long sound = fault.after().applyAsLong(number);
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                while (isStalled(up) && !from.isClosed()) {
                    LockSupport.parkNanos(1_000_000);
                }
                if (pauseNanos > 0) {
                    LockSupport.parkNanos(pauseNanos);
                }
                carried.addAndGet(n);
                Optional<Tampering> always = tamperingAlways;
                if (always.isPresent()) {
                    tampered.incrementAndGet();
                    always.get().write(out, buffer, n);
                    continue;
                }
                if (sound <= 0) {
                    sound = Long.MAX_VALUE;
                    tampered.incrementAndGet();
                    fault.how().write(out, buffer, n);
                    continue;
                }
                sound -= n;
                out.write(buffer, 0, (int) Math.min(n, left));
                left -= n;
                if (left <= 0) {
                    cuts.incrementAndGet();
                    return;
                }
            }
        } catch (IOException e) {
            // a broken connection is what this class is for
            return;
        } finally {
            open.remove(from);
            open.remove(to);
        }
    }

    private static void start(String name, Runnable task) {
        Thread thread = new Thread(task, "test-network-" + name);
        thread.setDaemon(true);
        thread.start();
    }

    private static void closeQuietly(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() throws IOException {
        listening.close();
        open.forEach(FaultyNetwork::closeQuietly);
    }
}
