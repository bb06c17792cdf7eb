// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.codec;

import io.hedgerow.core.internal.file.Sha256;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.security.MessageDigest;
import java.util.Arrays;

/** Takes a vector of lanes in tiles, from the first lane to the last. Extension point. */
@FunctionalInterface
public interface LaneSink {

    /** Takes the next {@code count} lanes, read from the start of the tile, which is neither modified nor kept. */
    void write(int from, long[] tile, int count);

    /** Writes lanes to an array, which must be long enough. */
    static LaneSink to(long[] lanes) {
        return (from, tile, count) -> System.arraycopy(tile, 0, lanes, from, count);
    }

    /** Writes lanes as little-endian bytes, 8 for each. */
    static LaneSink toLittleEndian(byte[] bytes) {
        LongBuffer out = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).asLongBuffer();
        return (from, tile, count) -> out.put(from, tile, 0, count);
    }

    /** Computes the SHA-256 of lanes as they are written, as little-endian bytes. Not thread-safe. */
    public static final class LaneDigest implements LaneSink {

        private final MessageDigest digest = Sha256.start();
        private ByteBuffer buffer = ByteBuffer.allocate(0);

        public LaneDigest() {}

        @Override
        public void write(int from, long[] tile, int count) {
            if (buffer.capacity() < count * Long.BYTES) {
                buffer = ByteBuffer.allocate(count * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
            }
            buffer.clear();
            buffer.asLongBuffer().put(tile, 0, count);
            buffer.limit(count * Long.BYTES);
            digest.update(buffer);
        }

        /** Ends the digest and erases the last tile: 32 bytes. */
        public byte[] end() {
            Arrays.fill(buffer.array(), (byte) 0);
            return digest.digest();
        }
    }
}
