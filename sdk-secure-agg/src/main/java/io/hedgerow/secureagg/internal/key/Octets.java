// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.key;

import java.security.MessageDigest;
import java.util.HexFormat;

/**
 * An immutable string of public bytes: a key, a digest, a signature, a masked vector. Equality takes a time that
 * depends on the lengths only. The text form of 32 bytes or fewer is hexadecimal, of more only the size. Never for
 * secrets. Thread-safe.
 */
public final class Octets {

    private static final int SHOWN = 32;
    private static final Octets EMPTY = new Octets(new byte[0]);

    private final byte[] bytes;

    private Octets(byte[] bytes) {
        this.bytes = bytes;
    }

    /**
     * Copies bytes.
     *
     * @return an independent value
     */
    public static Octets copyOf(byte[] bytes) {
        return bytes.length == 0 ? EMPTY : new Octets(bytes.clone());
    }

    /**
     * Copies a part of an array.
     *
     * @param from first byte
     * @param length number of bytes
     * @return an independent value
     */
    public static Octets copyOf(byte[] bytes, int from, int length) {
        byte[] part = new byte[length];
        System.arraycopy(bytes, from, part, 0, length);
        return new Octets(part);
    }

    /** Takes an array over without a copy, for vectors of megabytes. The caller must not touch it again. */
    public static Octets takeOver(byte[] bytes) {
        return new Octets(bytes);
    }

    /** No bytes: the empty string. */
    public static Octets empty() {
        return EMPTY;
    }

    /**
     * Reads hexadecimal digits.
     *
     * @param hex an even number of digits
     * @return their bytes
     */
    public static Octets ofHex(String hex) {
        return new Octets(HexFormat.of().parseHex(hex));
    }

    /** The content: a copy. */
    public byte[] toBytes() {
        return bytes.clone();
    }

    /**
     * Copies a part of the content.
     *
     * @param from first byte
     * @param target array to write to; modified
     * @param at first position there
     * @param length number of bytes
     */
    public void copyTo(int from, byte[] target, int at, int length) {
        System.arraycopy(bytes, from, target, at, length);
    }

    /** Number of bytes: the size. */
    public int size() {
        return bytes.length;
    }

    /**
     * Requires a size.
     *
     * @param expected number of bytes
     * @param what name of the value, for the message
     * @throws IllegalArgumentException when the size is another
     */
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
        return bytes.length <= SHOWN ? HexFormat.of().formatHex(bytes) : "Octets[size=" + bytes.length + "]";
    }
}
