// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.protocol.encoding;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/** Numbers as bytes: base-128 with the low group first, zigzag for signed ones, big-endian for fixed widths. */
final class BaseEncoding {

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private BaseEncoding() {}

    static int varintSize(long value) {
        return Math.max(1, (70 - Long.numberOfLeadingZeros(value)) / 7);
    }

    static int signedSize(long value) {
        return varintSize(zigzag(value));
    }

    private static long zigzag(long value) {
        return (value << 1) ^ (value >> 63);
    }

    static final class Writer {

        private byte[] bytes;
        private int size;

        Writer(int expected) {
            this.bytes = new byte[Math.max(16, expected)];
        }

        void writeByte(int value) {
            if (size == bytes.length) {
                bytes = Arrays.copyOf(bytes, size * 2);
            }
            bytes[size++] = (byte) value;
        }

        void writeVarint(long value) {
            long rest = value;
            while ((rest & ~0x7FL) != 0) {
                writeByte((int) (rest & 0x7F) | 0x80);
                rest >>>= 7;
            }
            writeByte((int) rest);
        }

        void writeSigned(long value) {
            writeVarint(zigzag(value));
        }

        void writeBits(long bits, int count) {
            if (count == Long.BYTES && bytes.length - size >= Long.BYTES) {
                LONG.set(bytes, size, bits);
                size += Long.BYTES;
                return;
            }
            for (int shift = 8 * (count - 1); shift >= 0; shift -= 8) {
                writeByte((int) (bits >>> shift));
            }
        }

        int size() {
            return size;
        }

        byte[] toBytes() {
            return Arrays.copyOf(bytes, size);
        }
    }

    /** Reads what the writer wrote; refuses to run past the end. */
    static final class Reader {

        private final byte[] bytes;
        private int at;

        Reader(byte[] bytes) {
            this.bytes = bytes;
        }

        int readByte() {
            if (at == bytes.length) {
                throw new ProtocolException("a message ended early, after " + at + " bytes");
            }
            return bytes[at++] & 0xFF;
        }

        /** A number from 0 to {@code max}. */
        long readVarint(long max) {
            long value = readUnsigned();
            if (value < 0 || value > max) {
                throw new ProtocolException("a number in a message must be at most " + max);
            }
            return value;
        }

        long readSigned() {
            long value = readUnsigned();
            return (value >>> 1) ^ -(value & 1);
        }

        /** Longer forms of the same number are refused, so that every number has one encoding. */
        private long readUnsigned() {
            long value = 0;
            for (int shift = 0; shift < 64; shift += 7) {
                int group = readByte();
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

        long readBits(int count) {
            if (count == Long.BYTES && remaining() >= Long.BYTES) {
                at += Long.BYTES;
                return (long) LONG.get(bytes, at - Long.BYTES);
            }
            long bits = 0;
            for (int k = 0; k < count; k++) {
                bits = (bits << 8) | readByte();
            }
            return bits;
        }

        int remaining() {
            return bytes.length - at;
        }

        void requireEnd() {
            if (at != bytes.length) {
                throw new ProtocolException("a message must end after " + at + " bytes, has " + bytes.length);
            }
        }
    }
}
