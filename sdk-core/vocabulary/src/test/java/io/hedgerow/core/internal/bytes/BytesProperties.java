// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.bytes;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class BytesProperties {

    private static ByteReader reader(byte[] bytes) {
        return new ByteReader(bytes, IllegalArgumentException::new);
    }

    @Property
    void fields_areReadAsWritten_inAnyRoom(
            @ForAll int small,
            @ForAll long large,
            @ForAll double[] reals,
            @ForAll byte[] block,
            @ForAll List<Integer> items,
            @ForAll @IntRange(max = 64) int room) {
        ByteWriter out = new ByteWriter(room);
        byte[] bytes = out.u8(small)
                .u32(small)
                .u64(large)
                .reals(reals)
                .block(block)
                .list(items, out::u32)
                .raw(block)
                .toBytes();
        ByteReader in = reader(bytes);
        assertEquals(small & 0xFF, in.u8());
        assertEquals(small, in.u32());
        assertEquals(large, in.u64());
        assertArrayEquals(bits(reals), bits(in.reals(reals.length)));
        assertArrayEquals(block, in.block());
        assertEquals(items, in.list(Integer.BYTES, in::u32));
        assertArrayEquals(block, in.raw(block.length));
        assertEquals(0, in.remaining());
    }

    private static long[] bits(double[] values) {
        return Arrays.stream(values).mapToLong(Double::doubleToRawLongBits).toArray();
    }

    @Property
    void fixedWidths_areThoseOfJavaInBigEndian(@ForAll int small, @ForAll long large, @ForAll double real) {
        byte[] expected = ByteBuffer.allocate(20)
                .putInt(small)
                .putLong(large)
                .putDouble(real)
                .array();
        assertArrayEquals(
                expected, new ByteWriter(0).u32(small).u64(large).reals(real).toBytes());
    }

    @Property
    void sizes_areThoseThatAreWritten(@ForAll long value) {
        assertEquals(new ByteWriter(0).base128(value).toBytes().length, ByteWriter.sizeOfBase128(value));
        assertEquals(new ByteWriter(0).zigzag128(value).toBytes().length, ByteWriter.sizeOfZigzag128(value));
    }

    @Property
    void reading_endsInTheFormatsException_whereverBytesEnd(@ForAll @Size(max = 40) byte[] block) {
        byte[] whole = new ByteWriter(0).u64(7).block(block).reals(1, 2).toBytes();
        for (int end = 0; end < whole.length; end++) {
            ByteReader in = reader(Arrays.copyOf(whole, end));
            assertThrows(IllegalArgumentException.class, () -> {
                in.u64();
                in.block();
                in.reals(2);
            });
        }
    }

    @Example
    void numbersOfThings_thatBytesCannotHold_allocateNothing() {
        byte[] most = new ByteWriter(0).u32(Integer.MAX_VALUE).u32(-1).toBytes();
        assertEquals(
                "a message must not end within a field",
                problem(() -> reader(most).block()));
        assertEquals("a list must fit its message", problem(() -> reader(most).list(1, () -> 0)));
        assertEquals(
                "a message must not end within a field",
                problem(() -> reader(most).reals(Integer.MAX_VALUE)));
        ByteReader negative = reader(most);
        assertEquals(Integer.MAX_VALUE, negative.u32());
        assertEquals("a length must not be negative", problem(negative::block));
    }

    private static String problem(Runnable reading) {
        return String.valueOf(
                assertThrows(IllegalArgumentException.class, reading::run).getMessage());
    }
}
