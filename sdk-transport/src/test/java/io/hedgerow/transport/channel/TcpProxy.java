package io.hedgerow.transport.channel;

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

/** A network between sites and coordinator that can be slow, stall and break in the middle of a message. */
final class TcpProxy implements AutoCloseable {

    private final ServerSocket listening;
    private final int target;
    private final LongUnaryOperator bytesUntilCut;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final AtomicInteger cuts = new AtomicInteger();
    private final AtomicInteger connections = new AtomicInteger();
    private final AtomicInteger failedConnections = new AtomicInteger();
    private volatile boolean stalled;
    private volatile long pauseNanos;

    /** Connection number n, from 0, breaks after so many bytes in one direction. */
    TcpProxy(int target, LongUnaryOperator bytesUntilCut) throws IOException {
        this.target = target;
        this.bytesUntilCut = bytesUntilCut;
        this.listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        start("accept", this::accept);
    }

    static TcpProxy whole(int target) throws IOException {
        return new TcpProxy(target, n -> Long.MAX_VALUE);
    }

    int port() {
        return listening.getLocalPort();
    }

    int cuts() {
        return cuts.get();
    }

    int connections() {
        return connections.get();
    }

    void stall(boolean now) {
        stalled = now;
    }

    void delayEachRead(long nanos) {
        pauseNanos = nanos;
    }

    /** Breaks all connections now. */
    void cut() {
        cuts.incrementAndGet();
        open.forEach(TcpProxy::closeQuietly);
    }

    private void accept() {
        while (!listening.isClosed()) {
            try {
                Socket client = listening.accept();
                Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
                open.add(client);
                open.add(server);
                long limit = bytesUntilCut.applyAsLong(connections.getAndIncrement());
                start("up", () -> copy(client, server, limit));
                start("down", () -> copy(server, client, limit));
            } catch (IOException e) {
                // the coordinator is away, or the test ends: the site sees a broken connection
                failedConnections.incrementAndGet();
            }
        }
    }

    private void copy(Socket from, Socket to, long limit) {
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            byte[] buffer = new byte[1024];
            long left = limit;
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                while (stalled && !from.isClosed()) {
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
        Thread thread = new Thread(task, "test-proxy-" + name);
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
        open.forEach(TcpProxy::closeQuietly);
    }
}
