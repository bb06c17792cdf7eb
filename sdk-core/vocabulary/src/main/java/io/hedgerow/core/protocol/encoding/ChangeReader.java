// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.protocol.encoding;

import io.hedgerow.core.internal.bytes.ByteReader;

/** Reads the numbers of a change; a number has one encoding, and a message is as long as what is in it. */
final class ChangeReader extends ByteReader {

    private final int size;

    ChangeReader(byte[] bytes) {
        super(bytes, what -> new ProtocolException("a message ended early, after " + bytes.length + " bytes"));
        this.size = bytes.length;
    }

    /** A number from 0 to {@code max}. */
    long base128(long max) {
        long value = base128();
        if (value < 0 || value > max) {
            throw new ProtocolException("a number in a message must be at most " + max);
        }
        return value;
    }

    long zigzag128() {
        long value = base128();
        return (value >>> 1) ^ -(value & 1);
    }

    /** Longer forms of the same number are refused, so that every number has one encoding. */
    private long base128() {
        long value = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            int group = u8();
            boolean last = group < 0x80;
            if ((shift == 63 && group > 1) || (last && group == 0 && shift > 0)) {
                break;
            }
            value |= (long) (group & 0x7F) << shift;
            if (last) {
                return value;
            }
        }
        throw new ProtocolException("a number in a message must have the shortest form of at most 64 bits");
    }

    void requireEnd() {
        if (remaining() > 0) {
            throw new ProtocolException("a message must end after " + (size - remaining()) + " bytes, has " + size);
        }
    }
}
