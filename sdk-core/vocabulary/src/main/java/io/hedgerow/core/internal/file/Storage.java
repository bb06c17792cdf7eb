// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.file;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/**
 * An open file, for one thread; tests replace it by disks that fail. An interrupt neither closes it nor ends a write.
 */
public interface Storage extends Closeable {

    long size() throws IOException;

    /** Reads as many bytes as fit and exist; returns their number, or −1 behind the end. */
    int read(ByteBuffer into, long position) throws IOException;

    void write(ByteBuffer from, long position) throws IOException;

    /** Makes the bytes durable (fsync). */
    void force() throws IOException;

    void truncate(long length) throws IOException;

    /** A file that is there, and no link, for reading and writing. */
    static Storage open(Path file) throws IOException {
        return OpenFile.existing(file);
    }

    default byte[] readFully(long position, int count) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(count);
        while (bytes.hasRemaining()) {
            if (read(bytes, position + bytes.position()) < 0) {
                throw new IOException("it became shorter while it was read");
            }
        }
        return bytes.array();
    }
}
