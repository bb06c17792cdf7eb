// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.journal;

import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.protocol.Outcome;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.StudyState;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.protocol.encoding.Payload;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/** Reads what {@link FieldWriter} wrote; other bytes are an {@link IllegalArgumentException}. */
record FieldReader(ByteBuffer in) {

    private static final int LARGEST_VECTOR = 1 << 27;

    static <R> R read(byte[] bytes, Function<FieldReader, R> fields) {
        FieldReader reader = new FieldReader(ByteBuffer.wrap(bytes));
        try {
            R record = fields.apply(reader);
            if (reader.in.hasRemaining()) {
                throw new IllegalArgumentException(reader.in.remaining() + " bytes too many");
            }
            return record;
        } catch (BufferUnderflowException e) {
            throw new IllegalArgumentException("it ends too early", e);
        }
    }

    int kind() {
        return in.get();
    }

    long number() {
        long value = 0;
        for (int shift = 0; shift < 63; shift += 7) {
            byte next = in.get();
            value |= (next & 0x7fL) << shift;
            if (next >= 0) {
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

    double real() {
        return Double.longBitsToDouble(in.getLong());
    }

    byte[] bytes() {
        int length = smallNumber();
        if (length > in.remaining()) {
            throw new IllegalArgumentException("it ends too early");
        }
        byte[] bytes = new byte[length];
        in.get(bytes);
        return bytes;
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

    Outcome outcome() {
        return new Outcome(text(), StudyState.valueOf(text()), payload());
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
