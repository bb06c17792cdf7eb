package io.hedgerow.transport.internal.file;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/** What an append-only file needs of a file; the seam at which tests let disks fail. */
interface Storage extends Closeable {

    long size() throws IOException;

    int read(ByteBuffer into, long position) throws IOException;

    int write(ByteBuffer from, long position) throws IOException;

    void force(boolean metadata) throws IOException;

    void truncate(long length) throws IOException;

    static Storage of(FileChannel channel) {
        return new Storage() {
            @Override
            public long size() throws IOException {
                return channel.size();
            }

            @Override
            public int read(ByteBuffer into, long position) throws IOException {
                return channel.read(into, position);
            }

            @Override
            public int write(ByteBuffer from, long position) throws IOException {
                return channel.write(from, position);
            }

            @Override
            public void force(boolean metadata) throws IOException {
                channel.force(metadata);
            }

            @Override
            public void truncate(long length) throws IOException {
                channel.truncate(length);
            }

            @Override
            public void close() throws IOException {
                channel.close();
            }
        };
    }
}
