// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.protocol.encoding;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** Opaque bytes of a message. Immutable; its text form shows only the size. */
public final class Payload {

    private final byte[] bytes;

    private Payload(byte[] bytes) {
        this.bytes = bytes;
    }

    /**
     * Copies bytes.
     *
     * @param bytes the content
     */
    public static Payload copyOf(byte[] bytes) {
        return new Payload(bytes.clone());
    }

    /** Takes bytes over without a copy; the caller must not touch them again. */
    static Payload takeOver(byte[] bytes) {
        return new Payload(bytes);
    }

    byte[] bytes() {
        return bytes;
    }

    /** {@return a payload without content} */
    public static Payload empty() {
        return new Payload(new byte[0]);
    }

    /** {@return a copy of the content} */
    public byte[] toBytes() {
        return bytes.clone();
    }

    /** {@return the content without a copy, for writing large payloads: a read-only view, at its start} */
    public ByteBuffer asReadOnlyBuffer() {
        return ByteBuffer.wrap(bytes).asReadOnlyBuffer();
    }

    /** {@return the number of bytes} */
    public int size() {
        return bytes.length;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Payload that && Arrays.equals(bytes, that.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
        return "Payload[size=" + bytes.length + "]";
    }
}
