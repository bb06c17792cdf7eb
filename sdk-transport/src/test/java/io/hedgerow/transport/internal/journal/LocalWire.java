// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.journal;

import io.hedgerow.core.internal.federation.site.SiteChannel;
import io.hedgerow.core.protocol.CoordinatorMessage;
import io.hedgerow.core.protocol.ProtectedUpdate;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.SiteReply;
import io.hedgerow.core.protocol.Task;
import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;

/** Messages over a loopback socket, for tests: one connection, no protection. */
final class LocalWire implements SiteChannel, Closeable {

    private static final int TASK = 1;
    private static final int EARLIER = 2;
    private static final int OUTCOME = 3;
    private static final int UPDATE = 4;
    private static final int FAILURE = 5;

    private final Socket socket;
    private final DataInputStream in;
    private final DataOutputStream out;

    /** A task of a round that is over. */
    record Earlier(Task task) {}

    LocalWire(Socket socket) throws IOException {
        this.socket = socket;
        socket.setTcpNoDelay(true);
        in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
        out = new DataOutputStream(socket.getOutputStream());
    }

    static LocalWire connect(int port) throws IOException {
        return new LocalWire(new Socket(InetAddress.getLoopbackAddress(), port));
    }

    synchronized void write(Object message) throws IOException {
        byte[] bytes = encode(message);
        byte[] framed = new byte[bytes.length + 4];
        System.arraycopy(ByteBuffer.allocate(4).putInt(bytes.length).array(), 0, framed, 0, 4);
        System.arraycopy(bytes, 0, framed, 4, bytes.length);
        out.write(framed);
    }

    Object read() throws IOException {
        byte[] bytes = new byte[in.readInt()];
        in.readFully(bytes);
        return FieldReader.read(bytes, LocalWire::decode);
    }

    private static byte[] encode(Object message) {
        if (message instanceof Task task) {
            return new FieldWriter(TASK).task(task).toBytes();
        }
        if (message instanceof Earlier earlier) {
            return new FieldWriter(EARLIER).task(earlier.task()).toBytes();
        }
        if (message instanceof CoordinatorMessage.Outcome outcome) {
            return new FieldWriter(OUTCOME).outcome(outcome).toBytes();
        }
        if (message instanceof ProtectedUpdate update) {
            return new FieldWriter(UPDATE)
                    .text(update.site().value())
                    .text(update.study())
                    .number(update.round())
                    .text(update.protection())
                    .payload(update.payload())
                    .toBytes();
        }
        SiteReply.Failure failure = (SiteReply.Failure) message;
        return new FieldWriter(FAILURE)
                .text(failure.site().value())
                .number(failure.round())
                .text(failure.kind().name())
                .toBytes();
    }

    private static Object decode(FieldReader in) {
        int kind = in.kind();
        return switch (kind) {
            case TASK -> in.task();
            case EARLIER -> new Earlier(in.task());
            case OUTCOME -> in.outcome();
            case UPDATE ->
                new ProtectedUpdate(new SiteId(in.text()), in.text(), in.smallNumber(), in.text(), in.payload());
            case FAILURE ->
                new SiteReply.Failure(
                        new SiteId(in.text()), in.smallNumber(), SiteReply.Failure.Kind.valueOf(in.text()));
            default -> throw new IllegalArgumentException("kind " + kind);
        };
    }

    @Override
    public CoordinatorMessage receive() {
        try {
            return (CoordinatorMessage) read();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public boolean hasNext() {
        try {
            return in.available() > 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void reply(SiteReply reply) {
        try {
            write(reply);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void send(ProtectedUpdate update) {
        reply(update);
    }

    @Override
    public void send(SiteReply.Failure failure) {
        reply(failure);
    }

    @Override
    public void send(SiteReply.Answer answer) {
        throw new AssertionError("no dialogue here");
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
