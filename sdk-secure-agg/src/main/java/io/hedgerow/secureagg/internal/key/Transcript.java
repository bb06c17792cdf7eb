// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.key;

import io.hedgerow.core.internal.file.Sha256;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Collection;

/**
 * An injective encoding for hashes and signatures: different sequences of a label and fields never give the same bytes.
 * With LP(x) = u32be(|x|) ‖ x, the encoding is LP("SAGG/1 " ‖ label) ‖ LP(f₁) ‖ … ‖ LP(f_k); {@link #hash} is its
 * SHA-256, and {@link #info} the encoding itself, the context of a key derivation. Numbers are big-endian. Used once:
 * after hash or info it is erased, because a field may be a secret. Not thread-safe.
 */
public final class Transcript {

    private static final String PREFIX = "SAGG/1 ";

    private byte[] bytes = new byte[256];
    private int size;

    private Transcript(String label) {
        bytes((PREFIX + label).getBytes(StandardCharsets.UTF_8));
    }

    /** Starts an encoding; the label separates domains. */
    public static Transcript of(String label) {
        return new Transcript(label);
    }

    /** Adds a field of bytes, which may be secret. */
    public Transcript bytes(byte[] field) {
        reserve(Integer.BYTES + field.length);
        putInt(field.length);
        System.arraycopy(field, 0, bytes, size, field.length);
        size += field.length;
        return this;
    }

    public Transcript octets(Octets field) {
        return bytes(field.raw());
    }

    public Transcript u32(int field) {
        reserve(2 * Integer.BYTES);
        putInt(Integer.BYTES);
        putInt(field);
        return this;
    }

    public Transcript u64(long field) {
        reserve(Integer.BYTES + Long.BYTES);
        putInt(Long.BYTES);
        putInt((int) (field >>> Integer.SIZE));
        putInt((int) field);
        return this;
    }

    public Transcript text(String field) {
        return bytes(field.getBytes(StandardCharsets.UTF_8));
    }

    public Transcript sites(Collection<Integer> sites) {
        sites.forEach(this::u32);
        return this;
    }

    /** SHA-256 of the encoding, 32 bytes. Ends this transcript. */
    public Octets hash() {
        requireUnused();
        MessageDigest sha = Sha256.start();
        sha.update(bytes, 0, size);
        erase();
        return Octets.takeOver(sha.digest());
    }

    /** The encoding itself. Ends this transcript. */
    public byte[] info() {
        requireUnused();
        byte[] info = Arrays.copyOf(bytes, size);
        erase();
        return info;
    }

    /** SHA-256 of bulk data, which is hashed before it becomes a field. */
    public static Octets digestOf(Octets data) {
        return Octets.takeOver(Sha256.of(data.raw()));
    }

    private void reserve(int more) {
        requireUnused();
        if (bytes.length - size < more) {
            byte[] larger = Arrays.copyOf(bytes, Math.max(2 * bytes.length, size + more));
            Arrays.fill(bytes, (byte) 0);
            bytes = larger;
        }
    }

    private void putInt(int value) {
        bytes[size++] = (byte) (value >>> 24);
        bytes[size++] = (byte) (value >>> 16);
        bytes[size++] = (byte) (value >>> 8);
        bytes[size++] = (byte) value;
    }

    private void requireUnused() {
        if (size < 0) {
            throw new IllegalStateException("a transcript can be used only once");
        }
    }

    private void erase() {
        Arrays.fill(bytes, (byte) 0);
        size = -1;
    }
}
