package io.hedgerow.transport.internal.file;

import java.io.IOException;
import java.nio.ByteBuffer;

/** A file on a disk that fails when it is told to; the rest is real. */
final class FailingStorage implements Storage {

    private final Storage real;
    /** Bytes that still fit. */
    long space = Long.MAX_VALUE;

    boolean syncFails;
    boolean truncateFails;

    FailingStorage(Storage real) {
        this.real = real;
    }

    @Override
    public long size() throws IOException {
        return real.size();
    }

    @Override
    public int read(ByteBuffer into, long position) throws IOException {
        return real.read(into, position);
    }

    @Override
    public int write(ByteBuffer from, long position) throws IOException {
        if (space == 0) {
            throw new IOException("No space left on device");
        }
        int limit = from.limit();
        from.limit((int) Math.min(limit, from.position() + space));
        int written = real.write(from, position);
        from.limit(limit);
        space -= written;
        return written;
    }

    @Override
    public void force(boolean metadata) throws IOException {
        if (syncFails) {
            throw new IOException("Input/output error");
        }
        real.force(metadata);
    }

    @Override
    public void truncate(long length) throws IOException {
        if (truncateFails) {
            throw new IOException("Read-only file system");
        }
        real.truncate(length);
    }

    @Override
    public void close() throws IOException {
        real.close();
    }
}
