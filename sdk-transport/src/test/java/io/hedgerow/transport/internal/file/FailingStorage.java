// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.file;

import io.hedgerow.core.internal.file.Storage;
import java.io.IOException;
import java.nio.ByteBuffer;

/** A file on a disk that fails when it is told to; the rest is real. */
final class FailingStorage implements Storage {

    private final Storage real;
    /** Bytes that still fit. */
    long space = Long.MAX_VALUE;

    boolean syncFails;
    boolean truncateFails;
    /** Whether the thread is interrupted in the middle of a write. */
    boolean interrupts;

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
    public void write(ByteBuffer from, long position) throws IOException {
        int limit = from.limit();
        int first = from.position();
        from.limit((int) Math.min(limit, first + Math.min(space, limit)));
        real.write(from, position);
        space -= from.position() - first;
        from.limit(limit);
        if (from.hasRemaining()) {
            throw new IOException("No space left on device");
        }
    }

    @Override
    public void force() throws IOException {
        if (syncFails) {
            throw new IOException("Input/output error");
        }
        if (interrupts) {
            Thread.currentThread().interrupt();
        }
        real.force();
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
