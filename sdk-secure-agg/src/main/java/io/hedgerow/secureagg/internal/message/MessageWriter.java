// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.message;

import io.hedgerow.secureagg.internal.key.Octets;
import java.util.Arrays;
import java.util.Collection;
import java.util.function.Consumer;

/** Writes the byte form of a message: big-endian numbers, byte strings and lists with their length before them. */
final class MessageWriter {

    private byte[] bytes = new byte[512];
    private int size;

    MessageWriter u8(int value) {
        reserve(1);
        bytes[size++] = (byte) value;
        return this;
    }

    MessageWriter u32(int value) {
        u8(value >>> 24).u8(value >>> 16).u8(value >>> 8);
        return u8(value);
    }

    MessageWriter u64(long value) {
        return u32((int) (value >>> 32)).u32((int) value);
    }

    MessageWriter octets(Octets value) {
        u32(value.size());
        reserve(value.size());
        value.copyTo(0, bytes, size, value.size());
        size += value.size();
        return this;
    }

    MessageWriter sites(Collection<Integer> sites) {
        return list(sites, this::u32);
    }

    <T> MessageWriter list(Collection<T> items, Consumer<T> write) {
        u32(items.size());
        items.forEach(write);
        return this;
    }

    Octets toOctets() {
        return Octets.takeOver(Arrays.copyOf(bytes, size));
    }

    private void reserve(int more) {
        if (bytes.length - size < more) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, size + more));
        }
    }
}
