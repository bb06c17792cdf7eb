// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.bytes;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/** Reads what {@link ByteWriter} wrote, never past the end; few bytes cannot allocate much. Not thread-safe. */
public class ByteReader {

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private final byte[] bytes;
    private final Function<String, ? extends RuntimeException> malformed;
    private int at;

    /** Reads an array, which is not copied. */
    public ByteReader(byte[] bytes, Function<String, ? extends RuntimeException> malformed) {
        this.bytes = bytes;
        this.malformed = malformed;
    }

    public final int remaining() {
        return bytes.length - at;
    }

    private int advance(long count) {
        if (count < 0) {
            throw malformed.apply("a length must not be negative");
        }
        if (count > remaining()) {
            throw malformed.apply("a message must not end within a field");
        }
        at += (int) count;
        return at - (int) count;
    }

    public final int u8() {
        return bytes[advance(1)] & 0xFF;
    }

    public final int u32() {
        int from = advance(Integer.BYTES);
        return bytes[from] << 24
                | (bytes[from + 1] & 0xFF) << 16
                | (bytes[from + 2] & 0xFF) << 8
                | (bytes[from + 3] & 0xFF);
    }

    public final long u64() {
        return (long) LONG.get(bytes, advance(Long.BYTES));
    }

    public final double real() {
        return Double.longBitsToDouble(u64());
    }

    public final double[] reals(int count) {
        int from = advance((long) count * Double.BYTES);
        double[] values = new double[count];
        Arrays.setAll(values, k -> Double.longBitsToDouble((long) LONG.get(bytes, from + k * Double.BYTES)));
        return values;
    }

    public final byte[] raw(int count) {
        int from = advance(count);
        return Arrays.copyOfRange(bytes, from, from + count);
    }

    /** Reads bytes behind their number in four bytes. */
    public final byte[] block() {
        return raw(u32());
    }

    /** Reads items, each of which takes at least {@code smallest} bytes, behind their number in four bytes. */
    public final <T> List<T> list(int smallest, Supplier<T> item) {
        int count = u32();
        if (count < 0 || (long) count * smallest > remaining()) {
            throw malformed.apply("a list must fit its message");
        }
        List<T> items = new ArrayList<>(count);
        for (int k = 0; k < count; k++) {
            items.add(item.get());
        }
        return items;
    }
}
