// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.journal;

import io.hedgerow.core.internal.bytes.ByteReader;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.protocol.CoordinatorMessage;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.StudyState;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.protocol.encoding.Payload;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/** Reads fields that {@link FieldWriter} wrote; malformed bytes are an {@link IllegalArgumentException}. */
final class FieldReader extends ByteReader {

    private static final int LARGEST_VECTOR = 1 << 27;

    private FieldReader(byte[] bytes) {
        super(bytes, what -> new IllegalArgumentException("it ends too early"));
    }

    static <R> R read(byte[] bytes, Function<FieldReader, R> fields) {
        FieldReader reader = new FieldReader(bytes);
        R record = fields.apply(reader);
        if (reader.remaining() > 0) {
            throw new IllegalArgumentException(reader.remaining() + " bytes too many");
        }
        return record;
    }

    int kind() {
        return (byte) u8();
    }

    long number() {
        long value = 0;
        for (int shift = 0; shift < 63; shift += 7) {
            int next = u8();
            value |= (next & 0x7fL) << shift;
            if (next < 0x80) {
                return value;
            }
        }
        throw new IllegalArgumentException("a number is too long");
    }

    int smallNumber() {
        long value = number();
        if (value > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("a number is too large: " + value);
        }
        return (int) value;
    }

    byte[] bytes() {
        return raw(smallNumber());
    }

    String text() {
        return new String(bytes(), StandardCharsets.UTF_8);
    }

    Payload payload() {
        return Payload.copyOf(bytes());
    }

    List<SiteId> sites() {
        int count = smallNumber();
        List<SiteId> sites = new ArrayList<>();
        for (int k = 0; k < count; k++) {
            sites.add(new SiteId(text()));
        }
        return sites;
    }

    Task task() {
        return new Task(text(), smallNumber(), real(), payload(), Set.copyOf(sites()));
    }

    CoordinatorMessage.Outcome outcome() {
        return new CoordinatorMessage.Outcome(text(), StudyState.valueOf(text()), payload());
    }

    /** The vector that the written entries make of the one before. */
    Parameters vector(Function<Integer, Parameters> before) {
        int size = smallNumber();
        if (size > LARGEST_VECTOR) {
            throw new IllegalArgumentException("a vector is too long: " + size);
        }
        int changed = smallNumber();
        double[] values = before.apply(size).toArray();
        if (values.length != size) {
            throw new IllegalArgumentException("a vector has " + size + " entries, the one before " + values.length);
        }
        long at = -1;
        for (int k = 0; k < changed; k++) {
            at += number() + 1;
            if (at < 0 || at >= size) {
                throw new IllegalArgumentException("an entry is behind the end of its vector");
            }
            values[(int) at] = real();
        }
        return Parameters.takeOver(values);
    }
}
