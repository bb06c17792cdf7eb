// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.codec;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;

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
}
