package io.hedgerow.samples.operate;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongUnaryOperator;

/**
 * The network between one site and a coordinator that may be away, or come back on another port: it can be slow, stall in either
 * direction and break in the middle of a message.
 */
final class FaultyNetwork implements AutoCloseable {

    private final ServerSocket listening;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final AtomicInteger cuts = new AtomicInteger();
    private final AtomicInteger attempts = new AtomicInteger();
    private volatile LongUnaryOperator bytesUntilCut = n -> Long.MAX_VALUE;
    private volatile int target;
    private volatile boolean stalledUp;
    private volatile boolean stalledDown;
    private volatile long pauseNanos;

    FaultyNetwork() throws IOException {
        this.listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        start("accept", this::accept);
    }

    int port() {
        return listening.getLocalPort();
    }

    /** Where the coordinator is now. */
    void leadTo(int port) {
        target = port;
    }

    int cuts() {
        return cuts.get();
    }

    /** How often the site dialled. */
    int attempts() {
        return attempts.get();
    }

    void stallUp(boolean now) {
        stalledUp = now;
    }

    void stallDown(boolean now) {
        stalledDown = now;
    }

    void delayEachRead(long nanos) {
        pauseNanos = nanos;
    }

    /** Connection number n, from 0, breaks after so many bytes in one direction. */
    void cutAfter(LongUnaryOperator bytes) {
        bytesUntilCut = bytes;
    }

    /** Breaks all connections now. */
    void cut() {
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
        try {
            Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
            open.add(client);
            open.add(server);
            long limit = bytesUntilCut.applyAsLong(number);
            start("up", () -> copy(client, server, limit, true));
            start("down", () -> copy(server, client, limit, false));
        } catch (IOException | IllegalArgumentException e) {
            // the coordinator is away: the site sees a broken connection
            closeQuietly(client);
        }
    }

    private boolean isStalled(boolean up) {
        return up ? stalledUp : stalledDown;
    }

    private void copy(Socket from, Socket to, long limit, boolean up) {
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            byte[] buffer = new byte[1024];
            long left = limit;
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                while (isStalled(up) && !from.isClosed()) {
                    LockSupport.parkNanos(1_000_000);
                }
                if (pauseNanos > 0) {
                    LockSupport.parkNanos(pauseNanos);
                }
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
