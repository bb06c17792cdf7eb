// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.message;

import io.hedgerow.core.internal.bytes.ByteWriter;
import io.hedgerow.secureagg.internal.key.Octets;
import java.util.Collection;
import java.util.function.Consumer;

/** Writes the byte form of a message: big-endian numbers, byte strings and lists with their length before them. */
final class MessageWriter {

    private final ByteWriter out = new ByteWriter(512);

    MessageWriter u8(int value) {
        out.u8(value);
        return this;
    }

    MessageWriter u32(int value) {
        out.u32(value);
        return this;
    }

    MessageWriter u64(long value) {
        out.u64(value);
        return this;
    }

    MessageWriter octets(Octets value) {
        value.writeTo(out);
        return this;
    }

    MessageWriter sites(Collection<Integer> sites) {
        return list(sites, out::u32);
    }

    <T> MessageWriter list(Collection<T> items, Consumer<T> write) {
        out.list(items, write);
        return this;
    }

    Octets toOctets() {
        return Octets.takeOver(out.toBytes());
    }
}
