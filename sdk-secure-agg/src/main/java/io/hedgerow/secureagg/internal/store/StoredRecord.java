// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.store;

import io.hedgerow.core.federation.JournalException;
import io.hedgerow.core.internal.bytes.ByteReader;
import io.hedgerow.core.internal.bytes.ByteWriter;
import io.hedgerow.secureagg.internal.key.Octets;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;

/** Reads and writes records of byte strings and site numbers; trailing bytes are an error. */
final class StoredRecord extends ByteReader {

    private static final String OTHER_RELEASE = " was written by another release: go on with that release";

    private StoredRecord(byte[] entry) {
        super(entry, IllegalArgumentException::new);
    }

    /** The checksum was right, so a record that cannot be read is of another version of this software. */
    static <T> T read(byte[] entry, String what, Function<StoredRecord, T> fields) {
        try {
            StoredRecord in = new StoredRecord(entry);
            T value = fields.apply(in);
            if (in.remaining() == 0) {
                return value;
            }
        } catch (IllegalArgumentException e) {
            throw new JournalException(what + OTHER_RELEASE, e);
        }
        throw new JournalException(what + OTHER_RELEASE);
    }

    Octets octets() {
        return Octets.takeOver(block());
    }

    String text() {
        return new String(block(), StandardCharsets.UTF_8);
    }

    List<Integer> sites() {
        return list(Integer.BYTES, this::u32);
    }

    static byte[] write(List<Octets> fields) {
        return written(fields).toBytes();
    }

    static byte[] write(List<Octets> fields, Collection<Integer> sites) {
        ByteWriter out = written(fields);
        return out.list(sites, out::u32).toBytes();
    }

    private static ByteWriter written(List<Octets> fields) {
        ByteWriter out = new ByteWriter(128);
        fields.forEach(field -> field.writeTo(out));
        return out;
    }
}
