// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.key;

import io.hedgerow.core.internal.bytes.ByteWriter;
import java.security.MessageDigest;
import java.util.HexFormat;

/**
 * An immutable string of public bytes: a key, a digest, a signature, a masked vector. Equality takes a time that
 * depends on the lengths only. The text form shows only the size, because few lanes of a masked vector, or a released
 * share, are as short as a digest. Never for secrets. Thread-safe.
 */
public final class Octets {

    private static final Octets EMPTY = new Octets(new byte[0]);

    private final byte[] bytes;

    private Octets(byte[] bytes) {
        this.bytes = bytes;
    }

    public static Octets copyOf(byte[] bytes) {
        return bytes.length == 0 ? EMPTY : new Octets(bytes.clone());
    }

    public static Octets copyOf(byte[] bytes, int from, int length) {
        byte[] part = new byte[length];
        System.arraycopy(bytes, from, part, 0, length);
        return new Octets(part);
    }

    /** Takes an array over without a copy, for vectors of megabytes. The caller must not touch it again. */
    public static Octets takeOver(byte[] bytes) {
        return new Octets(bytes);
    }

    public static Octets empty() {
        return EMPTY;
    }

    public static Octets ofHex(String hex) {
        return new Octets(HexFormat.of().parseHex(hex));
    }

    public byte[] toBytes() {
        return bytes.clone();
    }

    public void copyTo(int from, byte[] target, int at, int length) {
        System.arraycopy(bytes, from, target, at, length);
    }

    /** Writes them behind their length. */
    public void writeTo(ByteWriter out) {
        out.block(bytes);
    }

    public int size() {
        return bytes.length;
    }

    /** Requires a size; {@code what} names the value in the message. */
    public Octets requireSize(int expected, String what) {
        if (bytes.length != expected) {
            throw new IllegalArgumentException(what + " must have " + expected + " bytes, had " + bytes.length);
        }
        return this;
    }

    /** Not a copy: not to be modified. */
    byte[] raw() {
        return bytes;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Octets that && MessageDigest.isEqual(bytes, that.bytes);
    }

    @Override
    public int hashCode() {
        return java.util.Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
        return "Octets[size=" + bytes.length + "]";
    }
}
