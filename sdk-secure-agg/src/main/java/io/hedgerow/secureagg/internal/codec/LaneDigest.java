// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.codec;

import io.hedgerow.core.internal.file.Sha256;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.MessageDigest;
import java.util.Arrays;

/**
 * SHA-256 of lanes as little-endian bytes, in the order in which they are written, without a copy of all of them. Not
 * thread-safe.
 */
public final class LaneDigest implements LaneSink {

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
