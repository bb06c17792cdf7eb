// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.bytes;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collection;
import java.util.function.Consumer;

/**
 * Writes fields one after the other, for a {@link ByteReader}. Fixed widths are big-endian; numbers in base 128 have
 * the low group first, signed ones in zigzag. Not thread-safe.
 */
public final class ByteWriter {

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private byte[] bytes;
    private int size;

    public ByteWriter(int expected) {
        this.bytes = new byte[Math.max(16, expected)];
    }

    private void reserve(int more) {
        if (bytes.length - size < more) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, Math.addExact(size, more)));
        }
    }

    public ByteWriter u8(int value) {
        reserve(1);
        bytes[size++] = (byte) value;
        return this;
    }

    public ByteWriter u32(int value) {
        return u8(value >>> 24).u8(value >>> 16).u8(value >>> 8).u8(value);
    }

    public ByteWriter u64(long value) {
        reserve(Long.BYTES);
        LONG.set(bytes, size, value);
        size += Long.BYTES;
        return this;
    }

    /** Writes doubles with all their bits. */
    public ByteWriter reals(double... values) {
        reserve(Math.multiplyExact(values.length, Double.BYTES));
        for (double value : values) {
            u64(Double.doubleToRawLongBits(value));
        }
        return this;
    }

    public ByteWriter base128(long value) {
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            u8((int) (rest & 0x7F) | 0x80);
            rest >>>= 7;
        }
        return u8((int) rest);
    }

    public ByteWriter zigzag128(long value) {
        return base128(zigzag(value));
    }

    public ByteWriter raw(byte[] value) {
        reserve(value.length);
        System.arraycopy(value, 0, bytes, size, value.length);
        size += value.length;
        return this;
    }

    /** Writes bytes behind their number in four bytes. */
    public ByteWriter block(byte[] value) {
        return u32(value.length).raw(value);
    }

    public ByteWriter text(String value) {
        return block(value.getBytes(StandardCharsets.UTF_8));
    }

    /** Writes items behind their number in four bytes. */
    public <T> ByteWriter list(Collection<? extends T> items, Consumer<T> write) {
        u32(items.size());
        items.forEach(write);
        return this;
    }

    public byte[] toBytes() {
        return Arrays.copyOf(bytes, size);
    }

    /** The bytes that {@link #base128} takes. */
    public static int sizeOfBase128(long value) {
        return Math.max(1, (70 - Long.numberOfLeadingZeros(value)) / 7);
    }

    /** The bytes that {@link #zigzag128} takes. */
    public static int sizeOfZigzag128(long value) {
        return sizeOfBase128(zigzag(value));
    }

    private static long zigzag(long value) {
        return (value << 1) ^ (value >> 63);
    }
}
